/** Die Texte von pe-range. */
import { fineWave, fixed, full, grouped } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { intoTurn, swept } from '../../figures/range/model.js';

export const heading = 'Definiert heißt noch nicht trainiert';
export const topic = 'Positionen jenseits des Trainings';

export const labels = {
  scheme: 'Verfahren',
  length: 'Trainingslänge',
  position: 'Position',
  dim: 'Dimensionen',
  base: 'Basis',
  slow: 'Uhren langsamer, Faktor',
  far: 'Logarithmische Skala',
};

export const presets = [
  ['Position 600', { position: 600, slow: 1 }],
  ['600, Uhren halb so schnell', { position: 600, slow: 2 }],
];

export const names = {
  scheme: ['gelernte Tabelle', 'Sinus', 'RoPE', 'ALiBi'],
};

export const arrows = [
  ['← →', 'eine Position zurück oder vor'],
  ['↑ ↓', 'das Verfahren darüber oder darunter wählen'],
  ['Pos1, Ende', 'zu Position 0 oder zu Position 1.000.000 gehen'],
];

export const keyLabels = {
  w: 'zur ersten Position gehen, die im Training nicht vorkam',
  d: 'die Position verdoppeln',
  h: 'die Position halbieren',
};

const anglesNote = () => 'bekannte Uhren';

const tableSize = ({ state: { length, dim }, parameters }) =>
  `${grouped(length)} × ${grouped(dim)} = ${grouped(parameters)}`;

export const labelsOnPicture = {
  laneNotes: {
    learned: ({ parameters }) => `${grouped(parameters)} Zahlen`,
    sinusoidal: anglesNote,
    rope: anglesNote,
    alibi: () => '8 Abzüge',
  },
  axis: 'Position oder Abstand',
  axisPlain: 'Position; jeder Strich ist 10-mal so weit',
  trained: (last) => `trainiert: 0 bis ${grouped(last)}`,
  neverTrained: 'nie trainiert',
  defined: 'definiert',
  noRow: 'keine Zeile',
  missing: (position, length) => [
    `✗ Es gibt keine Zeile ${grouped(position)}.`,
    `Die Tabelle endet mit Zeile ${grouped(length - 1)}.`,
  ],
  trainedHere: 'trainiert',
  untrained: 'untrainiert',
  allSeen: 'alles bekannt',
  unseen: (unseen, count) => `${unseen} von ${count} neu`,
  clocks({ state, waves }, shown) {
    const count = shown < waves.length ? `${shown} von ${grouped(waves.length)}` : shown;
    const [what, at] = state.scheme === 'rope' ? ['Abstand', 'bei'] : ['Position', 'an'];
    const clocks = `${count} ${shown > 1 ? 'Uhren' : 'Uhr'} gezeichnet`;
    return `${clocks}, ${at} ${what} ${grouped(state.position)}`;
  },
  clocksShort: ({ waves }, shown) => `${shown} von ${grouped(waves.length)} Uhren`,
  clocksNote: (beginner) =>
    'grün: aus dem Training bekannt; rot: Grad außerhalb' +
    (beginner ? '' : '; grau: Positionen pro Runde'),
  clocksNoteShort: 'grün: bekannt; rot: außerhalb',
  seen: 'bekannt',
  rows: 'Zeilen der Tabelle',
  rowsNote: (shown, dim) => `die ersten ${shown} von ${grouped(dim)} Spalten, vor dem Training`,
  rowsNoteShort: 'vor dem Training',
  tableSize,
  tableNote: 'Zahlen, jede für ihre eigene Zeile gelernt',
  biases: 'Abzug der 8 Köpfe',
  biasesNote: '−Steigung × Abstand: Die Geraden laufen einfach weiter',
  biasesNoteShort: '−Steigung × Abstand',
};

/** Dieser Text steht an der Stelle der Antwort, solange die Frage offen ist. */
const COVERED =
  'Erreichten die Uhren im Training schon diese Winkel? Beantworte die Frage, dann weißt du es';

const CAPTIONS = {
  learned: learnedCaption,
  sinusoidal: (model, covered, beginner) => [
    'Die Formel gibt Position ',
    asked(model, beginner),
    ' eine Zeile. ',
    ...(beginner ? [] : normCaption(model)),
    ...clocksCaption(model, covered),
  ],
  rope: (model, covered) => [
    'Für den Abstand ',
    asked(model),
    ` hat jede der ${grouped(model.state.dim / 2)} Uhren eine Drehung. `,
    'Drehungen ändern keine Länge. ',
    ...clocksCaption(model, covered),
  ],
  alibi: alibiCaption,
};

