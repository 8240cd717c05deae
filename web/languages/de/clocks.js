/** Die Texte von pe-clocks. */
import { distance, fineWave, fixed, grouped, signed, wave } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { BASES, DIRECTIONS, POSITIONS, basesFor } from '../../figures/clocks/build-model.js';
import { FOOLED, FOOLED_DEGREES, degreesApart } from '../../figures/clocks/model.js';

const plainWave = (value) => grouped(value, value < 10 ? 2 : 0);

export const heading = 'Viele Uhren zeigen zusammen die Position';

export const labels = {
  task: 'Aufgabe',
  spacing: 'Abstufung',
  clocks: 'Uhren',
  dim: 'Dimensionen',
  base: 'Basis',
  position: 'Position',
  other: 'Verglichen mit',
  pair: 'Uhr',
  far: 'Logarithmisch',
};

export const names = {
  task: ['vergleichen', 'bauen'],
  spacing: ['geometrisch (×)', 'linear (+)'],
};

const built = {
  task: 'build',
  clocks: 5,
  base: 10000,
  spacing: 'geometric',
  position: 0,
  far: true,
};

const whole = { task: 'compare', dim: 64, base: 10000, spacing: 'geometric', far: false };

export const presets = [
  ['Selbst bauen: 5 Uhren', built],
  ['Lineare Abstufung', { ...built, spacing: 'linear' }],
  ['Basis 10', { ...built, base: 10 }],
  ['Basis 100', { ...built, base: 100 }],
  ['Basis 1.000.000', { ...built, base: 1e6 }],
  ['Alle 32 Uhren', whole],
];

export const arrows = [
  ['← →', 'eine Position zurück oder vor gehen'],
  ['↑ ↓', 'eine schnellere oder langsamere Uhr wählen; beim Bauen um 100 springen'],
  ['Pos1, Ende', 'zur ersten oder letzten Position der Leiste gehen'],
];

export const keyLabels = {
  m: 'die aktuelle Position zum Vergleich merken',
  b: 'eigene Uhren bauen oder zwei Positionen vergleichen',
  larger: 'mit einer größeren Basis bauen',
  smaller: 'mit einer kleineren Basis bauen',
};

export const labelsOnPicture = {
  distances: 'Abstand der beiden Zeiger auf jeder Uhr',
  distancesBrief: 'Abstand auf jeder Uhr',
  apart: (positions) =>
    `${grouped(positions)} ${positions > 1 ? 'Positionen' : 'Position'} Abstand`,
  wavelength: 'Wellenlänge: Positionen pro Runde',
  clock: (pair) => `Uhr ${pair}`,
  oneTurn: (length) => `eine Runde in ${plainWave(length)} Positionen`,
  turns: (turns) => `${grouped(turns, 2)} ${turns === 1 ? 'Runde' : 'Runden'}`,
  degrees: (degrees) =>
    `${degrees > 0 && degrees < 1 ? 'unter 1°' : `${grouped(degrees)}°`} auseinander`,
  wave: (narrow) => (narrow ? 'Höhe der Spitze' : 'die Höhe der Spitze zeichnet eine Welle'),
  wall: (count) => (count > 1 ? `alle ${count} Uhren, von schnell bis langsam` : ''),
  chosen: (pair, chord) => `Uhr ${pair}: ${distance(chord)}`,
};

const plainDegrees = (degrees) =>
  degrees > 0 && degrees < 1 ? 'weniger als 1°' : `${grouped(degrees)}°`;

