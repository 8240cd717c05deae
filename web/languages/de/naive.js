/** Die Texte von pe-naive. */
import { distance, fixed, grouped, scientific, signed } from '../../figures/chassis/format.js';
import { placeText } from '../../figures/chassis/words.js';
import { ENCODINGS, METERS, answersQuestion, codeOf } from '../../figures/naive/model.js';

export const heading = 'Jede einfache Art, die Wörter zu nummerieren, verfehlt etwas';
export const topic = 'Einfache Arten, die Wörter zu nummerieren';

export const labels = {
  encoding: 'Nummer als',
  meter: 'Anforderung',
  length: 'Länge',
  dim: 'Dimensionen',
  position: 'Position',
};

export const names = {
  encoding: {
    raw: 'Ganze Zahl',
    fraction: 'Bruchteil',
    binary: 'Binärziffern',
    sine: 'Ein Sinus',
    sinusoidal: 'sin und cos',
  },
  meter: {
    bounded: 'bleibt klein',
    unique: 'eindeutig',
    smooth: 'kurze Schritte',
    same: 'gleich lang',
    any: 'jede Länge',
  },
};

export const presets = ENCODINGS.map((encoding) => [names.encoding[encoding], { encoding }]);

export const arrows = [
  ['← →', 'eine Position zurück oder vor gehen'],
  ['↑ ↓', 'die vorige oder nächste Art der Nummerierung wählen'],
  ['Pos1, Ende', 'zur ersten oder letzten Position gehen'],
];

export const keyLabels = {
  meter: (meter) => `die Anforderung „${names.meter[meter]}“ zeigen`,
};

export const labelsOnPicture = {
  units: {
    bounded: 'größter Wert',
    unique: 'engstes Paar',
    smooth: 'größter Schritt',
    same: 'Verhältnis',
    any: 'wandert um',
  },
  result: (measured, meter, long) =>
    `${mark(measured.meters[meter].pass)} ${names.meter[meter]}: ` +
    (meter === 'any' && measured.meters.any.extra
      ? '+1 Ziffer'
      : `${labelsOnPicture.units[meter]} ${reading(measured, meter)}`) +
    (long && meter === 'smooth' ? ' des größten Abstands' : ''),
  verdict: (meter, pass) => `${names.meter[meter]}: ${pass ? 'ja' : 'nein'} ${mark(pass)}`,
  longer: (length) => `○ in einem Text mit ${grouped(2 * length)} Positionen`,
  pair: ([a, b]) => `${a} und ${b}`,
  extraDigit: (length) => `eine Ziffer mehr für ${grouped(2 * length)} Positionen`,
  fast: 'schnell',
  slow: 'träge',
  steps: 'Schritt zur nächsten Position',
  flipped: 'Ziffern, die kippen',
  flips: (position, count) =>
    `${position} → ${position + 1}: ${count} ${count > 1 ? 'Ziffern kippen' : 'Ziffer kippt'}`,
  position: 'Position',
};

const mark = (pass) => (pass ? '✓' : '✗');

export const recipes = {
  raw: () => 'die Position selbst',
  binary: () => 'Position zur Basis 2',
  sine: () => 'Sinus der Position',
  sinusoidal: (_, dim) => `von ${dim / 2} ${dim > 2 ? 'Wellen' : 'Welle'}`,
};

const READINGS = {
  bounded: ({ bounded: { value } }) => (value > 1 ? grouped(value) : fixed(value, 2)),
  unique: ({ unique: { value } }) => distance(value, value < 0.1 ? 4 : 2),
  smooth: ({ smooth: { share } }) => `${fixed(100 * share, share < 0.1 ? 1 : 0)} %`,
  same: ({ same: { share } }) => `${grouped(share, share < 100 ? 1 : 0)} ×`,
  any: ({ any: { extra, value } }) => {
    if (extra) return '+1';
    return value ? distance(value) : '0';
  },
};

export const reading = ({ meters }, meter) => READINGS[meter](meters);

const CODES = {
  raw: ([value]) => grouped(value),
  fraction: ([value]) => fixed(value, 4),
  binary: (digits) => digits.join(''),
  sine: ([value]) => signed(value, 4),
  sinusoidal: (values) => {
    const [sine, cosine] = values.map((value) => signed(value, 3));
    return `(${sine}; ${cosine}${values.length > 2 ? '; …' : ''})`;
  },
};

