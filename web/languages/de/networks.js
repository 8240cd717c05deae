/** Die Texte von pe-networks. */
import { fixed, grouped, scientific } from '../../figures/chassis/format.js';

export const heading =
  'Attention erreicht jedes Wort in einem Schritt, kennt aber die Reihenfolge nicht';
export const topic = 'Wie weit kommt eine Nachricht in einem Schritt?';

export const labels = {
  tokens: 'Deine Wörter',
  taken: 'Schritte',
  kernel: 'Wörter, die eine Faltung liest',
  dilated: 'Mit jeder Schicht mehr Wörter überspringen',
  padding: 'Nullen vor dem ersten Wort lesen',
  length: 'Wörter des Textes, für die Kosten (L)',
  dim: 'Zahlen pro Wort (d)',
  heads: 'Köpfe',
  speed: 'Tempo',
};

export const arrows = [
  ['← →', 'einen Schritt zurück oder vor gehen'],
  ['↑ ↓', 'eine Faltung mehr oder weniger Wörter lesen lassen'],
  ['Pos1, Ende', 'zum Anfang oder zum Ende gehen'],
];

export const keyLabels = {
  d: 'mit jeder Schicht der Faltung mehr Wörter überspringen oder keine',
  p: 'Nullen vor dem ersten Wort lesen oder nicht',
  plus: 'den Text doppelt so lang machen',
  minus: 'den Text halb so lang machen',
};

export const sentences = {
  short: 'Hund beißt Mann',
  asked: 'Hund der oben wohnt beißt einen alten Mann',
  long: 'Hund der bei uns um die Ecke im alten Haus wohnt beißt einen sehr müden Mann',
};
export const values = { tokens: sentences.asked };

export const presets = [
  ['Hund beißt Mann', { tokens: sentences.short, taken: 1 }],
  ['8 Wörter', { tokens: sentences.asked, taken: 1 }],
  ['16 Wörter', { tokens: sentences.long, taken: 1 }],
];

const stepsText = (count) => (count === 1 ? '1 Schritt' : `${count} Schritte`);
/** Schreibt eine Zahl von Schritten im Dativ, wie in „nach 3 Schritten“. */
const afterSteps = (count) => (count === 1 ? '1 Schritt' : `${count} Schritten`);
const afterLayers = (count) => (count === 1 ? '1 Schicht' : `${count} Schichten`);
const headsText = (count) => (count === 1 ? '1 Kopf' : `${count} Köpfe`);
const outputsText = (count) => (count === 1 ? '1 Ausgabe' : `${count} verschiedene Ausgaben`);

/** Die Netze, wie sie mitten in einem Satz oder in einer Tabelle heißen. */
const KINDS = { recurrent: 'rekurrentes Netz', convolution: 'Faltung', attention: 'Attention' };

export const labelsOnPicture = {
  words: 'der Satz',
  kinds: { recurrent: 'Rekurrentes Netz', convolution: 'Faltung', attention: 'Attention' },
  does: (kind, kernel) =>
    ({
      recurrent: 'jedes Wort sagt es weiter',
      convolution: `jedes Wort liest ${kernel} Wörter`,
      attention: 'jedes Wort liest alle Wörter',
    })[kind],
  status: (at, steps, covered) => {
    if (covered) return 'wie viele Schritte?';
    return at < steps ? `${Math.floor(at)} von ${afterSteps(steps)}` : `✓ ${stepsText(steps)}`;
  },
  tested: (word) => `wenn alle Wörter „${word}“ sind:`,
  none: '–',
  differing: (differing, count, words) => {
    if (differing === 0) return 'keine';
    if (differing === 1) return count < words ? `alle ${count} gleich` : 'alle gleich';
    return differing === count ? 'alle verschieden' : `${differing} verschiedene`;
  },
};