export const buildLabels = {
  question: (clocks) => `Reichen ${clocks} Uhren für ${grouped(POSITIONS)} Positionen?`,
  spacing: (spacing, [first, second]) => {
    const change =
      spacing === 'linear' ? `+ ${grouped(second - first)}` : `× ${grouped(second / first, 1)}`;
    return `Positionen pro Runde: ${change} von Uhr zu Uhr`;
  },
  verdict: (count, wide) => {
    const what = count ? `✗ ${grouped(count)} Doppelgänger` : '✓ Keine Doppelgänger';
    return wide ? `${what} unter den Positionen 0 bis 999` : what;
  },
  rule: 'Doppelgänger: zwei Positionen, deren Zeiger auf jeder Uhr weniger als ⅛ Runde trennt.',
  ruleBrief: 'Doppelgänger: überall weniger als ⅛ Runde.',
  alike: (position, count, rival) => {
    if (!count && rival === null) return `keine Position sieht aus wie ${position}`;
    if (!count) return `keine Position sieht aus wie ${position}; am ähnlichsten ist ${rival}`;
    const positions = count > 1 ? 'Positionen sehen' : 'Position sieht';
    return `${grouped(count)} ${positions} aus wie ${position}`;
  },
  chart: (most) => `Doppelgänger je Basis; höchster Balken: ${grouped(most)}`,
  base: (base) => `Basis ${grouped(base)}`,
  tooSmall: (wide) => (wide ? '← die langsamste Uhr ist zu früh herum' : '← zu früh herum'),
  tooLarge: (wide) => (wide ? 'der Sprung von Uhr zu Uhr ist zu groß →' : 'Sprünge zu groß →'),
};

/** Sagt, wie weit die beiden Positionen auf allen Uhren zusammen auseinander sind. */
function together({ state, chords, total, fooled }) {
  const { position, other } = state;
  if (chords.length < 2 || position === other) return [];
  return [
    ` Auf allen ${chords.length} Uhren zusammen haben die Positionen den Abstand `,
    ['b', fixed(total, 3)],
    '. ',
    alone(fooled),
  ];
}

function alone(fooled) {
  if (!fooled) return 'Auch jede Uhr allein könnte sie unterscheiden.';
  const clocks = fooled > 1 ? `könnten ${fooled} Uhren` : 'könnte 1 Uhr';
  const why = `Der Abstand ihrer beiden Zeiger ist kleiner als ${fixed(FOOLED, 2)}`;
  return `Allein ${clocks} sie nicht unterscheiden: ${why}.`;
}

export function caption(model, covered = false, beginner = false) {
  if (model.build) return builtCaption(model, model.build, covered, beginner);
  return beginner ? plainCaption(model, covered) : exactCaption(model, covered);
}

function exactCaption(model, covered) {
  const { state, waves, chords } = model;
  const { position, other, pair } = state;
  const fools = !covered && position !== other && chords[pair] < FOOLED;
  return [
    'Uhr ',
    ['b', String(pair)],
    ` dreht in ${wave(waves[pair])} Positionen eine Runde. Ihre Zeiger für `,
    ['you', grouped(position)],
    ' und ',
    ['other', grouped(other)],
    ` haben den Abstand ${distance(chords[pair])}` +
      `${fools ? ': Sie kann die Positionen nicht unterscheiden.' : '.'}`,
    ...together(model),
  ];
}

function plainCaption({ state, waves, chords, fooled }, covered) {
  const { position, other, pair } = state;
  const degrees = degreesApart(position - other, waves[pair]);
  const fools = !covered && position !== other && chords[pair] < FOOLED;
  const clocks = chords.length;
  const tell = clocks - fooled;
  const can = tell === 1 ? 'kann' : 'können';
  return [
    'Auf Uhr ',
    ['b', String(pair)],
    ' liegen die Zeiger für ',
    ['you', placeText(position, true)],
    ' und ',
    ['other', placeText(other, true)],
    ` um ${plainDegrees(degrees)} auseinander` +
      `${fools ? ': Diese Uhr kann sie nicht unterscheiden.' : '.'}`,
    position === other || clocks < 2
      ? ''
      : ` ${tell} der ${clocks} Uhren ${can} die beiden Positionen unterscheiden.`,
  ];
}

