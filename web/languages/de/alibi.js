/** Die Texte von pe-alibi. */
import { distance, fixed } from '../../figures/chassis/format.js';
import { powerBelow } from '../../figures/alibi/model.js';
import { biasText, slopeText } from '../../figures/alibi/slope-text.js';

export const heading = 'Jeder Kopf schaut verschieden weit zurück';
export const topic = 'Attention, die mit dem Abstand nachlässt';

export const labels = {
  heads: 'Köpfe',
  rule: 'Steigungen',
  head: 'Kopf',
  length: 'Länge',
  position: 'Query bei',
  other: 'Key bei',
  causal: 'Kausal: Keys nach der Query maskieren',
};

export const names = {
  rule: ['wie im Artikel', 'geometrisch'],
};

export const presets = [
  ['Kopf 1', { heads: 8, head: 1 }],
  ['Kopf 8', { heads: 8, head: 8 }],
  ['12 Köpfe', { heads: 12, head: 9 }],
  ['32 Köpfe', { heads: 32, head: 32 }],
];

export const arrows = [
  ['← →', 'die Query eine Position zurück oder vor schieben'],
  ['↑ ↓', 'den Kopf darüber oder darunter wählen'],
  ['Pos1, Ende', 'die Query zur ersten oder letzten Position schieben'],
];

export const keyLabels = {
  '+': 'einen Kopf hinzufügen',
  '-': 'einen Kopf entfernen',
  x: 'zur anderen Regel für die Steigungen wechseln',
  c: 'die kausale Maske ein- oder ausschalten',
  m: 'den Key zur Position der Query schieben',
};

const halfText = (positions) => fixed(positions, 2);

export const labelsOnPicture = {
  head: 'Kopf',
  slope: 'Steigung m, logarithmisch',
  slopeShort: 'Steigung m',
  halvesEvery: 'Gewicht halbiert sich alle',
  tick: {
    paper: 'Strich: nach der geometrischen Regel',
    geometric: 'Strich: Steigung wie im Artikel',
  },
  hollow: (heads) => `hohl: jede zweite Steigung eines Modells mit ${2 * powerBelow(heads)} Köpfen`,
  masked: 'maskiert: nach der Query',
  matrix: (head) => `Kopf ${head}: Bias −m · Abstand`,
  matrixShort: (head) => `Kopf ${head}: −m · Abstand`,
  dashed: 'gestrichelt: halbes Gewicht',
  dashedShort: 'gestrichelt: halb',
  keyAcross: 'Key →',
  queryDown: 'Query ↓',
  row: (position) => `Gewichte der Query ${position}, wenn alle Scores gleich sind`,
  rowShort: 'bei gleichen Scores',
  own: (weight) => `1 = ihr eigenes Gewicht, ${fixed(weight, 4)}`,
  ownShort: (weight) => `1 = eigenes Gewicht, ${fixed(weight, 4)}`,
  bracket: (half) => `halbiert sich alle ${halfText(half)} Positionen`,
  bracketBeyond: (half) =>
    `Gewicht halbiert sich alle ${halfText(half)} Positionen: zu weit für die Grafik`,
  key: 'Key',
};

const coveredCaption = ({ heads, head, position, other }) => [
  `Kopf ${head} von ${heads}. Das Wort bei `,
  ['you', String(position)],
  ' schaut auf das Wort bei ',
  ['other', String(other)],
  `. Der Abstand ist ${Math.abs(position - other)}.`,
];

export function caption(model, covered) {
  const { state, slopes, differ, rising } = model;
  const { heads, head } = state;
  if (covered) return coveredCaption(state);
  const parts = [
    `Kopf ${head} von ${heads} hat die Steigung `,
    ['b', slopeText(slopes[head - 1])],
    '. ',
    ...pairCaption(model),
  ];
  if (differ)
    parts.push(`Die beiden Regeln unterscheiden sich bei ${differ} von ${heads} Köpfen. `);
  if (rising.length)
    parts.push(
      `Die Steigungen fallen nicht bis zum Ende: Kopf ${rising[0]} beginnt wieder bei `,
      ['b', slopeText(slopes[rising[0] - 1])],
      '.',
    );
  return parts;
}