export const costLabels = {
  chart: 'Kosten einer Schicht: Multiplikationen mit je einer Addition (MACs)',
  here: (length) => `${grouped(length)} Wörter`,
  amounts: (length) => `MACs bei ${grouped(length)} Wörtern:`,
  line: (name, kernel, count) => {
    const formulas = {
      stamps: 'Stempel: L·d',
      recurrent: 'rekurrent: 2·L·d²',
      convolution: `Faltung: ${kernel}·L·d²`,
      attention: 'Attention: 2·L²·d',
    };
    return `${formulas[name]} = ${amountText(count)}`;
  },
  shapes: (count, { dim, heads }) =>
    `Formen der Arrays: ${count} Wörter × ${grouped(dim)} Zahlen, ${headsText(Number(heads))} zu ${dim / Number(heads)}`,
  shapeName: (name, at) => `${at + 1}. ${shapeNames[name]}`,
  sizes: (shape) => shape.map((size) => grouped(size)).join(' × '),
  numbers: ({ numbers }) => `${grouped(numbers)} Zahlen`,
  bytes: ({ bytes }) => bytesText(bytes),
};

const shapeNames = {
  words: 'Wörter',
  embeddings: 'Embeddings',
  stamps: 'Stempel',
  sums: 'Summen',
  queries: 'q, k und v, jeweils',
  scores: 'Scores',
  mixed: 'gemischte Werte',
  joined: 'verkettete Köpfe',
};

const amountText = (count) => (count < 1e6 ? grouped(count) : scientific(count));

