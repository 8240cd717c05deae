/** Die Texte von pe-precision. */
import { fixed, grouped, scientific, signed } from '../../figures/chassis/format.js';
import { APART, BITS, FORMATS, LIMIT, ROWS } from '../../figures/precision/model.js';

export const heading = 'Mit wenigen Bits bleiben langsame Uhren stehen';
export const topic = 'Wie viele Bits braucht eine Position?';

export function headingOf({ state: { format }, still }) {
  if (still[format]) return null;
  if (format === 'angle') return 'Gerundete Winkel werden an großen Positionen falsch';
  return `Mit ${formatNames[format]} bleibt bis Position ${grouped(LIMIT)} keine Uhr stehen`;
}

export const labels = {
  format: 'Gespeichert als',
  dim: 'Dimensionen',
  base: 'Basis',
  pair: 'Uhr',
  position: 'Position',
  far: 'Logarithmisch',
};

export const formatNames = {
  float64: 'float64',
  float32: 'float32',
  angle: 'float32-Winkel',
  float16: 'float16',
  bfloat16: 'bfloat16',
};

export const arrows = [
  ['← →', 'eine Position zurück oder vor gehen'],
  ['↑ ↓', 'eine schnellere oder langsamere Uhr wählen'],
  ['Pos1, Ende', 'zur ersten oder letzten Position gehen'],
];

export const keyLabels = {
  n: 'das nächste Format wählen',
  f: 'zur ersten Position gehen, an der diese Uhr stehen bleibt',
};

export const presets = [
  ['langsame Uhr, bfloat16', { format: 'bfloat16', pair: 31, position: 235 }],
  ['langsame Uhr, float32', { format: 'float32', pair: 31, position: 235 }],
  ['schnelle Uhr, bfloat16', { format: 'bfloat16', pair: 0, position: 235 }],
  ['größter Fehler', { format: 'angle', pair: 1, position: 997477 }, true],
];

export const labelsOnPicture = {
  lens(pair, count) {
    if (!pair) return 'Uhr 0: schnellste';
    return pair === count - 1 ? `Uhr ${pair}: langsamste` : `Uhr ${pair}`;
  },
  zoom: (times) => `× ${grouped(Number(times.toPrecision(2)))}`,
  // Zwei sehr große Positionen hätten sonst nicht nebeneinander Platz.
  position: (position) => `${position < 1e5 ? 'Position' : 'Pos.'} ${grouped(position)}`,
  step: 'Schritt des Zeigers',
  gap: 'Lücke zwischen Zahlen',
  same: 'als ein Paar gespeichert',
  different: 'als zwei Paare gespeichert',
  lines: 'Linien: speicherbare Zahlen',
  linesBrief: 'Linien: speicherbar',
  dense: 'Linien zu dicht',
  never: () => `nicht bis ${grouped(LIMIT)}`,
  hidden: 'Wo bleiben die Uhren stehen?',
  bars: 'Position, an der jede Uhr zuerst stehen bleibt',
  barsBrief: 'wo jede Uhr zuerst stehen bleibt',
  clocks: 'Uhren: von schnell bis langsam',
  chosen: (pair, first) =>
    `Uhr ${pair}: ${first ? `an Position ${grouped(first)}` : labelsOnPicture.never()}`,
  errors: 'größter Fehler von Sinus oder Kosinus',
};

/** Sagt, in wie vielen Uhren Nachbarn gleich gespeichert werden. */
function stillText({ state: { dim, format }, still }) {
  const count = still[format];
  const all = `${dim / 2} Uhren`;
  const stored = `Im Format ${formatNames[format]}`;
  if (!count) return `${stored} bleibt bis Position ${grouped(LIMIT)} keine der ${all} stehen.`;
  return `${stored} ${count === 1 ? 'bleibt' : 'bleiben'} ${count} von ${all} an einer Position stehen.`;
}

/** Sagt, was das Format mit einem Score macht. */
function scoreText({ state, far, farther }) {
  const { format, position } = state;
  const { error, score } = far[format];
  if (format === 'float64') return ' Mit diesem Format werden die anderen verglichen.';
  const [stored, exact, next] = [score, far.float64.score, farther].map((each) => fixed(each, 4));
  return (
    ` An Position ${grouped(position)} weichen die Zahlen um bis zu ${scientific(error, 1)} ab. ` +
    `Zwei gleiche Wörter im Abstand ${APART} haben den Score ${stored}` +
    (stored === exact ? ', wie mit exakten Zahlen. ' : `. Mit exakten Zahlen ist er ${exact}. `) +
    `Im Abstand ${APART + 1} wäre er ${next}.`
  );
}

/** Sagt Anfängern, wie falsch ein Score ist. */
function errorText({ state: { format }, far, farther }) {
  const exact = far.float64.score;
  const isLess = Math.abs(far[format].score - exact) < Math.abs(farther - exact);
  const change = isLess ? 'weniger' : 'mehr';
  return ` Ein Score ändert sich dadurch ${change}, als wenn ein Wort um eine Position rückt.`;
}

/** Sagt, wie viele Uhren die zwei Positionen unterscheiden. */
const apartText = ({ same }) =>
  `Aber ${same.filter((each) => !each).length} von ${same.length} Uhren unterscheiden sie.`;

