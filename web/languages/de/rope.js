/** Die Texte von pe-rope. */
import { fixed, grouped, scientific, signed } from '../../figures/chassis/format.js';
import { firstWords } from '../../figures/chassis/words.js';
import { FINE, dimsOf, pairsOf } from '../../figures/rope/model.js';

export const heading = 'Nach Position gedreht, nach Abstand verglichen';
export const topic = 'Wörter als Pfeile, die sich drehen';

export const labels = {
  dim: 'Kopfbreite',
  base: 'Basis',
  position: 'Query bei',
  other: 'Key bei',
  arrows: 'Gezeigte Paare',
  hold: 'Key folgt der Query',
  pair: 'Paar',
  weights: 'Paare im Training',
  layout: 'Paare im Code',
  permute: 'Gewichte passend umsortieren',
  values: 'Auch den Value drehen',
  seed: 'Beispiel',
  query: 'Deine Query',
  key: 'Dein Key',
  far: 'Logarithmisch',
};

export const names = { layout: ['i und i + d/2', '2i und 2i + 1'] };

export const arrows = [
  ['← →', 'eine Position zurück oder vor gehen'],
  ['↑ ↓', 'ein schnelleres oder langsameres Paar wählen'],
  ['Pos1, Ende', 'zur ersten oder letzten Position der Leiste gehen'],
];
export const keyLabels = {
  o: 'den Key mitziehen oder stehen lassen',
  '+': 'den Key eine Position zurückschieben',
  '-': 'den Key eine Position vorschieben',
  l: 'ändern, wie der Code die Zahlen paart',
  w: 'ändern, wie das Training die Zahlen gepaart hat',
  p: 'die Gewichte passend zum Code umsortieren oder wieder zurück',
  v: 'auch den Value drehen oder nur Query und Key',
  n: 'ein anderes Beispiel zeigen',
};

export const labelsOnPicture = {
  turning: (still, hold) => {
    if (still) return 'jeder Pfeil dreht sich mit';
    return hold
      ? 'zieh q: beide Wörter wandern; zieh k: nur k'
      : 'zieh q oder k: nur sein Wort wandert';
  },
  pairs: 'Paar, schnell bis langsam',
  computed: '✗ berechnet',
  trained: '✓ trainiert',
  offset: 'Abstand, Query − Key',
  score: (beginner) => (beginner ? 'Score' : 'Score q · k'),
  sum: (beginner, count) => {
    if (count === 1) return 'Score = Kosinus des Winkels × beide Längen';
    return `die ${beginner ? 'Uhren' : 'Paare'} ergeben zusammen den Score`;
  },
  drift: (beginner) => (beginner ? '✓ bleibt gleich' : 'Änderung des Scores'),
  apart: ({ position, other, hold }, beginner) =>
    `Abstand ${grouped(Math.abs(position - other))}${hold && !beginner ? ', fest' : ''}`,
  queryAt: (position, word) => `Query ${word ? `„${word}“ ` : ''}bei ${grouped(position)}`,
  keyAt: (position, word) => `Key ${word ? `„${word}“ ` : ''}bei ${grouped(position)}`,
  circles: (narrow, values, mode) => {
    const each = narrow ? '' : 'ein Kreis pro Paar, ';
    const circles = `${each}schnell bis langsam; gestrichelt: ungedreht`;
    return values ? `${circles}; ${mode === 'dark' ? 'weiß' : 'schwarz'}: v` : circles;
  },
  dims: ([x, y], named) => `${named ? 'Dim. ' : ''}${x}, ${y}`,
  not: (score) => `✗ nicht ${signed(score, 2)}`,
  curve: (narrow) => (narrow ? 'Score' : 'Score je Abstand'),
};

/** Gibt den Text von Stücken zurück, die farbig sein können. */
const textOf = (pieces) =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece[1])).join('');

const driftText = ({ low, high }) => scientific(high - low, 1);

