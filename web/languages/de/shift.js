/** Die Texte von pe-shift. */
import { distance, fixed, grouped, scientific } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { angleOf, isTold, landsOn, looksAt, stepsOf } from '../../figures/shift/model.js';

export const heading = 'Von überall derselbe Schritt zurück';
export const topic = 'Ein Kopf, der zurückschaut';

export const labels = {
  dim: 'Dimensionen',
  base: 'Basis',
  length: 'Positionen',
  position: 'Position',
  offset: 'k zurück',
  pair: 'Paar',
  convention: 'Transponiert (Spaltenkonvention)',
};

export const arrows = [
  ['← →', 'eine Position zurück oder vor gehen'],
  ['↑ ↓', 'ein schnelleres oder langsameres Paar wählen'],
  ['Pos1, Ende', 'zur ersten oder letzten Position gehen'],
];
export const keyLabels = {
  x: 'die Matrix transponieren',
  '+': 'einen Schritt weiter zurückschauen',
  '-': 'einen Schritt weniger zurückschauen',
};

const degreesText = (degrees) =>
  `${grouped(Math.abs(degrees), 2)}° ${degrees < 0 ? 'linksherum' : 'rechtsherum'}`;

const turn = ({ radians, degrees }, digits) =>
  `${grouped(Math.abs(radians), digits)} rad = ${degreesText(degrees)}`;

/** Sagt, wie weit und wohin der Kopf schaut: „der Kopf schaut 5 Plätze zurück“. */
function gap(state) {
  const steps = stepsOf(state);
  if (steps === 0) return 'auf sich selbst';
  const places = Math.abs(steps) === 1 ? '1 Platz' : `${Math.abs(steps)} Plätze`;
  return `${places} ${steps > 0 ? 'zurück' : 'voraus'}`;
}

function isThere(state) {
  const at = looksAt(state);
  return at >= 0 && at < state.length;
}

export const labelsOnPicture = {
  asked: 'wohin schaut er?',
  strip: 'wie stark der Kopf auf jede Position schaut',
  position: 'Position',
  clocks: (state, told) =>
    told && isThere(state) && stepsOf(state)
      ? `Uhren von ${looksAt(state)} (gestrichelt), auf ${state.position} gedreht`
      : 'jede Uhr dreht sich um ihren eigenen Winkel',
  map: (beginner) => `eine Zeile pro Position${beginner ? '; gestrichelt: sie selbst' : ''}`,
  gap: (state) => (isThere(state) ? gap(state) : `das Ähnlichste: ${gap(state)} ist nichts`),
  pair: (pair) => `Paar ${pair}`,
  turn: (model) => turn(angleOf(model), 3),
  matrix: ({ convention, offset }) =>
    `M für k = ${fixed(offset, 0)}${convention === 'row' ? '' : ', transponiert'}`,
};

export function caption(model, covered, beginner) {
  const { state } = model;
  const open = covered && !isTold(state);
  const start = ['Du bist bei Position ', ['you', placeText(state.position, beginner)], '. '];
  if (open) return [...start, 'Wohin schaut der Kopf?'];
  return [...start, ...looking(state), ...(beginner || covered ? [] : details(model))];
}

function looking(state) {
  const steps = stepsOf(state);
  if (!isThere(state))
    return [
      'Von dort gibt es ',
      ['b', gap(state)],
      ' keine Position. Darum schaut der Kopf dorthin, wo die Uhren am besten passen. ',
    ];
  if (steps === 0) return ['Der Kopf dreht keine Uhr, also schaut er ', ['b', gap(state)], '. '];
  const way = steps < 0 ? 'zurück' : 'vor';
  const count = Math.abs(steps);
  return [
    'Werden die Uhren von ',
    ['other', fixed(looksAt(state), 0)],
    ` um ${count} ${count === 1 ? 'Schritt' : 'Schritte'} ${way}gestellt, stehen sie wie die von `,
    ['you', String(state.position)],
    '. Also schaut der Kopf ',
    ['b', gap(state)],
    '. ',
  ];
}

function details(model) {
  const { pair, convention } = model.state;
  const angle = angleOf(model);
  const whole = Math.abs(angle.degrees - angle.rest) < 1e-9;
  return [
    `Die Matrix dreht Paar ${pair} um ${turn(angle, 4)}`,
    whole ? '. ' : `, das ist dasselbe wie ${degreesText(angle.rest)}. `,
    ...(convention === 'row' ? hit(model) : miss(model)),
  ];
}

const hit = ({ state, error }) => [
  ['right', '✓ '],
  `Sie bringt Position ${state.position} zu `,
  ['b', fixed(landsOn(state), 0)],
  `: Der Fehler über alle ${state.dim} Dimensionen ist `,
  ['b', scientific(error.l2[state.position], 1)],
  '.',
];

