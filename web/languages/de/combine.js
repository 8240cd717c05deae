/** Die Texte von pe-combine. */
import { fixed, grouped, scientific } from '../../figures/chassis/format.js';
import { POSITIONS, SPREADS, WORDS } from '../../figures/combine/model.js';
import { RIDGES } from '../../figures/combine/probe.js';

export const heading = 'Ein langer Stempel verdeckt ein kurzes Wort';
export const topic = 'Ein Wort plus sein Stempel: Was lässt sich noch lesen?';

export function headingOf({ state, chosen }) {
  if (state.mode === 'concat') return 'Nebeneinander geht nichts verloren';
  if (chosen.readWord !== chosen.token) return null;
  return chosen.readPosition === chosen.position
    ? 'Passen die Längen zusammen, sind Wort und Stempel lesbar'
    : 'Ein langes Wort verdeckt seinen Stempel';
}

export const labels = {
  query: 'Gewähltes Wort',
  scaled: 'Wörter mal √Dimensionen',
  mode: 'Stattdessen nebeneinander',
  std: 'Standard\u00adabweichung der Wörter',
  dim: 'Dimensionen',
  start: 'Erste Position',
  width: 'Dimensionen des Modells',
  heads: 'Köpfe',
  layers: 'Schichten',
  measured: 'Abstände sind gemessen',
};

export const arrows = [
  ['← →', 'das vorige oder nächste Wort wählen'],
  ['↑ ↓', 'Wörter länger oder kürzer machen'],
  ['Pos1, Ende', 'das erste oder letzte Wort wählen'],
];

export const keyLabels = {
  x: 'Wörter mit √Dimensionen multiplizieren oder nicht',
  c: 'den Stempel addieren oder neben das Wort stellen',
  m: 'noch einmal messen',
  plus: 'den Satz um eine Position nach hinten schieben',
  minus: 'den Satz um eine Position nach vorn schieben',
};

const asked = { std: '0.1', scaled: false };

export const presets = [
  ['kurzes Wort', { ...asked, mode: 'add' }],
  ['Wort × √Dimensionen', { std: '0.1', scaled: true, mode: 'add' }],
  ['halb so langes Wort × √Dimensionen', { std: '0.05', scaled: true, mode: 'add' }],
  ['nebeneinander', { ...asked, mode: 'concat' }],
];

export const percent = (share, digits = 1) => `${fixed(100 * share, share === 1 ? 0 : digits)} %`;
const ridgeText = (ridge) => scientific(ridge, 0).replace('1×', '');

export const names = [
  'Hund,beißt,Mann,Katze,Vogel,Fisch,Baum,Haus,Mond,Fluss,rot,alt,groß,klein,rennt,schläft',
  'sieht,isst,mag,hört,der,ein,und,nicht,jetzt,hier,sie,er,ihr,uns,Straße,Brot',
].flatMap((list) => list.split(','));

export const labelsOnPicture = {
  word: 'Wort',
  place: 'Position',
  position: (position) => `Position ${position}`,
  strips: (word, position, { mode, scaled, dim }) => [
    scaled ? `${word} × √${dim}` : word,
    `${mode === 'add' ? '+' : '&'} Position ${position}`,
    mode === 'add' ? '= Summe' : '= beide',
  ],
  numbers: ({ dim, mode }) =>
    mode === 'add' ? `je ${dim} Zahlen, als Farben` : `je ${dim} Zahlen, nebeneinander ${2 * dim}`,
  length: 'Länge',
  wordRuler: (beside) => ({
    title: 'Ist das Wort noch lesbar?',
    circles: `Kreise: alle ${WORDS.length} Wörter`,
    from: beside ? 'linke Hälfte' : 'die Summe',
  }),
  positionRuler: (beside) => ({
    title: 'Ist die Position noch lesbar?',
    circles: `Kreise: alle ${POSITIONS} Stempel`,
    from: beside ? 'rechte Hälfte' : 'die Summe',
  }),
  far: 'weiter weg',
  nearest: (name) => `${name} liegt am nächsten`,
  verdict: (isRight, name) =>
    isRight ? `ja: ${name} liegt am nächsten` : `nein: ${name} liegt nicht am nächsten`,
  measured: (text, distance) => `${text}: ${fixed(distance, 2)}`,
  shares: (beside) =>
    beside ? 'Addiert: richtig gelesene Summen' : 'Richtig gelesen, von allen Summen',
  byNearest: 'am nächsten',
  byProbe: 'Matrix',
  // Das Dezimalzeichen der Zahl steht erst fest, wenn dieser Text gelesen wird.
  get chance() {
    return `Blindes Raten trifft in ${percent(1 / WORDS.length)} der Fälle.`;
  },
  spread: 'Standardabweichung der Wörter beim Addieren',
};

