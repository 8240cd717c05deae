/** Die Texte von pe-similarity. */
import { fixed } from '../../figures/chassis/format.js';
import { measureTexts, valueText } from '../../figures/similarity/measure-text.js';

export const heading = 'Nähere Positionen sind nicht immer ähnlicher';
export const topic = 'Wie ähnlich sind sich zwei Positionen?';

export const labels = {
  metric: 'Maß',
  dim: 'Dimensionen',
  base: 'Basis',
  length: 'Positionen',
  offset: 'Abstand k',
  position: 'Erste Position',
};

export const names = { metric: ['Kosinus', 'Skalarprodukt', 'euklidisch'] };

/** „Abstand“ heißt der Abstand von Positionen. Der Abstand von Vektoren heißt darum „Distanz“. */
const MEASURES = {
  cosine: 'Kosinus-Ähnlichkeit',
  dot: 'Skalarprodukt',
  euclidean: 'Distanz',
};
/** Was für weiter entfernte Positionen trotzdem gilt. */
const nearer = 'aber ihre Kodierungen liegen näher beieinander';
const alike = 'sind aber ähnlicher';
const ALTHOUGH = { cosine: alike, dot: alike, euclidean: nearer };
const THEIR = { cosine: 'Ihre', dot: 'Ihr', euclidean: 'Ihre' };

export const presets = [
  ['Delle bei 23', { metric: 'cosine', dim: 128, length: 64, offset: 23 }],
  ['Delle bei 47', { metric: 'cosine', dim: 128, length: 64, offset: 47 }],
  ['8 Dimensionen', { dim: 8 }],
  ['512 Dimensionen', { dim: 512 }],
];

export const arrows = [
  ['← →', 'den Abstand um eins verkleinern oder vergrößern'],
  ['↑ ↓', 'beide Positionen im gleichen Abstand zurück oder vor schieben'],
  ['Pos1, Ende', 'den kleinsten oder größten Abstand wählen'],
];
export const keyLabels = { c: 'das nächste Maß wählen: Kosinus, Skalarprodukt oder Distanz' };

export const labelsOnPicture = {
  matrix: 'jede Position mit jeder anderen verglichen',
  measure: MEASURES,
  separation: 'Abstand k',
  bold: (wide) => (wide ? 'fett: weiter weg, aber ähnlicher' : 'fett: wieder ähnlicher'),
  unrelated: ({ state: { metric, dim }, unit }) =>
    metric === 'euclidean' ? `unähnlich: √${dim} = ${fixed(unit, 2)}` : 'unähnlich: 0',
  bars: (wide) =>
    wide
      ? 'Kosinus je Paar, schnell bis langsam; Mittel = Ähnlichkeit'
      : 'Kosinus je Paar, schnell bis langsam',
  unfinished: (unfinished, pairs, length) =>
    `${unfinished} von ${pairs}: keine Runde in ${length} Positionen`,
  scale: {
    same: '0 gleich',
    unrelatedZero: '0 unähnlich',
    unrelated: (dim) => `√${dim} unähnlich`,
    opposite: (unit) => `${fixed(-unit, 0)} umgekehrt`,
  },
};

export function caption(model, covered) {
  const { state, values, rivals, least } = model;
  const { position, offset, metric } = state;
  const [chosen, rival] = measureTexts(model);
  const own = [
    'Die Positionen ',
    ['you', String(position)],
    ' und ',
    ['you', String(position + offset)],
    ` haben den Abstand ${offset}. ${THEIR[metric]} ${MEASURES[metric]} ist `,
    ['b', chosen],
    ', wie überall auf dieser Diagonale. ',
  ];
  if (covered) return own;
  return [
    ...own,
    ...rivalText(rivals[offset], rival, metric),
    `Am wenigsten ähneln sich Positionen im Abstand ${least}: `,
    ['b', valueText(values[least], metric)],
    metric === 'cosine' && values[least] > 0 ? ', also immer noch über 0.' : '.',
  ];
}

/** Nennt den größeren Abstand, dessen Positionen sich am meisten ähneln, falls es ihn gibt. */
function rivalText(rival, value, metric) {
  if (rival < 0) return ['Keine zwei Positionen in größerem Abstand sind ähnlicher als diese. '];
  return [
    'Positionen im Abstand ',
    ['other', String(rival)],
    ` liegen weiter auseinander, ${ALTHOUGH[metric]}: ${value}. `,
  ];
}

