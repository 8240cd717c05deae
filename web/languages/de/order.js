/** Die Texte von pe-order. */
import { h, m, mi, mn, mo } from '../../figures/chassis/dom.js';
import { fixed, grouped, scientific, signed } from '../../figures/chassis/format.js';
import { weightOf } from '../../figures/order/model.js';
import { course } from './chassis.js';

export const { sentence } = course;
export const values = { tokens: sentence };

export const heading = 'Attention allein sieht nicht, in welcher Reihenfolge Wörter stehen';
export const topic = 'Sieht Attention die Reihenfolge der Wörter?';

export function headingOf({ differ, state }) {
  if (!differ) return null;
  return state.scheme === 'none'
    ? 'Mit Maske sieht ein Wort, welche Wörter vor ihm stehen'
    : 'Mit Stempeln sieht Attention die Reihenfolge der Wörter';
}

export const labels = {
  tokens: 'Deine Wörter',
  order: 'Reihenfolge',
  scheme: 'Positionen stempeln',
  causal: 'Kausale Maske: nur zurückschauen',
  query: 'Gewähltes Wort',
  seed: 'Mischung',
  dim: 'Dimensionen',
};

export const arrows = [
  ['← →', 'das vorige oder nächste Wort wählen'],
  ['Umschalt + ← →', 'das gewählte Wort nach links oder rechts schieben'],
  ['Pos1, Ende', 'das erste oder letzte Wort wählen'],
];

export const keyLabels = {
  x: 'das erste und das letzte Wort tauschen',
  s: 'die Wörter mischen',
  o: 'zur getippten Reihenfolge zurückkehren',
  p: 'Positionen stempeln oder die Stempel entfernen',
  m: 'die kausale Maske ein- oder ausschalten',
};

export const buttons = {
  swap: 'Tauschen',
  stamp: 'Positionen stempeln',
  shuffle: 'Mischen',
  back: '← Schieben',
  forth: 'Schieben →',
};

// Die Artikel sind weiblich, damit beim Tauschen wirklich eine andere beißt.
const longer = 'eine große Katze beißt eine kleine Maus';

export const presets = [
  ['Mann beißt Hund', { tokens: sentence, order: '210', scheme: 'none', causal: false }],
  ['Mann beißt Hund, gestempelt', { tokens: sentence, order: '210', scheme: 'sinusoidal' }],
  ['ein längerer Satz', { tokens: longer, order: '4563012', scheme: 'none' }],
];

export const labelsOnPicture = {
  box: 'Attention',
  outputs: 'Ausgaben',
  now: (still) => `der Satz jetzt${still ? '' : ': zieh ein Wort'}`,
  typed: 'der Satz wie getippt',
  bag: 'gefüllt von',
  ask: 'Gleiche Ausgaben?',
  askBag: 'Als Beutel:',
  different: 'verschieden',
  of: (values) => `von ${values}`,
  differ: 'Zahlen der Ausgaben sind anders',
  fromTyped: 'als im getippten Satz',
  unmoved: 'noch ist kein Wort verschoben',
  rows: {
    words: ['Wörter', 'zum Ziehen'],
    attention: (word) => ['Attention', `von ${word}`],
    now: ['Ausgaben', 'jetzt'],
    typed: ['Ausgaben', 'wie getippt'],
  },
  position: (place, brief) => (brief ? `+${place}` : `+ Position ${place}`),
  stamp: (place, brief) => (brief ? String(place) : `Position ${place}`),
  hidden: 'verdeckt',
  differs: (count, brief) => (brief ? `≠ ${count}` : `≠ ${count} anders`),
  same: 'gleich',
  sameBits: '= gleiche Bits',
  unsure: '= oder ≠ ?',
  matrix: 'Attention',
  matrixNote: 'einer Zeile auf jede Spalte',
  strip: (dim) => `ein Streifen: die ${dim} Zahlen eines Wortes`,
};

const ABOUT_THE_HEAD =
  ' Das ist ein einziger Kopf mit festen, zufälligen Gewichten. ' +
  'Der Vektor eines Wortes wird aus seinen Buchstaben berechnet.';

const typedText = ({ words }) => words.join(' ');
const readText = ({ words, order }) => order.map((token) => words[token]).join(' ');