const takenWord = ({ readWord }) => `„${names[readWord]}“`;

/** Sagt, was in der Summe gefunden wird. */
function found(reading) {
  const { word, token, position, readWord, readPosition } = reading;
  const hasWord = readWord === token;
  const hasPosition = readPosition === position;
  if (hasWord && hasPosition)
    return ['Beides wird gefunden: ', ['you', `„${word}“`], ` und Position ${position}. `];
  if (hasWord)
    return [
      ['you', `„${word}“`],
      ` wird gefunden. Die Position geht verloren: Der Stempel von ${readPosition} liegt näher. `,
    ];
  const lost = ` geht verloren: ${takenWord(reading)} liegt näher. `;
  if (hasPosition) return [['you', `„${word}“`], lost, `Position ${position} wird gefunden. `];
  return [
    ['you', `„${word}“`],
    lost,
    `Auch die Position geht verloren: ${readPosition} liegt näher. `,
  ];
}

/** Vergleicht die Längen von Wort und Stempel. */
function compareLengths({ chosen: { lengths }, state: { dim } }) {
  const { word, stamp } = lengths;
  const [long, short] = word > stamp ? ['das Wort', 'der Stempel'] : ['der Stempel', 'das Wort'];
  const ratio = word > stamp ? word / stamp : stamp / word;
  if (ratio < 1.25)
    return `Als Vektoren aus ${dim} Zahlen sind Wort und Stempel etwa gleich lang. `;
  const times = fixed(ratio, ratio < 3 ? 1 : 0);
  return `Als Vektor aus ${dim} Zahlen ist ${long} ${times}-mal so lang wie ${short}. `;
}

export function caption(model, covered = false, beginner = false) {
  const { chosen, state } = model;
  const compared = compareLengths(model);
  if (covered)
    return [
      compared,
      `Bekannt sind ${WORDS.length} Wörter und die Stempel von ${POSITIONS} Positionen. `,
      'Wir messen, wie weit alle von der Summe entfernt sind, und nehmen die nächsten.',
    ];
  if (state.mode === 'concat')
    return [
      'Nebeneinander geht nichts verloren: Jede Hälfte wird nur mit ihrer Liste verglichen. ',
      'Der Preis: ',
      ['b', `${2 * state.dim} Zahlen`],
      ` statt ${state.dim}. Jede Matrix dahinter wird doppelt so groß.`,
    ];
  return [compared, ...found(chosen), ...(beginner ? hint(model) : exact(model))];
}

/** Sagt, warum das halbe Wort genügt, oder was du als Nächstes probieren kannst. */
function hint({ state: { std, scaled } }) {
  if (!scaled) return ['Multipliziere jetzt die Wörter mit √Dimensionen und schau zu.'];
  if (std !== '0.05') return ['Vergleiche die Zeichen unter allen drei Wörtern.'];
  return [
    'Benachbarte Stempel sind sich ähnlicher als zwei Wörter. ' +
      'Darum darf ein Wort kürzer sein als sein Stempel. ',
    'Es geht auch mit vielen anderen Längen.',
  ];
}

/** Schreibt das Ende der Bildunterschrift, mit genauen Zahlen. */
function exact({ chosen: { lengths }, shares: { nearest, probe } }) {
  return [
    'Längen: ',
    ['you', fixed(lengths.word, 4)],
    ` und ${fixed(lengths.stamp, 4)}, Summe ${fixed(lengths.sum, 4)}. `,
    'Sie addieren sich nicht, weil die Richtungen verschieden sind. ',
    `Unter allen ${grouped(WORDS.length * POSITIONS)} Summen liegt bei `,
    ['b', percent(nearest.word)],
    ' das richtige Wort am nächsten, bei ',
    ['b', percent(nearest.position)],
    ' die richtige Position. Eine Matrix, die lineare Sonde, ' +
      'wird an die Hälfte dieser Summen angepasst. ',
    'In der anderen Hälfte liest sie ',
    ['b', percent(probe.word)],
    ' der Wörter und ',
    ['b', percent(probe.position)],
    ' der Positionen richtig. Wie viele Positionen es sind, ' +
      'hängt von einer Einstellung der Anpassung ab (Ridge): siehe Tabelle.',
  ];
}