function bytesText(bytes) {
  const units = ['Bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  let at = 0;
  while (bytes >= 10240 && at < units.length - 1) {
    bytes /= 1024;
    at++;
  }
  return `${grouped(bytes, Number.isInteger(bytes) ? 0 : 1)} ${units[at]}`;
}

export function caption(model, covered = false, beginner = false) {
  const { words, recurrent, convolution, attention } = model;
  const [first, last] = [words[0], words[words.length - 1]];
  const slow = [
    `Im rekurrenten Netz erfährt das letzte Wort, „${last}“, nach `,
    ['plus', afterSteps(recurrent.steps)],
    ` vom ersten, „${first}“, in einer Faltung nach `,
    ['minus', afterSteps(convolution.steps)],
    '. ',
  ];
  if (covered) return [...slow, 'Drücke „Abspielen“ und sieh zu, wie die Nachricht läuft.'];
  const fast = [
    'Attention braucht ',
    ['you', stepsText(attention.steps)],
    ', egal wie weit es ist. ',
  ];
  const price = [
    'Der Preis: Steht auf jedem Platz dasselbe Wort, ist ',
    ['b', 'die Ausgabe überall gleich'],
    '. Nichts unterscheidet die Plätze. Darum braucht ein Modell Positionsstempel.',
  ];
  return [...slow, ...fast, ...(beginner ? price : knowledge(model))];
}

/** Sagt, was jedes Netz von Positionen weiß und was es kostet. */
function knowledge({ words, recurrent, convolution, attention, ratio, growth, perStamp, state }) {
  const edge =
    convolution.differing > 1
      ? `Die Nullen vor dem ersten Wort ergeben ${convolution.differing} verschiedene Ausgaben, nach ` +
        `${afterLayers(convolution.steps)} sind es ${convolution.differingDeep}. `
      : 'Ohne Nullen vor dem ersten Wort sind alle Ausgaben gleich. ';
  return [
    `Steht „${words[0]}“ auf allen ${words.length} Plätzen, gibt das rekurrente Netz `,
    ['b', outputsText(recurrent.differing)],
    ', weil es der Reihe nach arbeitet. ',
    `Eine Schicht der Faltung kennt Abstände in ihrem Fenster. ${edge}`,
    'Attention gibt ',
    ['b', outputsText(attention.differing)],
    ' für alle Plätze. ',
    `Zum Vergleichen und Mischen von ${grouped(state.length)} Wörtern braucht Attention `,
    ['b', `${ratio < 10 ? fixed(ratio, 2) : grouped(ratio)}-mal`],
    ' so viele Multiplikationen mit Addition (MACs) wie das rekurrente Netz. ',
    `Bei doppelter Länge braucht sie ${growth.attention}-mal so viele, ` +
      `das rekurrente Netz nur ${growth.recurrent}-mal so viele. `,
    `Stempel kosten fast nichts: eine Addition auf ${grouped(perStamp)} MACs der Schicht.`,
  ];
}

const reachTable = ({ words, lanes }) => ({
  name: `In welchem Schritt jedes Wort von „${words[0]}“ erfährt`,
  answers: true,
  columns: ['Wort', ...lanes.map(({ kind }) => KINDS[kind])],
  rows: words.length,
  row: (at) => [words[at], ...lanes.map(({ heardAt }) => heardAt[at])],
  show: (value) => String(value),
});

const placesTable = ({ words, lanes }) => ({
  name: `Was jedes Netz von Positionen weiß: „${words[0]}“ auf allen ${words.length} Plätzen`,
  answers: true,
  columns: [
    'Netz',
    'Schritte',
    'verschiedene Ausgaben einer Schicht',
    'aller Schichten',
    'Änderung der letzten Ausgabe, wenn die ersten zwei Wörter tauschen',
  ],
  rows: lanes.length,
  row: (at) => {
    const { kind, steps, differing, differingDeep, swapped } = lanes[at];
    return [KINDS[kind], steps, differing, differingDeep, swapped];
  },
  show: (value, column) => (column === 4 ? fixed(Number(value), 4) : String(value)),
});

/** Was jede Zeile der Tabelle der Kosten zählt, und ihre Texte. */
const costRows = [
  ['stamps', 'Stempel addieren: L·d', 'die Stempel'],
  ['recurrent', 'rekurrent: 2·L·d²', 'der Zustand'],
  ['convolution', 'Faltung: k·L·d²', 'das Fenster'],
  ['attention', 'Attention, Scores und Summen: 2·L²·d', 'die Scores aller Köpfe'],
  ['projections', 'Attention, ihre Matrizen: 4·L·d²', 'Querys, Keys und Values'],
  ['feedForward', 'Feed-forward, 4-mal so breit: 8·L·d²', 'die breiten Zeilen'],
];

const costTable = ({ costs, state: { length, dim } }) => ({
  name: `Kosten einer Schicht: L = ${grouped(length)} Wörter, d = ${grouped(dim)}`,
  columns: ['Arbeit', 'MACs', 'gespeichert', 'Bytes'],
  rows: costRows.length,
  row: (at) => {
    const [key, work, kept] = costRows[at];
    return [work, costs[key].count, kept, costs[key].bytes];
  },
  show: (value) => (typeof value === 'number' ? grouped(value) : value),
});

const shapeTable = ({ shapes, words, state }) => ({
  name: costLabels.shapes(words.length, state),
  columns: ['Array', 'Form', 'Zahlen', 'Bytes in float32'],
  rows: shapes.length,
  row: (at) => {
    const { name, shape, numbers, bytes } = shapes[at];
    return [shapeNames[name], costLabels.sizes(shape), numbers, bytes];
  },
  show: (value) => (typeof value === 'number' ? grouped(value) : value),
});

export const tables = (model) => [
  reachTable(model),
  placesTable(model),
  costTable(model),
  shapeTable(model),
];

export const questionTexts = {
  ask:
    'Das letzte von 8 Wörtern soll vom ersten erfahren. Ein rekurrentes Netz braucht 7 Schritte. ' +
    'Wie viele Schritte braucht Attention?',
  options: [
    [
      'recurrent',
      'auch 7',
      'Das markierte Netz braucht 7 Schritte: Ein Wort gibt die Nachricht nur an das nächste weiter.',
    ],
    [
      'convolution',
      '4',
      'Das markierte Netz braucht 4 Schritte: Jede Schicht bringt die Nachricht nur zwei Wörter weiter.',
    ],
    ['attention', '1'],
  ],
  watch: 'Achte auf die Linien: Wann erreicht die Nachricht das letzte Wort?',
  surprise: ({ attention, recurrent }) => `${stepsText(attention.steps)} statt ${recurrent.steps}`,
  because: ({ recurrent }) => [
    'Bei Attention liest jedes Wort alle Wörter auf einmal. Ein rekurrentes Netz geht sie ' +
      `in ${afterSteps(recurrent.steps)} durch und kennt so ihre Reihenfolge. ` +
      'Attention kennt sie nicht. Deshalb bekommen die Wörter dort Positionen.',
  ],
};

export function describe({ words, lanes, state }, covered = false) {
  const { taken } = state;
  const open = covered ? lanes.slice(0, 2) : lanes;
  const heard = open.map(({ kind, heardAt }) => {
    const count = heardAt.filter((at) => at <= taken).length;
    return `${KINDS[kind]} ${count}`;
  });
  return (
    `So viele der ${words.length} Wörter haben nach ${afterSteps(taken)} ` +
    `von „${words[0]}“ erfahren: ${heard.join(', ')}.`
  );
}
