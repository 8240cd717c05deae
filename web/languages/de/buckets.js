/** Die Texte von pe-buckets. */
import { m, mi, mn, mo } from '../../figures/chassis/dom.js';
import { grouped } from '../../figures/chassis/format.js';
import { RULERS } from '../../figures/buckets/model.js';

export const heading = 'Nahe Wörter haben je ein eigenes Fach, ferne teilen sich eins';
export const topic = 'Wie fein misst T5 Abstände?';

export const labels = {
  ruler: 'Abstände verteilen',
  both: 'Auch spätere Wörter',
  buckets: 'Fächer',
  max: 'Größter Abstand',
  distance: 'Abstand',
  log: 'Logarithmisches Lineal',
};

export const names = { ruler: ['gleichmäßig', 'wie T5', 'jedem ein Fach'] };

export const arrows = [
  ['← →', 'den Abstand um eins verkleinern oder vergrößern'],
  ['↑ ↓', 'zum ersten Abstand des nächsten oder vorigen Fachs gehen'],
  ['Pos1, Ende', 'den kleinsten oder größten Abstand wählen'],
];

export const keyLabels = {
  b: 'auch späteren Wörtern Fächer geben oder nicht',
  l: 'das logarithmische Lineal ein- oder ausschalten',
  s: 'die Abstände anders verteilen',
};

const T5 = { ruler: 't5', both: false, buckets: 32, max: 128, log: false };

export const presets = [
  ['„Hund“ in „Hund beißt Mann“', { ...T5, distance: 2 }],
  ['20 Wörter zurück', { ...T5, distance: 20 }],
  ['weit weg', { ...T5, distance: 150 }],
  ['auch spätere Wörter', { ...T5, both: true, distance: 20 }],
  ['ein logarithmisches Lineal', { ...T5, log: true, distance: 64 }],
];

export const labelsOnPicture = {
  back: 'Abstand: Wörter zurück',
  beyond: 'und so weiter →',
  earlier: 'Fächer für frühere Wörter',
  later: 'Fächer für spätere Wörter',
  exact: 'je ein Abstand',
  shared: 'immer mehr Abstände pro Fach',
  sharedBrief: 'immer mehr pro Fach',
  chosen: (bucket, range, wide) => {
    const distances = range.includes(' ') ? 'Abstände' : 'Abstand';
    return `Fach ${bucket}: ${wide ? `${distances} ` : ''}${range}`;
  },
  which: 'welches Fach?',
};

/** Schreibt die Abstände eines Fachs. */
export function rangeText(first, last) {
  if (last === Infinity) return `ab ${grouped(first)}`;
  if (first === last) return grouped(first);
  return `${grouped(first)} ${last === first + 1 ? 'und' : 'bis'} ${grouped(last)}`;
}

/** Sagt, wer so weit entfernt ist. */
function whoText(distance) {
  if (distance === 0) return 'Von sich selbst hat ein Wort den Abstand 0. ';
  if (distance > 2) return '';
  const word = ['beißt', 'Hund'][distance - 1];
  const far = distance === 1 ? '1 Wort' : '2 Wörter';
  return `In „Hund beißt Mann“ steht „${word}“ ${far} vor „Mann“. `;
}

/** Sagt, wer sich das Fach des gewählten Abstands teilt. */
function shareText({ bucket, first, last, state }) {
  if (last === Infinity)
    return (
      `Alle Abstände ab ${grouped(first)} teilen sich Fach ${bucket}. ` +
      'Darum darf ein Text beliebig lang sein.'
    );
  if (first === last) return `Abstand ${state.distance} hat Fach ${bucket} für sich allein.`;
  return (
    `Die Abstände ${rangeText(first, last)} teilen sich Fach ${bucket}. ` +
    'Ein Kopf kann sie also nicht unterscheiden.'
  );
}

/** Die Nachteile der einfachen Lineale. */
const RULER_TEXTS = {
  even: ' Sind alle Fächer gleich breit, können sich sogar die nächsten Wörter eins teilen.',
  t5: '',
  cut: ' Hat jeder Abstand sein Fach, nimmt das letzte Fach alle übrigen auf.',
};

export function caption(model, covered, beginner) {
  const { state, later, count } = model;
  const { distance, buckets, ruler, both, log } = state;
  if (covered)
    return [
      whoText(distance),
      `T5 sortiert alle Abstände in ${buckets} Fächer. `,
      'Für jedes Fach lernt ein Kopf eine Zahl und addiert sie zum Score.',
    ];
  const parts = [whoText(distance), shareText(model), RULER_TEXTS[ruler]];
  if (log && ruler === 't5')
    parts.push(' Auf einem logarithmischen Lineal sind geteilte Fächer etwa gleich breit.');
  if (later !== null) parts.push(` Ein späteres Wort in diesem Abstand liegt in Fach ${later}.`);
  if (both && ruler === 't5')
    parts.push(` Fach ${count} bleibt leer, denn kein späteres Wort hat den Abstand 0.`);
  if (!beginner) parts.push(` Insgesamt lernt ein Kopf ${buckets} Zahlen, eine für jedes Fach.`);
  return parts;
}

