/** Die Texte von pe-heatmap. */
import { fixed, grouped, signed } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { columnOf, shareOfFirst } from '../../figures/heatmap/model.js';

export const heading = 'Zwei Spalten sind eine Uhr, eine Zeile ist eine Position';

export const labels = {
  length: 'Länge',
  dim: 'Dimensionen',
  base: 'Basis',
  layout: 'Anordnung',
  dtype: 'Zahlentyp',
  position: 'Position',
  other: 'Verglichen mit',
  dimension: 'Dimension',
};

export const names = { layout: { interleaved: 'abwechselnd', concatenated: 'hintereinander' } };

export const presets = [
  ['Sinus, Kosinus, Sinus, …', { layout: 'interleaved', length: 64 }],
  ['alle Sinus zuerst', { layout: 'concatenated', length: 64 }],
  ['512 Positionen', { length: 512, position: 500 }],
];

export const arrows = [
  ['← →', 'die vorige oder nächste Dimension wählen'],
  ['↑ ↓', 'eine Position zurück oder vor'],
  ['Pos1, Ende', 'die erste oder letzte Dimension wählen'],
];

export const keyLabels = {
  m: 'die aktuelle Position zum Vergleich merken',
  l: 'zur anderen Anordnung wechseln',
};

export const labelsOnPicture = {
  sines: 'Sinus',
  cosines: 'Kosinus',
  dimension: 'Dimension →',
  dimensionInterleaved: 'Dimension →  Sinus und Kosinus im Wechsel',
  position: 'Position ↓',
  column: (dimension) => `Spalte ${dimension}`,
  row: (position) => `Zeile ${position}`,
  otherRow: (position) => `und Zeile ${position} als Striche`,
  sine: 'Sinus von',
  cosine: 'Kosinus von',
  clock: (pair) => `Uhr ${pair}`,
};

const valueAt = ({ state, table }) => table[state.position * state.dim + state.dimension];

const functionName = ({ state }) => (columnOf(state, state.dimension).cosine ? 'Kosinus' : 'Sinus');

/** Sagt, wie klein und wie groß die Zahlen werden. */
const extremesText = ({ extremes: { least, row, column, most } }) =>
  ` Die kleinste ist ${signed(least, 8)}, in Zeile ${row} und Spalte ${column}. ` +
  `Die größte ist ${signed(most, 8)}.`;

/** Sagt, wie weit die beiden Zeilen als Vektoren auseinander sind. */
const apartText = ({ state, apart }) => [
  'Die Zeilen ',
  ['you', String(state.position)],
  ' und ',
  ['other', String(state.other)],
  ` haben den Abstand ${fixed(apart, 3)}. `,
];

export function caption(model, covered, beginner) {
  const { position, dim, dimension, length } = model.state;
  const { pair } = columnOf(model.state, dimension);
  return [
    'An Position ',
    ['you', placeText(position, beginner)],
    ` ist Dimension ${dimension} der ${functionName(model)} von Uhr ${pair}, mit dem Wert `,
    ['b', signed(valueAt(model))],
    '. ',
    ...(beginner ? [] : apartText(model)),
    `${beginner ? 'Alle Zeilen zusammen haben' : 'Die Matrix hat'} ${grouped(length)} × ${grouped(dim)} = ` +
      `${grouped(length * dim)} Zahlen.`,
    beginner ? '' : extremesText(model),
  ];
}

export function tables({ state, table }) {
  const { length, dim, dtype, layout } = state;
  return [
    {
      name: `sinusoidal(${length}, ${dim}), ${names.layout[layout]}, ${dtype}`,
      columns: ['Position', ...Array.from({ length: dim }, (_, column) => String(column))],
      rows: length,
      row: (row) => [row, ...table.subarray(row * dim, (row + 1) * dim)],
      show: (value, column) => (column ? signed(value) : String(value)),
    },
  ];
}

/** Die Spalten des schnellsten Viertels der Uhren, von denen die Antwort handelt. */
const FAST = 16;

/** Schreibt den Anteil dieser Spalten an der Änderung. */
const fastShare = (model) => `${fixed(100 * shareOfFirst(model, FAST), 1)} %`;

export const questionTexts = {
  ask: 'Geh Zeile für Zeile hinunter, Wort für Wort. Wo ändern sich die Zahlen am meisten?',
  options: [
    ['left', 'links'],
    [
      'right',
      'rechts',
      'Schau auf die Balken unten: Rechts rührt sich kaum etwas. Die Uhren dort sind langsam.',
    ],
    ['alike', 'überall gleich', 'Schau auf die Balken unten: Ab der Mitte rührt sich kaum etwas.'],
  ],
  watch: 'Achte auf die Balken unter den Zeilen: Wo springen sie?',
  atStops: [
    ({ state }) =>
      `Links verfehlen die Balken von Zeile ${state.position} die Striche von Zeile ` +
      `${state.other}. Rechts treffen sie sich.`,
  ],
  surprise: (model) => `${fastShare(model)} der Änderung`,
  because: (model) => [
    `Von Zeile ${model.state.other} zu Zeile ${model.state.position} liegen ` +
      `${fastShare(model)} der Änderung in den ersten ${FAST} von ${model.state.dim} Spalten. ` +
      'Die Uhren dort sind schnell, darum unterscheiden sich Nachbarn. ',
    'Die langsamen Uhren rechts unterscheiden nur Wörter, die weit auseinander stehen. ' +
      'Die Änderung ist die Summe der quadrierten Differenzen.',
  ],
};

export function describe(model) {
  const { position, dimension } = model.state;
  const { pair } = columnOf(model.state, dimension);
  return (
    `Position ${position}, Dimension ${dimension}: ${signed(valueAt(model))}, ` +
    `der ${functionName(model)} von Uhr ${pair}.`
  );
}