export const caption = (model, covered = false, beginner = false) =>
  CAPTIONS[model.state.scheme](model, covered, beginner);

const normCaption = ({ norm, state }) => [
  'Ihre Länge ist ',
  ['b', fixed(norm, 4)],
  ` = √${grouped(state.dim / 2)}, wie an jeder Position. `,
];

const asked = ({ state }, beginner = false) => ['you', placeText(state.position, beginner)];

function learnedCaption(model) {
  const { length } = model.state;
  const table = `${tableSize(model)} Zahlen`;
  if (model.inside)
    return [
      'Zeile ',
      asked(model),
      ` ist eine von ${grouped(length)} Zeilen. Die Tabelle hat ${table}, alle gelernt.`,
    ];
  return [
    'Es gibt keine Zeile ',
    asked(model),
    `: Die ${table} enden mit Zeile ${grouped(length - 1)}. ` +
      'Nach einer späteren Zeile zu fragen, ist ein Fehler.',
  ];
}

function alibiCaption(model) {
  const { state, slopes, inside } = model;
  const { position, length } = state;
  const steepest = grouped(slopes[0] * position, 1);
  const gentlest = grouped(slopes[7] * position, 2);
  return [
    'Beim Abstand ',
    asked(model),
    ` zieht der steilste Kopf ${steepest} ab, der flachste ${gentlest}. `,
    inside
      ? 'Dieser Abstand kam im Training vor.'
      : `Das Training endete bei ${grouped(length - 1)}. ` +
        'Der Abzug wächst auf derselben Geraden weiter.',
  ];
}

/** Sagt, ob die jetzigen Winkel der Uhren im Training vorkamen. */
function clocksCaption({ state, strange, waves, outside, inside }, covered) {
  if (covered && !inside) return [`${COVERED}.`];
  if (!strange)
    return [
      ['right', '✓ '],
      'Jede Uhr hat einen Winkel, der im Training vorkam.',
      ...slowedCaption(state),
    ];
  return [
    ['wrong', '✗ '],
    ['b', `${strange} von ${waves.length}`],
    ` Uhren ${strange === 1 ? 'zeigt' : 'zeigen'} in eine Richtung, die im Training ` +
      `nicht vorkam, an den Positionen 0 bis ${grouped(state.length - 1)}. `,
    ...howFar(outside),
    ...slowedCaption(state),
  ];
}

/** Sagt, wohin gebremste Uhren zeigen. */
function slowedCaption({ position, slow }) {
  if (slow === 1) return [];
  return [
    ` ${slow}-mal langsamer zeigen die Uhren dorthin, wo sie vorher an Position ` +
      `${grouped(position / slow, position % slow ? 1 : 0)} standen. ` +
      'Nachbarn liegen jetzt näher beieinander, und das muss ein Modell lernen.',
  ];
}

/** Sagt, um wie viel Grad die Uhren außerhalb sind. */
function howFar([least, most]) {
  if (least === most) return [`Sie ist ${degreesText(most)} zu weit.`];
  return ['Sie sind ', degreesText(least), ' bis ', ['b', degreesText(most)], ' zu weit.'];
}

/** Schreibt einen Winkel mit zwei gültigen Ziffern oder in ganzen Grad. */
export const degreesText = (degrees) =>
  degrees < 10 ? `${full(Number(degrees.toPrecision(2)), 'float64')}°` : `${Math.round(degrees)}°`;

export function tables(model) {
  const pairs = pairsTable(model);
  const heads = headsTable(model);
  return model.state.scheme === 'alibi' ? [heads, pairs] : [pairs, heads];
}

function pairsTable({ state, waves, inside }) {
  const { length, position, slow } = state;
  const place = position / slow;
  const shareText = (share) => fixed(share, 4);
  const show = [String, fineWave, shareText, shareText];
  return {
    name: `Paare an Position ${position}, trainiert bis ${length - 1}`,
    answers: !inside,
    columns: [
      'Paar',
      'Positionen pro Runde',
      'bekannter Teil der Runde',
      'jetziger Teil der Runde',
      'aus dem Training bekannt',
    ],
    rows: waves.length,
    row: (pair) => [
      pair,
      waves[pair],
      Math.min(1, (length - 1) / waves[pair]),
      intoTurn(place, waves[pair]) / waves[pair],
      swept(place, waves[pair], length) ? 'ja' : 'nein',
    ],
    show: (value, column) => show[column](value),
  };
}