/** Sagt, dass eine einzelne Uhr schon herum ist und darum Abstände verwechselt. */
function turnsText({ state, frequencies }) {
  const gap = Math.abs(state.position - state.other);
  const turns = (gap * frequencies[0]) / (2 * Math.PI);
  if (pairsOf(state) > 1 || turns < 1) return '';
  return (
    `In ${grouped(gap)} Positionen macht diese einzelne Uhr ${fixed(turns, 1)} Runden, ihre Winkel wiederholen sich also. ` +
    'Ein fernes Wort kann dann so viel Score haben wie ein nahes. Mehr Uhren trennen die Abstände.'
  );
}

export function caption(model, covered, beginner) {
  const { position, other, pair } = model.state;
  const { frequencies, parts, held } = model;
  const hidden = covered && held.from < held.to;
  const [first, , last] = firstWords();
  const start = [
    `Die Query ${beginner ? `von „${last}“ ` : ''}steht bei `,
    ['you', grouped(position)],
    `, der Key ${beginner ? `von „${first}“ ` : ''}bei `,
    ['other', grouped(other)],
    '. ',
  ];
  if (hidden) return [...start, 'Wie viel bleibt vom Score übrig?'];
  if (beginner)
    return [
      ...start,
      'Je kleiner der Winkel zwischen den Pfeilen ist, desto höher ist der Score: ',
      ['b', signed(model.score, 2)],
      '. ',
      held.from < held.to
        ? 'Beide sind weitergerückt, und der Winkel ist derselbe.'
        : turnsText(model),
    ];
  const radians = (place) => grouped(place * frequencies[pair], 2);
  return [
    ...start,
    `In Paar ${pair} dreht sich die Query um ${radians(position)} rad ` +
      `und der Key um ${radians(other)} rad. Das Paar trägt ${signed(parts[pair])} zum Score bei. `,
    ...scoreText(model),
    ...heldText(model),
    ...valueText(model),
  ];
}

function scoreText({ state: { dim }, score, wrong, mixed, trained, differ }) {
  const value = signed(score);
  if (wrong)
    return [
      ['wrong', '✗ '],
      'Der Code paart die Zahlen anders als das Training. Der Score ist ',
      ['b', value],
      ` statt ${signed(trained.score)}, und ${differ} von ${2 * dim} Zahlen sind falsch. `,
    ];
  if (mixed)
    return [
      ['right', '✓ '],
      'Mit umsortierten Gewichten ist der Score ',
      ['b', value],
      `, und ${differ} von ${2 * dim} Zahlen sind falsch. `,
    ];
  return ['Der Score ist ', ['b', value], '. '];
}

/** Sagt, wie sehr sich der Score geändert hat, während sich beide Wörter bewegten. */
const changeText = (held) =>
  held.high === held.low
    ? [' ist der Score gleich geblieben (Änderung ', ['b', '0'], ')']
    : [' hat sich der Score um ', ['b', driftText(held)], ' verändert'];

function heldText({ held }) {
  if (held.from >= held.to) return [];
  return [
    'Von Position ',
    ['you', grouped(held.from)],
    ' bis ',
    ['you', grouped(held.to)],
    ...changeText(held),
    '. ',
  ];
}

function valueText({ state, moved }) {
  if (!state.values) return [];
  return [
    ['wrong', '✗ '],
    'Seit dem Anfang des Textes hat die Drehung den Value um ',
    ['b', fixed(moved)],
    ' verschoben. Ohne Drehung hätte er sich nicht bewegt.',
  ];
}

export const tables = (model) => [pairTable(model), offsetTable(model)];

/** Die Paarungen in der Überschrift einer Tabelle. */
const LAYOUTS = { half: 'i und i + d/2', interleaved: '2i und 2i + 1' };