/** Erklärt, warum manche Ausgaben anders sind. */
function why(model) {
  if (model.state.scheme === 'none')
    return (
      'Der Unterschied kommt allein von der Maske: ' +
      'Ein Wort sieht, welche Wörter vor ihm stehen, aber nicht, in welcher Reihenfolge.'
    );
  const read = readText(model);
  const typed = typedText(model);
  if (read === typed) return 'Gleiche Wörter haben die Plätze getauscht.';
  return (
    'Zu jedem Wort wird jetzt der Vektor seiner Position addiert. ' +
    `Darum sind „${read}“ und „${typed}“ zwei verschiedene Eingaben.`
  );
}

/** Sagt, warum der Beutel nicht mehr der gleiche ist, für Anfänger. */
const whyDifferent = ({ state }) =>
  state.scheme === 'none'
    ? 'Mit der Maske sieht ein Wort nur sich selbst und die Wörter vor sich. '
    : 'Jedes Wort trägt jetzt den Stempel seiner Position, und sein Streifen hängt davon ab. ';

const strips = (fresh, count) =>
  fresh === 1 ? `1 von ${count} Streifen ist neu. ` : `${fresh} von ${count} Streifen sind neu. `;

function captionForBeginners(model) {
  const { state, words, moved, fresh } = model;
  const typed = typedText(model);
  const read = readText(model);
  if (read === typed) {
    const stamps =
      state.scheme === 'none' ? '' : 'Jedes Wort trägt jetzt den Stempel seiner Position. ';
    const hint = moved
      ? 'Gleiche Wörter haben die Plätze getauscht.'
      : 'Tausche Wörter und achte auf den Kreis.';
    return [stamps, hint];
  }
  if (!fresh)
    return [
      ['b', `„${read}“`],
      ` füllt den Beutel mit denselben Streifen wie „${typed}“. `,
      'Wer nur den Beutel liest, kann die beiden Sätze nicht unterscheiden.',
    ];
  return [
    whyDifferent(model),
    ['other', strips(fresh, words.length)],
    'Wer den Beutel liest, kann die Sätze jetzt unterscheiden.',
  ];
}

export function caption(model, covered, beginner) {
  const { words, tokens, differ, values, bits, most, moved, state } = model;
  const about = ['quiet', ABOUT_THE_HEAD];
  if (covered) {
    const beams = ` Je breiter ein Strahl, desto mehr holt sich ${words[state.query]} von dem Wort.`;
    return [
      beginner
        ? 'Jeder Streifen ist die Ausgabe eines Wortes.'
        : 'Attention macht aus jedem Wort einen bunten Streifen, seine Ausgabe. ' +
          'In einem Beutel haben die Streifen keine Reihenfolge. ' +
          'Der Kreis vergleicht zwei Beutel.',
      beginner ? beams : about,
    ];
  }
  if (beginner) return captionForBeginners(model);
  if (!moved)
    return ['Zieh ein Wort oder drücke „Tauschen“. Ändern sich die Ausgaben der Wörter?', about];
  if (!differ) {
    return [
      'In ',
      ['b', `„${readText(model)}“`],
      ` bekommt jedes Wort genau dieselbe Ausgabe wie in „${typedText(model)}“: `,
      `${bits} von den ${grouped(values * 32)} Bits dieser ${values} Zahlen sind anders. `,
      'Wandert ein Wort, so wandert seine Ausgabe unverändert mit: Attention ist „äquivariant“.',
      about,
    ];
  }
  const kept = tokens.filter((token) => !token.differ).length;
  return [
    ['other', `${differ} von ${values}`],
    ` Zahlen der Ausgaben sind anders, um bis zu ${fixed(most, 3)}. `,
    why(model),
    kept ? ` Bei ${kept} von ${words.length} Wörtern ist kein Bit anders.` : '',
    about,
  ];
}

/** Schreibt die Ausgabe eines Wortes als gewichtete Summe von Werten. */
function weightedSum(name, terms) {
  const product = ({ word, weight }) =>
    m(
      'math',
      m('mrow', mn(fixed(weight, 2)), mo('·'), mi('v'), mo('('), m('mtext', word), mo(')')),
    );
  const seen = terms.filter(({ weight }) => weight);
  const parts = seen.flatMap((term, at) => [at ? ' + ' : '', product(term)]);
  return h('div', {}, `${name} = `, ...parts);
}