function headsTable({ state, slopes }) {
  const { length, position } = state;
  return {
    name: `ALiBi beim Abstand ${position}`,
    columns: ['Kopf', 'Steigung', `Abzug bei ${length - 1}`, `Abzug bei ${position}`],
    rows: slopes.length,
    row: (head) => [head, slopes[head], -slopes[head] * (length - 1), -slopes[head] * position],
    show: (value, column) => (column < 2 ? full(value, 'float64') : fixed(value, 2)),
  };
}

export const questionTexts = {
  ask:
    'Im Training sah ein Modell die 32 Uhren der Positionen 0 bis 511. ' +
    'Wie viele davon zeigen an Position 600 in eine neue Richtung?',
  options: [
    [
      'none',
      'keine: Uhren gehen immer im Kreis',
      'Hier endet das Training. Nur eine Uhr, die ganz herumkam, zeigte alle ihre Winkel.',
    ],
    [
      '3',
      '3: nur die langsamsten Uhren',
      'Hier endet das Training. Jede Uhr mit einer Lücke im grünen Ring kam nicht ganz herum.',
    ],
    ['16', '16: die Hälfte der Uhren'],
  ],
  watch: 'Achte auf die Uhren: Welche Zeiger verlassen den grünen Teil?',
  atStops: [({ strange }) => `${strange} Zeiger haben den grünen Teil schon verlassen.`],
  surprise: ({ strange, waves }) => `${strange} von ${waves.length} Uhren`,
  because: () => [
    'Diese Uhren waren im Training noch auf ihrer ersten Runde. ' +
      'Jetzt haben sie den Teil der Runde verlassen, den das Training gezeigt hat. ',
    'Nichts warnt dich: Die Zeile sieht aus wie jede andere.',
  ],
};

const DESCRIPTIONS = {
  learned: ({ state: { position, length }, inside }) =>
    inside
      ? `Die Tabelle hat ${length} Zeilen, und Zeile ${position} kam im Training vor`
      : `Die Tabelle hat nur ${length} Zeilen, nach dieser Zeile zu fragen ist ein Fehler`,
  sinusoidal: clocksDescription,
  rope: clocksDescription,
  alibi: ({ state: { position, length }, slopes }) =>
    `Die Abzüge reichen von ${fixed(-slopes[0] * position, 1)} ` +
    `bis ${fixed(-slopes[7] * position, 2)}; das Training endete bei ${length - 1}`,
};

function clocksDescription({ norm, strange, waves, inside }, covered) {
  if (covered && !inside) return COVERED;
  return (
    `Die Zeile hat die Länge ${fixed(norm, 4)}; ` +
    `${strange} von ${waves.length} Uhren haben einen Winkel, der im Training nicht vorkam`
  );
}

export function describe(model, covered = false) {
  const { scheme, position } = model.state;
  return `Position ${position}: ${DESCRIPTIONS[scheme](model, covered)}.`;
}

export const reported = {
  heading: 'Zwei Fragen, nicht eine',
  about:
    'In manchen Vergleichstabellen steht bei Sinus-Positionen und RoPE ' +
    '„Extrapolation der Länge: ja“. ' +
    'Das beantwortet die erste Frage: „Gibt es einen Wert?“ Ja, es gibt ihn. ' +
    'Die zweite Frage ist, ob ein Modell mit einem Winkel etwas anfangen kann, ' +
    'den es im Training nie gesehen hat. ' +
    'Das ist eine Frage an das Modell, und keine Formel beantwortet sie.',
  label: 'Berichtet, nicht berechnet: ',
  says:
    'Ein Modell mit ALiBi und 1,3 Milliarden Parametern wurde auf Texten mit 1.024 Positionen ' +
    'trainiert. Auf Texten mit 2.048 Positionen war es so gut wie ein Sinus-Modell, ' +
    'das auf dieser Länge trainiert war (Press, Smith und Lewis, 2022).',
};