function pairTable({ state, q, k, qTurned, kTurned, parts, frequencies }) {
  const { dim, position, other, layout } = state;
  return {
    name: `Paare der Query bei ${position} und des Keys bei ${other}, ${LAYOUTS[layout]}`,
    columns: [
      'Paar',
      'Dimensionen',
      'Radiant pro Position',
      'q, erste Zahl',
      'q, zweite Zahl',
      'q gedreht, erste Zahl',
      'q gedreht, zweite Zahl',
      'k, erste Zahl',
      'k, zweite Zahl',
      'k gedreht, erste Zahl',
      'k gedreht, zweite Zahl',
      'Beitrag zum Score',
    ],
    rows: dim / 2,
    row: (pair) => {
      const [x, y] = dimsOf(layout, dim, pair);
      const numbers = [q, qTurned, k, kTurned].flatMap((vector) => [vector[x], vector[y]]);
      return [pair, `${x}, ${y}`, frequencies[pair], ...numbers, parts[pair]];
    },
    show: (value, column) => {
      if (column === 0) return String(value);
      return column === 2 ? scientific(value, 4) : signed(value, 4);
    },
  };
}

const offsetTable = ({ offsets, curve, trainedCurve }) => ({
  name: 'Score für jeden Abstand',
  columns: ['Abstand', 'Score', 'Score wie im Training'],
  rows: (offsets.length - 1) / FINE + 1,
  row: (at) => [offsets[at * FINE], curve[at * FINE], trainedCurve[at * FINE]],
  show: (value, column) => (column ? signed(value, 4) : grouped(value)),
});

export const questionTexts = {
  ask: [
    'Jeder Pfeil dreht sich, wenn sein Wort weiterrückt.',
    'Beide Wörter rücken zusammen um 1.000 Positionen weiter.',
    'Wie viel bleibt von ihrem Score übrig?',
  ].join(' '),
  options: [
    [
      'less',
      'weniger: Beide Wörter sind jetzt weit draußen',
      'Ein Pfeil, der sich dreht, wird nie kürzer. Achte auf den Winkel zwischen den Pfeilen.',
    ],
    [
      'other',
      'ein anderer Score: Die Pfeile zeigen woandershin',
      'Der Score ändert sich, wenn sich ein Wort allein bewegt. Hier bewegen sich beide Wörter.',
    ],
    ['all', 'alles: Der Score bleibt gleich'],
  ],
  watch: 'Achte auf den Winkel zwischen den Pfeilen und auf den Score.',
  atStops: [
    ({ state, score }) =>
      `An ${state.position} und ${state.other} zeigen die Pfeile woandershin. ` +
      `Der Score ist ${signed(score, 2)}.`,
  ],
  surprise: ({ held }) => `Score ${signed(held.low, 2)} → ${signed(held.high, 2)}`,
  because: ({ added, held }) => [
    'Beide Pfeile haben sich um denselben Winkel gedreht, und nur der zwischen ihnen zählt. ',
    'Würden Positionen addiert, mischten sich Wort und Position: ' +
      `Der Score wäre vorher ${signed(added.before, 2)} statt ${signed(held.low, 2)} ` +
      `und nachher ${signed(added.after, 2)}.`,
  ],
};

export function describe({ state, parts, score, held, wrong, trained }, covered) {
  const { position, other, pair } = state;
  const places = `Query bei ${position}, Key bei ${other}, Abstand ${position - other}.`;
  if (covered && held.from < held.to) return places;
  return [
    places,
    `Paar ${pair} trägt ${signed(parts[pair])} zum Score von ${signed(score)} bei.`,
    ...(wrong
      ? [`Die Gewichte wurden für einen Score von ${signed(trained.score)} trainiert.`]
      : []),
    ...(held.from < held.to ? [`Seit Position ${held.from}${textOf(changeText(held))}.`] : []),
  ].join(' ');
}

export const presets = [
  ['1 Uhr', { arrows: 1 }],
  ['2 Uhren', { arrows: 2 }],
  ['Alle Uhren', { arrows: 32 }],
  ['Abstand 3', { position: 11, other: 8 }],
  ['Beide 1.000 weiter', { position: 1020, other: 1008, hold: true }],
];