export function formula(model) {
  const { state, words, order, weightsTyped } = model;
  const { query } = state;
  const now = order.map((token) => ({
    word: words[token],
    weight: weightOf(model, query, token),
  }));
  const typed = words.map((word, token) => ({
    word,
    weight: weightsTyped[query * words.length + token],
  }));
  return [
    h(
      'div',
      {},
      weightedSum(`${words[query]} jetzt`, now),
      weightedSum(`${words[query]} wie getippt`, typed),
    ),
  ];
}

function outputTable({ state, tokens }) {
  const dims = Array.from({ length: state.dim }, (_, at) => at);
  return {
    name: 'Ausgaben jetzt, verglichen mit denen der getippten Reihenfolge',
    answers: true,
    columns: [
      'Wort',
      'Position',
      'getippte Position',
      'andere Zahlen',
      'andere Bits',
      'größter Unterschied',
      ...dims.flatMap((at) => [`Zahl ${at} jetzt`, `Zahl ${at} in getippter Reihenfolge`]),
    ],
    rows: tokens.length,
    row: (token) => {
      const { word, place, differ, bits, most, now, typed } = tokens[token];
      const outputs = dims.flatMap((at) => [now[at], typed[at]]);
      return [word, place, token, differ, bits, most, ...outputs];
    },
    show: (value, column) => {
      if (column < 5) return String(value);
      return column === 5 ? fixed(value, 4) : signed(value, 4);
    },
  };
}

function weightTable({ words, order, weights }) {
  const count = words.length;
  return {
    name: 'Gewichte der Attention jetzt: Das Wort der Zeile schaut auf die Wörter der Spalten',
    columns: ['Wort', ...order.map((token) => words[token])],
    rows: count,
    row: (place) => [words[order[place]], ...weights.subarray(place * count, (place + 1) * count)],
    show: (value) => (value && value < 1e-4 ? scientific(value) : fixed(value, 4)),
  };
}

export const tables = (model) => [outputTable(model), weightTable(model)];

export const questionTexts = {
  ask:
    'Du tauschst „Hund“ und „Mann“. Die Ausgaben jedes Satzes fallen in einen Beutel. ' +
    'Sind die Beutel verschieden?',
  options: [
    [
      'all',
      'ja: Alle drei Streifen ändern sich',
      'Änderten sich alle Streifen, hätte jeder neue Farben. Vergleiche die beiden Beutel.',
    ],
    [
      'moved',
      'ja: Nur zwei Streifen ändern sich',
      'Änderten sich zwei, hätten „Hund“ und „Mann“ neue Farben. Vergleiche die beiden Beutel.',
    ],
    ['none', 'nein: Kein Streifen ändert sich'],
  ],
  watch: 'Achte auf die Streifen unter den Wörtern: Bekommt einer neue Farben?',
  atStops: [() => 'Die Wörter haben die Plätze getauscht. Ihre Streifen folgen ihnen.'],
  surprise: ({ fresh, words }) => `${fresh} von ${words.length} Streifen sind neu`,
  because: () => [
    'Jeder Streifen ist mit seinem Wort gewandert. ' +
      'Dem Beutel sieht also niemand an, wer wen gebissen hat. ',
    ['hands', 'Stempele jetzt jedem Wort seine Position auf und achte auf den Kreis.'],
  ],
};

export function describe(model, covered, beginner) {
  const { state, words, order, tokens, differ, values, fresh } = model;
  const { query } = state;
  const chosen = `„${words[query]}“ an Position ${tokens[query].place}`;
  const looks = order.map(
    (token) => `„${words[token]}“ ${fixed(weightOf(model, query, token), 2)}`,
  );
  const verdict = `Die Beutel sind ${fresh ? 'verschieden' : 'gleich'}. `;
  const counts =
    `${differ} von ${values} Zahlen der Ausgaben sind anders ` +
    'als in der getippten Reihenfolge. ';
  return (
    `${readText(model)}. ` +
    (covered ? '' : verdict) +
    (covered || beginner ? '' : counts) +
    (beginner
      ? `Gewählt ist ${chosen}.`
      : `${chosen} verteilt diese Gewichte: ${looks.join('; ')}.`)
  );
}