/** Solange die Frage offen ist, nennt diese Bildunterschrift keine zweite Position. */
function builtCaption(model, build, covered, beginner) {
  const bases = basesFor(beginner);
  const works = bases.filter((base) => !build.survey[BASES.indexOf(base)]).length;
  const chosen = model.state.base === 10000 && !build.count;
  return [
    ...(covered || beginner ? [] : mostSimilar(model, build)),
    reason(model, build),
    ` ${worksText(works, bases.length)}.`,
    chosen ? ' Die Autoren des Transformers wählten 10.000 und sagten nicht, warum.' : '',
  ];
}

function worksText(works, all) {
  const bases = `der ${all} Basen im Diagramm`;
  if (works > 1) return `${works} ${bases} unterscheiden alle Positionen`;
  return `${works ? 'Nur eine' : 'Keine'} ${bases} unterscheidet alle Positionen`;
}

function mostSimilar({ position, other, waves }, { gaps }) {
  const isAlike = gaps.includes(Math.abs(position - other));
  return [
    'Position ',
    ['other', String(other)],
    isAlike ? ` sieht auf allen ${waves.length} Uhren aus wie Position ` : ' ist Position ',
    ['you', String(position)],
    isAlike ? '. ' : ' am ähnlichsten, aber mindestens eine Uhr unterscheidet die beiden. ',
  ];
}

/** Sagt, warum der Stapel von Uhren taugt oder nicht taugt. */
function reason({ waves }, { widest, jump, gapped, comesRound, count }) {
  const slowest = grouped(waves[waves.length - 1]);
  if (gapped)
    return (
      `Uhr ${widest + 1} braucht für eine Runde ` +
      `${grouped(jump, 1)}-mal so lange wie Uhr ${widest}. ` +
      `An einem Zeiger erkennt man aber nur ${DIRECTIONS} Richtungen. ` +
      `Uhr ${widest} ist schon herum, bevor sich Uhr ${widest + 1} sichtbar bewegt.`
    );
  if (comesRound)
    return (
      `Selbst die langsamste Uhr ist nach ${slowest} Positionen herum. ` +
      (count
        ? 'Weit entfernte Positionen können dann gleich aussehen.'
        : 'Nur mit Glück bleiben die Positionen verschieden.')
    );
  return (
    `Die langsamste Uhr dreht in ${slowest} Positionen eine Runde, kommt hier also nicht herum. ` +
    `Jede Uhr braucht höchstens ${grouped(jump, 1)}-mal so lange wie die vorige. ` +
    (count ? 'Schon das ist zu langsam.' : 'Kein Sprung ist also zu groß.')
  );
}

export function tables(model) {
  const { position, other, waves, table, chords, build } = model;
  const dim = 2 * waves.length;
  /** Die Schreibweise der Zahlen in jeder Spalte. */
  const formats = [String, fineWave, signed4, signed4, signed4, signed4, distance];
  const hands = {
    answers: build !== null,
    name: `Uhren an den Positionen ${position} und ${other}`,
    columns: [
      'Uhr',
      'Positionen pro Runde',
      `sin bei ${position}`,
      `cos bei ${position}`,
      `sin bei ${other}`,
      `cos bei ${other}`,
      'Abstand der Zeiger',
    ],
    rows: waves.length,
    row: (pair) => [
      pair,
      waves[pair],
      table[2 * pair],
      table[2 * pair + 1],
      table[dim + 2 * pair],
      table[dim + 2 * pair + 1],
      chords[pair],
    ],
    show: (value, column) => formats[column](value),
  };
  return build ? [hands, basesTable(build)] : [hands];
}

const basesTable = ({ survey }) => ({
  name: `Doppelgänger unter ${grouped(POSITIONS)} Positionen`,
  columns: ['Basis', 'Doppelgänger'],
  rows: BASES.length,
  row: (at) => [BASES[at], survey[at]],
  show: (value) => grouped(value),
});

const signed4 = (value) => signed(value, 4);