const lengthTable = ({ readings, state }) => ({
  name:
    state.mode === 'add' ? 'Wörter, Stempel und ihre Summen' : 'Wörter und Stempel nebeneinander',
  answers: true,
  columns: [
    'Wort',
    'Position',
    'Länge des Worts',
    'Länge des Stempels',
    'Länge von beiden',
    'Stempel / Wort',
    'gelesenes Wort',
    'gelesene Position',
  ],
  rows: readings.length,
  row: (at) => {
    const { word, position, lengths, readWord, readPosition } = readings[at];
    const { word: own, stamp, sum } = lengths;
    return [word, position, own, stamp, sum, stamp / own, names[readWord], readPosition];
  },
  show: (value, column) =>
    typeof value === 'number' && column > 1 && column < 6 ? fixed(value, 4) : String(value),
});

const distanceTable = ({ chosen, state: { mode } }) => {
  const { words, stamps } = mode === 'add' ? chosen.added : chosen.apart;
  return {
    name:
      `Abstände von ${mode === 'add' ? 'der Summe aus ' : ''}` +
      `„${chosen.word}“ und Position ${chosen.position}`,
    answers: true,
    columns: ['Wort', 'Abstand', 'Position', 'Abstand'],
    rows: WORDS.length,
    row: (at) => [names[at], words[at], at, stamps[at]],
    show: (value, column) => (column % 2 ? fixed(Number(value), 4) : String(value)),
  };
};

const shareTable = ({ shares, spread, state }) => ({
  name: `Richtig gelesene Summen aus je ${state.dim} Zahlen`,
  answers: true,
  columns: [
    'gelesen durch',
    'Standardabweichung beim Addieren',
    'Wörter richtig',
    'Positionen richtig',
  ],
  rows: RIDGES.length + 1 + SPREADS.length,
  row: (at) => {
    if (at < RIDGES.length) {
      const { word, position } = shares.probes[at];
      return [`lineare Sonde, Ridge ${ridgeText(RIDGES[at])}`, spread, word, position];
    }
    const onCurve = at - RIDGES.length - 1;
    const { word, position } = shares.curve[onCurve] ?? shares.nearest;
    return ['am nächsten', onCurve < 0 ? spread : SPREADS[onCurve], word, position];
  },
  show: (value, column) => {
    if (typeof value === 'string') return value;
    return column === 1 ? spreadText(value) : percent(value);
  },
});

/** Schreibt eine Zahl mit höchstens drei gültigen Stellen. */
function spreadText(value) {
  const text = String(Number(value.toPrecision(3)));
  return fixed(Number(text), (text.split('.')[1] ?? '').length);
}

const tutorialTable = ({ tutorial: { word, stamp, sum, ratio } }) => ({
  name: 'Das Beispiel einer beliebten Anleitung, die beide Längen ähnlich nennt',
  columns: ['Länge des Worts', 'Länge des Stempels', 'Länge der Summe', 'Stempel / Wort'],
  rows: 1,
  row: () => [word, stamp, sum, ratio],
  show: (value, column) => fixed(Number(value), column === 3 ? 2 : 4),
});

/** Die Namen der Tabellen, deren Zahlen gemessen werden. */
const sizeNames = {
  tutorial: 'Stempel einer Anleitung',
  stamps: 'Stempel hier',
  words: 'Wörter hier',
  learned: 'gelernte Stempel, Anfangswerte von BERT',
  wide: 'gelernte Stempel, Anfangswerte einer Anleitung',
};