export function tables({ state, values, rivals, beaten }, covered) {
  const { metric, length, dim, offset } = state;
  // While the question is open, nothing beyond the chosen separation is shown.
  const [rows, columns] = covered ? [offset + 1, 2] : [length, 4];
  const name = MEASURES[metric];
  return [
    {
      name: `${name} nach Abstand, ${dim} Dimensionen`,
      columns: [
        'Abstand',
        name,
        'größere Abstände, die ähnlicher sind',
        'der ähnlichste davon',
      ].slice(0, columns),
      rows,
      row: (k) => [k, values[k], beaten[k], rivals[k] < 0 ? 'keiner' : rivals[k]].slice(0, columns),
      show: (value, column) => (column === 1 ? fixed(value, 4) : String(value)),
    },
  ];
}

export const questionTexts = {
  ask: [
    'In Anleitungen steht, dass nähere Positionen ähnlicher sind.',
    'Welche Position ähnelt Position 0 mehr?',
  ].join(' '),
  options: [
    [
      '47',
      'Position 47, denn sie ist näher',
      'Das ist die Ähnlichkeit von Position 47. Sieh dir jetzt 50 an.',
    ],
    ['50', 'Position 50, obwohl sie weiter weg ist'],
    [
      'same',
      'keine: Beide Ähnlichkeiten sind auf 0 gesunken',
      'Keine ist 0: Die langsamen Paare drehten sich kaum, darum bleiben alle Positionen ähnlich.',
    ],
  ],
  watch: 'Der Punkt wandert zu 47. Achte auf die Kurve: Ist sie bei 50 höher?',
  because: ({ state, values, least, unfinished }) => [
    'Die erste Zahl gehört zu Position 50, die zweite zu Position 47. ' +
      'Die Ähnlichkeit fällt in Wellen, denn jedes Paar dreht sich in seinem eigenen Tempo. ' +
      `Auf 0 fällt sie nie. ${unfinished} der ${state.dim / 2} Paare drehen ` +
      `in ${state.length} Positionen keine ganze Runde. ` +
      `Sie halten die Ähnlichkeit bei mindestens ${fixed(values[least], 3)}.`,
  ],
};

export function describe(model, covered) {
  const { metric, position, offset } = model.state;
  const rival = model.rivals[offset];
  const [chosen, farther] = measureTexts(model);
  const own =
    `Die Positionen ${position} und ${position + offset} haben den Abstand ${offset}. ` +
    `${THEIR[metric]} ${MEASURES[metric]} ist ${chosen}.`;
  if (covered) return own;
  return [
    own,
    rival < 0
      ? 'Keine zwei Positionen in größerem Abstand sind ähnlicher als diese.'
      : `Positionen im Abstand ${rival} liegen weiter auseinander, ` +
        `${ALTHOUGH[metric]}: ${farther}.`,
  ].join(' ');
}

export const gameTexts = {
  heading: 'Finde ein Gegenbeispiel',
  task: [
    'Ein größerer Abstand schlägt einen kleineren, wenn seine beiden Positionen ähnlicher sind.',
    'Finde den kleinsten Abstand, der geschlagen wird.',
    'Finde auch den, der am deutlichsten geschlagen wird.',
  ].join(' '),
  none: 'Ändere den Abstand, bis ein größerer ihn schlägt.',
  found(model, gap) {
    const { rivals, first, largest } = model;
    const { offset, metric } = model.state;
    const rival = rivals[offset];
    const sign = metric === 'euclidean' ? '>' : '<';
    const [own, farther] = measureTexts(model);
    return [
      ['right', '✓ '],
      ['b', `${offset}`],
      ' wird von ',
      ['b', `${rival}`],
      ` geschlagen: ${own} ${sign} ${farther}.`,
      offset === first ? ' Kein kleinerer Abstand wird geschlagen.' : '',
      (offset === largest ? ' Kein Vorsprung ist größer: ' : ' Dein größter Vorsprung bisher: ') +
        `${valueText(gap, metric)}.`,
    ];
  },
};