const miss = ({ state, error }) => [
  ['wrong', '✗ '],
  `Sie bringt Position ${state.position} zu `,
  ['b', fixed(landsOn(state), 0)],
  ` und verfehlt ${state.position + state.offset} um `,
  ['b', fixed(error.l2[state.position], 4)],
  `. In einer einzelnen Dimension ist der Fehler höchstens ${fixed(error.max[state.position], 4)}.`,
];

function show(value, column) {
  if (column === 0) return String(value);
  return value !== 0 && Math.abs(value) < 1e-3 ? scientific(value) : fixed(value, 4);
}

export const tables = (model) => [
  lookTable(model),
  errorTable(model),
  arrowTable(model),
  matrixTable(model),
];

const lookTable = ({ state: { length, position }, weights }) => ({
  name: `Wohin der Kopf von Position ${position} schaut`,
  answers: true,
  columns: ['Position', 'Attention'],
  rows: length,
  row: (key) => [key, weights[position * length + key]],
  show,
});

const CONVENTIONS = { row: 'Zeilenkonvention', column: 'Spaltenkonvention' };

const errorTable = ({ state, error, back, both }) => ({
  name: `Abstand von PE[p] M zu PE[p + ${state.offset}], ${CONVENTIONS[state.convention]}`,
  answers: true,
  columns: [
    'Position',
    'Fehler, diese Matrix',
    'größte Differenz',
    'Fehler gegen p − k',
    'Fehler, Zeilenkonvention',
    'Fehler, Spaltenkonvention',
  ],
  rows: state.length,
  row: (p) => [p, error.l2[p], error.max[p], back.l2[p], both.row.l2[p], both.column.l2[p]],
  show,
});

function arrowTable({ state, table, ahead, got }) {
  const { dim, pair } = state;
  return {
    name: `Pfeile von Paar ${pair}`,
    columns: [
      'Position',
      'sin p',
      'cos p',
      'sin p + k',
      'cos p + k',
      'Produkt, erste Zahl',
      'Produkt, zweite Zahl',
    ],
    rows: state.length,
    row: (p) => {
      const at = p * dim + 2 * pair;
      return [p, ...[table, ahead, got].flatMap((rows) => [rows[at], rows[at + 1]])];
    },
    show,
  };
}

const matrixTable = ({ state: { dim, convention }, matrix }) => ({
  name: `Die Matrix, ${CONVENTIONS[convention]}`,
  columns: ['Zeile', ...Array.from({ length: dim }, (_, column) => String(column))],
  rows: dim,
  row: (at) => [at, ...matrix.subarray(at * dim, (at + 1) * dim)],
  show,
});

export const questionTexts = {
  ask: [
    'Dieser Attention-Kopf schaut von Position 10 auf Position 5.',
    'Wohin schaut er von Position 30?',
  ].join(' '),
  options: [
    [
      'same',
      'weiterhin auf Position 5',
      'Von 30 aus liegt Position 5 um 25 zurück. Ein Kopf, der dorthin schaut, dreht jede Uhr weiter.',
    ],
    ['back', 'auf Position 25'],
    [
      'nowhere',
      'nirgendwohin: Er ist für Position 10 gemacht',
      'Im Kopf steckt keine Position, nur ein Winkel für jede Uhr. Um ihn dreht sie sich überall.',
    ],
  ],
  watch: 'Achte auf den Pfeil über den Balken: Wo endet er?',
  atStops: [
    ({ state }) => `Von Position ${state.position} schaut der Kopf auf Position ${looksAt(state)}.`,
  ],
  surprise: ({ state }) => `Position ${state.position} → ${looksAt(state)}`,
  because: ({ state }) => [
    'Eine Matrix dreht jede Uhr um einen festen Winkel, egal wo der Zeiger steht. ' +
      `Darum schaut der Kopf von überall ${gap(state)}: Das ist die Diagonale im Bild. `,
    'Hier ist die Matrix von Hand gemacht. ' +
      'In einem Modell können die Gewichte von Query und Key diese Drehung lernen.',
  ],
};

export function describe({ state, error }, covered) {
  const { position, offset, convention } = state;
  const from = `Von Position ${position} schaut der Kopf `;
  if (covered) return `${from}${isTold(state) ? gap(state) : 'irgendwohin'}.`;
  return [
    `${from}${gap(state)}.`,
    `Die ${convention === 'row' ? '' : 'transponierte '}Matrix für k = ${offset}`,
    `bringt Position ${position} zu Position ${landsOn(state)}.`,
    `Ihr Fehler, der Abstand zu Position ${position + offset},`,
    `ist ${distance(error.l2[position])}.`,
  ].join(' ');
}

export const presets = [
  ['1 Wort zurück', { offset: 1, convention: 'row' }],
  ['5 Wörter zurück', { offset: 5, convention: 'row' }],
  ['20 Wörter zurück', { offset: 20, convention: 'row' }],
  ['Andersherum', { offset: 5, convention: 'column' }],
];