/** Trennt Zahlen mit Strichpunkten, denn Kommas stehen in den Zahlen. */
export const code = (measured, position) =>
  CODES[measured.encoding]([...codeOf(measured, position)]);

/** Wie eine Nummerierung eine Anforderung erfüllt. */
const PASSED = {
  bounded: (measured) => {
    if (measured.encoding !== 'sinusoidal') return 'Kein Wert liegt außerhalb von ±1.';
    const squares = codeOf(measured, 0).map((value) => value * value);
    const length = Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
    return (
      'Kein Wert liegt außerhalb von ±1, ' +
      `und jeder Stempel ist ein Vektor der Länge ${fixed(length, 4)}.`
    );
  },
  unique: ({ encoding, meters: { unique } }) =>
    `Die Stempel von ${unique.at[0]} und ${unique.at[1]} liegen am engsten beieinander, ` +
    `im Abstand ${distance(unique.value)}.` +
    (encoding === 'sinusoidal'
      ? ' Rechnet man exakt, haben nie zwei Positionen denselben Stempel.'
      : ''),
  smooth: ({ meters: { smooth } }) =>
    `Der größte Schritt misst ${fixed(100 * smooth.share, 1)} % ` +
    'des größten Abstands zwischen zwei Stempeln.',
  same: ({ encoding, meters: { same } }, { spread, still }) => {
    const equal = `Jeder Schritt ist ${distance(same.value)} lang`;
    if (encoding === 'fraction') return `${equal}, aber nur in einem Text dieser Länge.`;
    if (encoding !== 'sinusoidal') return `${equal}.`;
    const slowest =
      still > 1 ? `, und der langsamste Kosinus ist bis Position ${still - 1} genau 1` : '';
    return (
      `${equal}, denn jeder ist dieselbe Drehung. ` +
      `In float32 unterscheiden sich die Schritte um bis zu ${scientific(spread, 1)}${slowest}.`
    );
  },
  any: ({ encoding }) =>
    'In einem doppelt so langen Text bleibt jeder Stempel gleich.' +
    (encoding === 'sinusoidal'
      ? ' Jede Position hat einen Stempel. ' +
        'Ob ein Modell mit Stempeln umgehen kann, die es nie gesehen hat, ist eine andere Frage.'
      : ''),
};

/** Wie eine Nummerierung eine Anforderung verfehlt. */
const FAILED = {
  bounded: ({ meters: { bounded } }) =>
    `Der größte Wert ist ${grouped(bounded.value)}, erlaubt ist höchstens 1. ` +
    'In längeren Texten wächst er über alles hinaus, was ein Netz je gesehen hat.',
  unique: ({ meters: { unique } }) =>
    `Die Stempel von ${unique.at[0]} und ${unique.at[1]} ` +
    `haben nur den Abstand ${distance(unique.value)}. ` +
    `Ein Schritt misst im Schnitt ${distance(unique.value / unique.share)}.`,
  smooth: ({ meters: { smooth } }) =>
    `Der Schritt von ${smooth.at[0]} zu ${smooth.at[1]} misst ${fixed(100 * smooth.share, 0)} % ` +
    'des größten Abstands zwischen zwei Stempeln.',
  same: ({ meters: { same } }) =>
    `Der kleinste Schritt ist ${distance(same.low)} lang ` +
    `(von ${same.at[0]} zu ${same.at[0] + 1}), ` +
    `der größte ${distance(same.value)} (von ${same.at[1]} zu ${same.at[1] + 1}).`,
  any: ({ width, meters: { any } }, length) =>
    any.extra
      ? `${grouped(2 * length)} Positionen brauchen ${width + 1} Ziffern statt ${width}, ` +
        'also wird jeder Stempel länger.'
      : `In einem doppelt so langen Text wandert der Stempel von ${any.at[0]} ` +
        `um ${distance(any.value)}: Dieselbe Position bekommt einen anderen Stempel.`,
};

export function verdict(measured, meter, length, rounded) {
  const { pass } = measured.meters[meter];
  const says = pass ? PASSED[meter](measured, rounded) : FAILED[meter](measured, length);
  return { pass, says };
}