/** Schreibt die Formel von T5 für einen Abstand, der sein Fach mit anderen teilt. */
function logarithm({ state, count, exact }) {
  const { distance, max } = state;
  const log = (value) =>
    m('mrow', mi('ln'), mo('('), mn(grouped(value)), mo('/'), mn(exact), mo(')'));
  return m(
    'mrow',
    mi('min'),
    mo('('),
    mn(count - 1),
    mo(';'),
    mn(exact),
    mo('+'),
    mo('⌊'),
    mn(count - exact),
    mo('·'),
    m('mfrac', log(distance), log(max)),
    mo('⌋'),
    mo(')'),
  );
}

/** Schreibt die Formel eines einfachen Lineals. */
function simple({ state, count }) {
  const { ruler, distance, max } = state;
  const index = m('mfrac', m('mrow', mn(count), mo('·'), mn(distance)), mn(grouped(max)));
  const even = m('mrow', mo('⌊'), index, mo('⌋'));
  const inside = ruler === 'even' ? even : mn(distance);
  return m('mrow', mi('min'), mo('('), mn(count - 1), mo(';'), inside, mo(')'));
}

export function formula(model) {
  const { state, bucket, exact } = model;
  const { ruler, distance } = state;
  const name = m('math', mi('Fach'), mo('('), mn(distance), mo(')'), mo('='));
  const isExact = ruler === 't5' && distance < exact;
  if (isExact) return [[name, m('math', mn(bucket), mo(','), mn(distance), mo('<'), mn(exact))]];
  const value = ruler === 't5' ? logarithm(model) : simple(model);
  return [[name, m('math', value), m('math', mo('='), mn(bucket))]];
}

/** Schreibt die Zellen eines Fachs: den ersten und den letzten Abstand, und ihre Anzahl. */
function cellsOf(starts, bucket) {
  const first = starts[bucket];
  if (bucket === starts.length - 1) return [first, '∞', '∞'];
  const size = starts[bucket + 1] - first;
  return size ? [first, first + size - 1, size] : ['–', '–', 0];
}

export function tables({ starts, count, before, after, length, state }) {
  const show = (value) => grouped(value);
  return [
    {
      name: `Die ${count} Fächer von T5 für frühere Wörter`,
      answers: true,
      columns: ['Fach', 'erster Abstand', 'letzter Abstand', 'wie viele'],
      rows: count,
      row: (bucket) => [bucket, ...cellsOf(starts.t5, bucket)],
      show,
    },
    {
      name: 'Das Fach von T5 für jeden Abstand',
      answers: true,
      columns: ['Abstand', 'früheres Wort', ...(after ? ['späteres Wort'] : [])],
      rows: length,
      row: (at) => [at, before[at], ...(after ? [at ? after[at] : '–'] : [])],
      show,
    },
    {
      name: `Zwei einfachere Arten, die Abstände bis ${grouped(state.max)} zu verteilen`,
      columns: [
        'Fach',
        'gleichmäßig: erster',
        'letzter',
        'wie viele',
        'jedem ein Fach: erster',
        'letzter',
        'wie viele',
      ],
      rows: count,
      row: (bucket) => [bucket, ...cellsOf(starts.even, bucket), ...cellsOf(starts.cut, bucket)],
      show,
    },
  ];
}

export const questionTexts = {
  ask:
    'Das Modell T5 sortiert alle Abstände zwischen Wörtern in 32 Fächer (Buckets), 0 bis 31. ' +
    'In welches Fach kommt der Abstand 64?',
  options: [
    [
      'even',
      '16, wenn jedes Fach vier Abstände aufnimmt',
      'Nähme jedes Fach vier auf, wären die Abstände 0 bis 3 alle gleich.',
    ],
    [
      'cut',
      '31, wenn jedes Fach einen aufnimmt und das letzte den Rest',
      'Nähme das letzte den Rest auf, zählten 31 Wörter zurück genauso wie 64 oder 1.000.',
    ],
    ['t5', '26, wenn ferne Fächer mehr Abstände aufnehmen als nahe'],
  ],
  watch: 'Achte auf das markierte Fach: Wie viele Abstände teilen es sich?',
  surprise: ({ first, last }) => `Abstände ${rangeText(first, last)}`,
  because: ({ bucket, exact, starts, count }) => [
    `Diese Abstände teilen sich Fach ${bucket}. ` +
      `Unter ${exact} hat jeder Abstand ein eigenes Fach. ` +
      'Weiter hinten nimmt ein Fach immer mehr Abstände auf. ' +
      `Ab ${starts.t5[count - 1]} liegen alle in Fach ${count - 1}.`,
  ],
};

export function describe(model, covered) {
  const { state, later } = model;
  const { distance, ruler } = state;
  if (covered) return `Abstand ${distance}. ${whoText(distance)}`.trim();
  const how = ruler === 't5' ? '' : `Verteilung: ${names.ruler[RULERS.indexOf(ruler)]}. `;
  const after = later === null ? '' : ` Fach ${later} für spätere Wörter.`;
  return `Abstand ${distance}. ${how}${shareText(model)}${after}`;
}