export const questionTexts = {
  ask: 'Uhr 0 dreht in 6,28 Positionen eine Runde. Welche Position verwechselt sie mit Position 0?',
  options: [
    ['3', '3, etwa eine halbe Runde', 'Nach einer halben Runde zeigt der Zeiger nach unten.'],
    ['6', '6, etwa eine Runde', 'Knapp daneben: Der Zeiger ist noch nicht ganz herum.'],
    ['44', '44, etwa sieben Runden'],
  ],
  watch: 'Achte auf den großen Zeiger: Wie nah kommt er an seinen Anfang heran?',
  atStops: [
    ({ state, waves }) => {
      const { position } = state;
      const turns = labelsOnPicture.turns(position / waves[0]);
      const apart = plainDegrees(degreesApart(position, waves[0]));
      return `An Position ${position}, nach ${turns}, liegen die Zeiger ${apart} auseinander.`;
    },
  ],
  surprise: ({ waves }) => `${grouped(degreesApart(44, waves[0]), 1)}° auseinander`,
  because: () => [
    'In 44 Positionen macht Uhr 0 fast genau 7 Runden, ihr Zeiger ist also wieder am Anfang. ' +
      'Andere Uhren zeigen woandershin, darum können alle zusammen 0 und 44 unterscheiden.',
  ],
};

export const game = {
  title: 'Wer täuscht Uhr 0?',
  task: () =>
    'Finde eine Position außer 44, die Uhr 0 nicht von Position 0 unterscheiden kann. ' +
    `Ihre Zeiger für die beiden müssen weniger als ${grouped(FOOLED_DEGREES, 1)}° trennen. ` +
    `Eine Position unter ${grouped(POSITIONS)} täuscht Uhr 0 viel besser als 44.`,
  start: () => `Den Regler bis ${POSITIONS - 1} reichen lassen`,
  none: 'Du hast außer 44 noch keine gefunden. Geh weiter, bis beide Zeiger von Uhr 0 gleich stehen.',
  fooled: (degrees) =>
    ` täuscht Uhr 0: Ihre Zeiger trennen ${grouped(degrees, 4)}°. ` +
    'Die anderen Uhren können die Position aber von 0 unterscheiden.',
  closest: 'Dein bester Fund bisher: Position ',
  /** Sagt, wie nah die beste Position ist. Vor diesem Text steht die Position. */
  result: ({ position, chord, degrees, total, beginner }) => {
    if (chord >= FOOLED) return `. Ihr Zeiger ist noch ${plainDegrees(degrees)} von dem für 0 weg.`;
    if (beginner) return game.fooled(degrees);
    return (
      ` täuscht Uhr 0: Ihre Zeiger haben die Länge 1, deren Spitzen den Abstand ${distance(chord)}. ` +
      `Auf allen Uhren zusammen haben die beiden Positionen aber den Abstand ${fixed(total, 3)}.` +
      (position === 710 ? ' Keine Position unter 100.000 kommt auf Uhr 0 näher heran.' : '')
    );
  },
};

/** Die Abstufungen mitten in einem Satz. */
const SPACINGS = { geometric: 'geometrische', linear: 'lineare' };

export function describe({ state, waves, chords, table, total, build }, covered = false) {
  const { position, other, pair } = state;
  if (build)
    return (
      `${waves.length} Uhren, ${SPACINGS[state.spacing]} Abstufung, ` +
      `Basis ${grouped(state.base)}: ` +
      `${grouped(build.count)} Doppelgänger unter ${grouped(POSITIONS)} Positionen. ` +
      (covered ? '' : `Position ${build.rival} ist Position ${position} am ähnlichsten.`)
    );
  return (
    `Position ${position}. Uhr ${pair} dreht in ${wave(waves[pair])} Positionen eine Runde ` +
    `und zeigt Sinus ${signed(table[2 * pair])}, Kosinus ${signed(table[2 * pair + 1])}. ` +
    `Ihre Zeiger für ${position} und ${other} haben den Abstand ${distance(chords[pair])}. ` +
    `Auf allen Uhren zusammen haben die beiden Positionen den Abstand ${fixed(total, 3)}.`
  );
}