const sizeTable = ({ sizes }) => ({
  name: 'Größe der Zahlen: Mittelwert² + Standardabweichung² = quadratisches Mittel²',
  columns: ['Tabelle', 'Mittelwert', 'Standardabweichung', 'quadratisches Mittel'],
  rows: sizes.length,
  row: (at) => {
    const { kind, rows, dim, mean, deviation, root } = sizes[at];
    return [`${sizeNames[kind]}, ${rows} × ${dim}`, mean, deviation, root];
  },
  show: (value) => fixed(Number(value), 4),
});

const costTable = ({ cost, state: { width, heads, layers } }) => ({
  name: `Zahlen in den Matrizen: ${width} Dimensionen, ${headsText(heads)}, ${layersText(layers)}`,
  columns: ['Matrizen', 'addiert', 'nebeneinander', 'mehr'],
  rows: 3,
  row: (at) => {
    const one = ['eine Matrix eines Kopfes', cost.added, cost.concat, cost.concat - cost.added];
    const { more, moreInFirst } = cost;
    const first = ['Q, K und V der ersten Schicht', moreInFirst, 2 * moreInFirst, moreInFirst];
    return [one, first, ['Q, K und V aller Schichten', more, 2 * more, more]][at];
  },
  show: (value) => (typeof value === 'number' ? grouped(value) : value),
});

const headsText = (count) => (count === 1 ? '1 Kopf' : `${count} Köpfe`);
const layersText = (count) => (count === 1 ? '1 Schicht' : `${count} Schichten`);

export const tables = (model) => [
  lengthTable(model),
  distanceTable(model),
  shareTable(model),
  tutorialTable(model),
  sizeTable(model),
  costTable(model),
];

export const costTexts = {
  heading: 'Was das Nebeneinander in einem großen Modell kostet',
  counts: ({ cost, state: { width, heads, layers } }) => [
    `Ein Modell hat zum Beispiel ${grouped(width)} Dimensionen und ${headsText(heads)}. `,
    'Werden Stempel addiert, hat eine Matrix eines Kopfes ',
    ['b', grouped(cost.added)],
    ' Zahlen. Bleiben sie neben den Wörtern, sind es ',
    ['b', grouped(cost.concat)],
    `. Für Q, K und V in ${layersText(layers)} sind das `,
    ['b', grouped(cost.more)],
    ' Zahlen mehr. Liest nur die erste Schicht Stempel, sind es ',
    ['b', grouped(cost.moreInFirst)],
    '.',
  ],
};

export const questionTexts = {
  ask:
    'Zu einem Wort wird ein Stempel addiert, dessen Vektor siebenmal so lang ist. ' +
    'Das Modell sieht nur die Summe. Wir suchen das bekannte Wort und den bekannten Stempel, ' +
    'die ihr am nächsten liegen. Was finden wir?',
  options: [
    [
      'both',
      'das Wort und seine Position',
      'Für beide müssen die Längen passen. Hier ist das Wort viermal so lang wie in der Frage.',
    ],
    [
      'word',
      'nur das Wort',
      'Für das Wort allein muss es viel länger sein. Hier ist es 40-mal so lang wie in der Frage.',
    ],
    ['position', 'nur die Position'],
  ],
  watch: 'Wörter und Stempel laufen als Kreise von der Summe los: Wer bleibt zuerst stehen?',
  surprise: ({ chosen }) => `Aus „${chosen.word}“ wird ${takenWord(chosen)}`,
  because: () => [
    'Die Summe sieht aus wie ihr Stempel, und alle Wörter sind etwa gleich weit von ihr entfernt. ' +
      'Der erste Transformer multipliziert die Wörter mit √Dimensionen, bevor er addiert. ' +
      'Hilft das?',
  ],
};

export function describe(model, covered = false, beginner = false) {
  const { word, position, lengths } = model.chosen;
  const digits = beginner ? 1 : 4;
  const own = `„${word}“ hat die Länge ${fixed(lengths.word, digits)}`;
  const stamp = `der Stempel von Position ${position} hat ${fixed(lengths.stamp, digits)}`;
  const read = found(model.chosen).map((piece) => (typeof piece === 'string' ? piece : piece[1]));
  const beside = 'Nebeneinander lassen sich beide lesen.';
  const verdict = model.state.mode === 'concat' ? beside : read.join('').trim();
  return `${own}; ${stamp}. ${covered ? '' : verdict}`.trim();
}