export function caption(model, covered, beginner) {
  const { state, same, far } = model;
  const { pair, position, format } = state;
  const pieces = [
    `Die Lupe von Uhr ${pair} zeigt die Spitze ihres Zeigers an den Positionen `,
    ['other', grouped(position - 1)],
    ' und ',
    ['you', grouped(position)],
    '. ',
  ];
  if (covered)
    return [...pieces, 'Jede Spitze wird als zwei Zahlen gespeichert, mit jeweils wenigen Bits.'];
  pieces.push(
    same[pair]
      ? 'Beide werden zum selben Zahlenpaar. Diese Uhr kann die Positionen nicht unterscheiden. '
      : 'Sie bleiben zwei verschiedene Zahlenpaare. ',
    same[pair] && beginner ? apartText(model) : stillText(model),
  );
  if (format === 'angle')
    pieces.push(
      ' Hier ist schon der Winkel gerundet, wie in den meisten Programmen. ' +
        'Mit ihm wächst der Fehler.',
    );
  const { error } = far[format];
  if (beginner) return error < 0.001 ? pieces : [...pieces, errorText(model)];
  return [...pieces, scoreText(model)];
}

/** Die Zellen der Tabelle der Formate. */
const FORMAT_CELLS = [
  String,
  String,
  grouped,
  (error) => scientific(error, 1),
  (score) => fixed(score, 4),
];

/** Die Zellen der Tabelle der ersten Zeilen. */
const WHOLE_CELLS = [String, (error) => scientific(error, 2), grouped, String, grouped];

export function tables({ state, first, still, far, whole, exact, stored }) {
  const { dim, position, format } = state;
  return [
    {
      name: `Fünf Formate an Position ${grouped(position)}`,
      answers: true,
      columns: ['Format', 'stehende Uhren', 'zuerst an', 'größter Fehler', 'Score'],
      rows: FORMATS.length,
      row: (at) => {
        const each = FORMATS[at];
        const { error, score } = far[each];
        const least = still[each] ? Math.min(...first[each].filter(Boolean)) : '–';
        return [formatNames[each], still[each], least, error, score];
      },
      show: (value, column) => FORMAT_CELLS[column](value),
    },
    {
      name: `Wo jede Uhr zum ersten Mal stehen bleibt, bis Position ${grouped(LIMIT)}`,
      answers: true,
      columns: ['Uhr', ...FORMATS.map((each) => formatNames[each])],
      rows: dim / 2,
      row: (pair) => [pair, ...FORMATS.map((each) => first[each][pair] || '–')],
      show: (value, column) => (column ? grouped(value) : String(value)),
    },
    {
      name: `Die ersten ${grouped(ROWS)} Zeilen mit je ${dim} Zahlen, verglichen mit float64`,
      answers: true,
      columns: [
        'Format',
        'größter Fehler',
        'an Position',
        'Dimension',
        'langsamster Kosinus ist 1 bis',
      ],
      rows: FORMATS.length,
      row: (at) => {
        const { error, position: worst, dimension, ones } = whole[FORMATS[at]];
        const where = error ? [worst, dimension] : ['–', '–'];
        return [formatNames[FORMATS[at]], error, ...where, ones];
      },
      show: (value, column) => WHOLE_CELLS[column](value),
    },
    {
      name: `Uhren an Position ${grouped(position)}, exakt und als ${formatNames[format]}`,
      columns: ['Uhr', 'Sinus', 'Kosinus', 'gespeicherter Sinus', 'gespeicherter Kosinus'],
      rows: dim / 2,
      row: (pair) => {
        const at = 2 * dim + 2 * pair;
        return [pair, exact[at], exact[at + 1], stored[at], stored[at + 1]];
      },
      show: (value, column) => (column ? signed(value, 6) : String(value)),
    },
  ];
}

export const questionTexts = {
  ask:
    'Eine Uhr speichert als Sinus und Kosinus, wohin ihr Zeiger zeigt. ' +
    'Welche Uhren speichern benachbarte Positionen mit je 16 Bit (bfloat16) gleich?',
  options: [
    [
      'none',
      'keine: Alle Positionen bleiben verschieden',
      'Mit 32 Bit, wie hier, bleiben alle Positionen verschieden.',
    ],
    [
      'fast',
      'die schnellen Uhren',
      'Ein schneller Zeiger kommt in einem Schritt weit. Das sehen auch grobe Zahlen.',
    ],
    ['slow', 'die langsamen Uhren'],
  ],
  watch:
    'Jeder Punkt springt dorthin, wo sich zwei Linien kreuzen. ' +
    'Bleiben die zwei Punkte einer Lupe getrennt?',
  surprise: ({ still, state }) => `${still.bfloat16} von ${state.dim / 2} Uhren`,
  because: ({ state }) => [
    `Ein Schritt von Uhr ${state.pair} ist kleiner als die Lücke zwischen zwei Zahlen in bfloat16. ` +
      'Schnellere Uhren unterscheiden diese Positionen noch, es schadet also wenig. ',
    'Positionen selbst brauchen mehr Bits: ' +
      `Nach ${1 << BITS.bfloat16} kann bfloat16 nicht alle speichern.`,
  ],
};

export function describe(model, covered) {
  const { state, same } = model;
  const { pair, position } = state;
  const where = `Uhr ${pair}, Positionen ${grouped(position - 1)} und ${grouped(position)}`;
  if (covered) return `${where}.`;
  const verdict = same[pair] ? labelsOnPicture.same : labelsOnPicture.different;
  return `${where}: ${verdict}. ${stillText(model)}`;
}