export function caption({ state, chosen, rounded }, covered, beginner) {
  const { meter, position, length } = state;
  const { pass, says } = verdict(chosen, meter, length, rounded);
  const step =
    position + 1 < length && !beginner
      ? `; der Schritt zu ${position + 1} ist ${distance(chosen.steps[position])} lang. `
      : '. ';
  const gets = [
    'Position ',
    ['you', placeText(position, beginner)],
    ` bekommt den Stempel ${code(chosen, position)}`,
    step,
  ];
  if (covered && answersQuestion(state)) return gets;
  return [
    ...gets,
    [pass ? 'right' : 'wrong', `${mark(pass)} `],
    ['b', `${names.meter[meter]}: `],
    says,
  ];
}

const meterTable = ({ state, all }) => ({
  name: `Fünf Arten, ${state.length} Positionen zu nummerieren, und fünf Anforderungen`,
  answers: true,
  columns: [
    'Nummer als',
    'größter Wert',
    'kleinster Abstand zweier Stempel',
    'größter Schritt / größter Abstand',
    'größter Schritt / kleinster Schritt',
    'Stempel wandert bei doppelter Länge um',
    'erfüllte Anforderungen',
  ],
  rows: ENCODINGS.length,
  row: (at) => {
    const { encoding, meters } = all[at];
    const passes = METERS.filter((meter) => meters[meter].pass);
    return [
      names.encoding[encoding],
      meters.bounded.value,
      meters.unique.value,
      meters.smooth.share,
      meters.same.share,
      meters.any.extra ? '+1 Ziffer' : meters.any.value,
      `${passes.length} von ${METERS.length}`,
    ];
  },
  show: (value) => distance(value),
});

const codeTable = ({ state, chosen }) => ({
  name: `Stempel: ${names.encoding[state.encoding]}`,
  columns: [
    'Position',
    'Schritt zur nächsten',
    ...Array.from({ length: chosen.width }, (_, at) => String(at)),
  ],
  rows: state.length,
  row: (position) => [
    position,
    position + 1 < state.length ? chosen.steps[position] : '',
    ...codeOf(chosen, position),
  ],
  show: (value, column) =>
    column === 0 || Number.isInteger(value) ? String(value) : distance(value),
});

export const tables = (model) => [meterTable(model), codeTable(model)];

export const questionTexts = {
  ask:
    'Die Positionen 0 bis 15 sind mit vier Binärziffern geschrieben. ' +
    'Bei welchen zwei Positionen sind die meisten Ziffern verschieden?',
  options: [
    ['first', '0 und 1', '0 ist 0000 und 1 ist 0001: Nur eine Ziffer ist anders.'],
    [
      'far',
      '0 und 14',
      '0 ist 0000 und 14 ist 1110: Drei Ziffern sind anders. Es können vier sein.',
    ],
    ['next', '7 und 8'],
  ],
  watch: 'Achte auf den Rahmen: Wie viele Ziffern kippen bei jedem Schritt?',
  atStops: [
    ({ state, chosen }) => {
      const { position } = state;
      const flips = Math.round(chosen.steps[position] * chosen.steps[position]);
      return `Von ${position} zu ${position + 1} kippen ${flips} Ziffern. Können es noch mehr sein?`;
    },
  ],
  surprise: ({ chosen }) => `${Math.round(chosen.steps[7] * chosen.steps[7])} Ziffern kippen`,
  because: ({ chosen }) => {
    const ones = codeOf(chosen, 14).reduce((sum, digit) => sum + digit, 0);
    return [
      'Von 7 (0111) zu 8 (1000) bleibt keine Ziffer. ' +
        'Zwei Nachbarn sind so weit auseinander, wie zwei Stempel nur sein können. ',
      `Die Stempel von 0 und 14 unterscheiden sich nur in ${ones} Ziffern. ` +
        'Jede einfache Idee verfehlt eine Anforderung',
      ['hands', ': Probiere sie alle aus'],
      '.',
    ];
  },
};

export function describe({ chosen, rounded, state }, covered) {
  const { encoding, meter, position, length } = state;
  const { pass, says } = verdict(chosen, meter, length, rounded);
  const gets =
    `${names.encoding[encoding]}: ` +
    `Position ${position} bekommt den Stempel ${code(chosen, position)}.`;
  if (covered && answersQuestion(state)) return gets;
  return (
    `${gets} ` +
    `Die Anforderung „${names.meter[meter]}“ ist ${pass ? 'erfüllt' : 'nicht erfüllt'}: ${says}`
  );
}