/** Sagt, wie stark das Wort der Query auf das Wort des Keys schaut. */
function pairCaption({ state, rows, weights }) {
  const { head, position, other, length, causal } = state;
  const row = (head - 1) * length;
  const query = ['you', String(position)];
  const key = ['other', String(other)];
  if (other === position)
    return [
      'Das Wort bei ',
      query,
      ' schaut auf sich selbst. Der Abstand ist 0, also sinkt der Score nicht. ',
    ];
  if (causal && other > position)
    return [
      'Das Wort bei ',
      query,
      ' sieht das Wort bei ',
      key,
      ' nicht, denn dieses kommt erst später. ',
    ];
  const drop = biasText(Math.abs(rows[row + other]));
  const share = weights[row + other] / weights[row + position];
  return [
    'Das Wort bei ',
    query,
    ' schaut auf das Wort bei ',
    key,
    `. Der Abstand ist ${Math.abs(position - other)}, also sinkt der Score um ${drop}. `,
    `Das Wort bei ${other} bekommt das `,
    ['b', distance(share, 3)],
    `-Fache des Gewichts, das sich das Wort bei ${position} selbst gibt. `,
  ];
}

const weightText = (weight) => fixed(weight, 4);

/** Die Regeln in der Überschrift einer Tabelle. */
const RULES = { paper: 'Steigung wie im Artikel', geometric: 'geometrische Steigung' };

export function tables({ state, slopesByRule, slopes, halves, rows, weights }) {
  const { heads, rule, length, position, head } = state;
  const { paper, geometric } = slopesByRule;
  const start = (head - 1) * length;
  const own = weights[start + position];
  const showHead = [String, slopeText, halfText, slopeText, slopeText];
  const showKey = [String, slopeText, weightText, weightText];
  return [
    {
      name: `Steigungen von ${heads} Köpfen`,
      answers: true,
      columns: ['Kopf', 'Steigung', 'Positionen pro Halbierung', 'Artikel', 'geometrisch'],
      rows: heads,
      row: (at) => [at + 1, slopes[at], halves[at], paper[at], geometric[at]],
      show: (value, column) => showHead[column](value),
    },
    {
      name: `Query ${position}, Kopf ${head}, ${RULES[rule]}`,
      columns: ['Key', 'Bias', 'Gewicht', 'Gewicht / eigenes Gewicht'],
      rows: length,
      row: (key) => [key, rows[start + key], weights[start + key], weights[start + key] / own],
      show: (value, column) => showKey[column](value),
    },
  ];
}

/** Die flachste Steigung der falschen Liste in der Frage. */
const MISPRINTED = 0.5;

export const questionTexts = {
  ask:
    'Eine Anleitung gibt die Steigungen ihrer acht ALiBi-Köpfe aus, vom ersten bis zum letzten. ' +
    'Welche Ausgabe kann stimmen?',
  options: [
    ['spread', '0,5; 0,25; …; 0,0039'],
    [
      'close',
      '0,92; 0,84; …; 0,5',
      'Mit Steigungen ab 0,5 sähe jeder Kopf nur wenige Wörter zurück.',
    ],
    [
      'either',
      'beide: Nur die Reihenfolge zählt',
      'Auch die Werte zählen: Eine Steigung sagt, wie schnell Gewichte mit dem Abstand fallen.',
    ],
  ],
  watch: 'Achte auf die Gewichte: Wie weit schaut dieser Kopf zurück?',
  surprise: ({ slopes }) => `Steigung ${slopeText(slopes[7])}`,
  because: ({ halves }) => [
    'Das ist die Steigung des letzten Kopfs. ' +
      `Seine Gewichte halbieren sich erst alle ${halfText(halves[7])} Positionen, ` +
      'also sieht er den ganzen Text. ' +
      `In der anderen Liste ist die flachste Steigung ${fixed(MISPRINTED, 4)}. ` +
      `Mit ihr halbieren sich die Gewichte alle ${halfText(Math.LN2 / MISPRINTED)} Positionen. ` +
      'Alle acht Köpfe sähen also nur nahe Wörter. ',
  ],
};

export function describe({ state, slopes, halves, rows, weights }, covered) {
  const { heads, head, position, other, length } = state;
  const apart = Math.abs(position - other);
  if (covered)
    return `Kopf ${head} von ${heads}. Query ${position} und Key ${other} haben den Abstand ${apart}.`;
  const at = (head - 1) * length + other;
  return (
    `Kopf ${head} von ${heads} hat die Steigung ${slopeText(slopes[head - 1])} ` +
    `und halbiert ein Gewicht alle ${halfText(halves[head - 1])} Positionen. ` +
    `Query ${position} und Key ${other} ` +
    `haben den Bias ${biasText(rows[at])} und das Gewicht ${weightText(weights[at])}.`
  );
}
