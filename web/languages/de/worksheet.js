/** Die Texte der Arbeitsblätter. */
import { binary, fixed, grouped, localized } from '../../figures/chassis/format.js';

export const heading = 'Arbeitsblatt';
export const name = 'Name';
export const date = 'Datum';
export const answer = 'Antwort';
export const sheet = (letter) => `Blatt ${letter}`;
export const sheets = 'Blatt';
export const key = 'Lösungen';
export const version = (seed) => `Fassung ${seed}`;
export const keyTo = (seed) => `Lösungen zu Fassung ${seed}`;
export const page = (of, at, all) => (all > 1 ? `${of}, Seite ${at} von ${all}` : of);
export const onSheets = (letters) =>
  `(${letters.length > 1 ? 'Blätter' : 'Blatt'} ${letters.join(', ')})`;
export const otherwise = 'andere Antworten';
export const formulas = 'Formeln';
export const within = (distance) => `± ${localized(String(distance))}`;
export const share = (percent) => `± ${percent} %`;
export const covered = '?';
export const hidden = 'Im Bild verdeckt „?“, was eine Frage beantworten würde.';

const count = (pages) => `${pages} ${pages === 1 ? 'Seite' : 'Seiten'}`;

export const bar = {
  seed: 'Fassung',
  copies: 'Blätter',
  questions: 'Fragen',
  formulas: 'Formeln',
  key: 'Mit Lösungen',
  print: 'Drucken',
  level: 'Für Einsteiger',
  between: ' ',
  pages: (copies, each, key) => {
    const sheets = copies === 1 ? '1 Blatt' : `${copies} Blätter`;
    const rest = key ? ` und ${count(key)} Lösungen` : '';
    return (
      `Gedruckt ${copies * each + key === 1 ? 'wird' : 'werden'} ` +
      `${count(copies * each + key)}: ${sheets} mit ${copies === 1 ? '' : 'je '}${count(each)}${rest}.`
    );
  },
  neighbours: (changed, all) =>
    changed
      ? `Benachbarte Blätter unterscheiden sich bei ${changed} von ${all} Fragen.`
      : 'Benachbarte Blätter haben dieselben Fragen. Mit mehr Fragen können sie sich unterscheiden.',
  version: 'Eine Fassung ergibt immer dieselben Blätter. Eine andere hat andere Zahlen.',
};

export const cannotRun = (error) =>
  `Die Blätter lassen sich hier nicht machen. ${error instanceof Error ? error.message : error}`;

const real = (value, digits = 3) => fixed(value, digits);
const encoding = ({ dim, base }) =>
  `Eine Kodierung hat ${grouped(dim)} Dimensionen und die Basis ${grouped(base)}`;
const power = ({ dim, base, pair }) => `${grouped(base)}^(${2 * pair}/${dim})`;
const alibi = ({ heads }) => `Ein Modell mit ALiBi hat ${heads} Köpfe, 1 bis ${heads}.`;
const chain = (last) => Array.from({ length: last }, (_, at) => at + 1).join(' · ');
const oneRadian = 'RoPE dreht einen Kopf mit zwei Zahlen pro Position um ein Radiant.';

const turnStep = [
  'θ = Basis^(−2i/dim)',
  'Uhr i oder Paar i dreht sich pro Position um θ Radiant. dim ist die Zahl der Dimensionen.',
];
const oneTurn = ['2π/θ', 'So viele Positionen dauert eine Runde.'];
const columns = [
  'sin(p · θ), cos(p · θ)',
  'Diese Zahlen stehen bei Position p in den Spalten 2i und 2i + 1. Winkel sind im Bogenmaß.',
];
const product = [
  'Σ cos((m − n) · θ)',
  'Das ist das Skalarprodukt der Zeilen von Position m und n. Die Summe läuft über alle Uhren.',
];
const turnedScore = [
  '(ac + bd) · cos(m − n) + (ad − bc) · sin(m − n)',
  'Diesen Score haben Query (a; b) bei m und Key (c; d) bei n. Winkel sind im Bogenmaß.',
];
const headSlope = ['s = 2^(−8h/H)', 'Kopf h von H Köpfen hat die Steigung s.'];

export const kinds = {
  turn: {
    ask: (values) =>
      `${encoding(values)}. Uhr 0 ist die schnellste. ` +
      `In wie vielen Positionen dreht Uhr ${values.pair} eine Runde?`,
    formulas: [turnStep, oneTurn],
    way: (values) => `2π · ${power(values)}.`,
    unit: 'Positionen',
  },
  angle: {
    ask: (values) =>
      `${encoding(values)}. Bei Position 0 steht der Zeiger von Uhr ${values.pair} auf 0°. ` +
      `Auf welchem Winkel unter 360° steht er bei Position ${values.position}?`,
    formulas: [
      turnStep,
      ['p · θ · 180°/π', 'So weit hat sich der Zeiger von Uhr i bei Position p gedreht.'],
    ],
    way: ({ position }, [step]) =>
      `Er dreht sich pro Position um ${real(step)}°, in ${position} Positionen um ` +
      `${real(position * step, 1)}°. Ganze Runden von 360° zählen nicht.`,
    unit: '°',
  },
  complete: {
    ask: (values) =>
      `${encoding(values)}. Wie viele ihrer ${values.dim / 2} Uhren schaffen in ` +
      `${grouped(values.length)} Positionen mindestens eine ganze Runde?`,
    formulas: [turnStep, oneTurn],
    way: (_, turns) => {
      const list = turns.map((turn) => grouped(turn, turn < 100 ? 1 : 0)).join('; ');
      return `Eine Runde dauert ${list} Positionen.`;
    },
  },
  entry: {
    ask: (values) =>
      `${encoding(values)}. Gerade Spalten sind Sinus, ungerade Kosinus, gezählt ab 0. ` +
      `Welche Zahl steht in Spalte ${values.column} der Zeile von Position ${values.position}?`,
    formulas: [turnStep, columns],
    way: ({ column }, [angle]) =>
      `Uhr ${Math.floor(column / 2)}: ${column % 2 ? 'cos' : 'sin'}(${real(angle)}), im Bogenmaß.`,
  },
  shift: {
    ask: (values) =>
      `${encoding(values)}. Eine Matrix schiebt ihre Zeilen um ${values.offset} Positionen ` +
      `weiter. Jede Uhr hat darin einen Block von 2 × 2 Zahlen. ` +
      `Welche Zahl steht auf der Diagonale im Block von Uhr ${values.pair}?`,
    formulas: [
      turnStep,
      [
        'cos(k · θ)',
        'Schiebt die Matrix um k Positionen, steht das auf der Diagonale im Block von Uhr i.',
      ],
    ],
    way: (_, [angle]) =>
      `Der Block dreht um ${real(angle)} Radiant, also steht dort cos(${real(angle)}).`,
  },
  dot: {
    ask: (values) =>
      `${encoding({ ...values, dim: 4 })}. Was ist das Skalarprodukt der Zeilen von Position ` +
      `${values.position} und Position ${values.one}?`,
    formulas: [turnStep, product],
    way: (_, angles) =>
      `Nur der Abstand zählt: ${angles.map((angle) => `cos(${real(angle)})`).join(' + ')}.`,
  },
  nearer: {
    ask: (values) =>
      `${encoding({ ...values, dim: 4 })}. Welche Zeile ist der von Position ` +
      `${values.position} ähnlicher, nach dem Skalarprodukt?`,
    options: ({ one, two }) => [`Position ${one}`, `Position ${two}`],
    formulas: [turnStep, product],
    way: (_, [one, two]) => `Die Skalarprodukte sind ${real(one, 2)} und ${real(two, 2)}.`,
  },
  gap: {
    ask: (values) =>
      `RoPE dreht einen Kopf mit ${values.dim} Zahlen, mit Basis ${grouped(values.base)}. ` +
      `Die Query steht bei ${values.position}, der Key bei ${values.other}. Um wie viel Grad ` +
      `dreht RoPE in Paar ${values.pair} die Query weiter als den Key? Das schnellste ist Paar 0.`,
    formulas: [
      turnStep,
      [
        '(m − n) · θ · 180°/π',
        'Um so viel dreht RoPE eine Query bei m weiter als einen Key bei n.',
      ],
    ],
    way: ({ position, other }, [step]) =>
      `Der Winkel ist ${real(step)}° für jede von ${position - other} Positionen.`,
    unit: '°',
  },
  score: {
    ask: ({ a, b, c, d, position, other }) =>
      `${oneRadian} Die Query (${grouped(a)}; ${grouped(b)}) steht bei ${position}, ` +
      `der Key (${grouped(c)}; ${grouped(d)}) bei ${other}. ` +
      'Was ist ihr Skalarprodukt nach dem Drehen?',
    formulas: [turnedScore],
    way: ({ position, other }, [same, across]) =>
      `Nur der Abstand zählt: ${grouped(same)} · cos ${position - other} + ` +
      `(${grouped(across)}) · sin ${position - other}.`,
  },
  higher: {
    ask: ({ position }) =>
      `${oneRadian} Query und Keys sind alle (1; 0). Die Query steht bei ${position}. ` +
      'Welcher Key hat den höheren Score?',
    options: ({ one, two }) => [`der Key bei ${one}`, `der Key bei ${two}`],
    formulas: [turnedScore],
    way: ({ position, one, two }, scores) =>
      `Die Scores sind cos ${position - one} = ${real(scores[0], 2)} und ` +
      `cos ${position - two} = ${real(scores[1], 2)}.`,
  },
  slope: {
    ask: (values) => `${alibi(values)} Welche Steigung hat Kopf ${values.head}?`,
    formulas: [headSlope],
    way: ({ heads, head }) => `2^(−8 · ${head}/${heads}).`,
  },
  bias: {
    ask: (values) =>
      `${alibi(values)} Eine Query steht bei ${values.position}, ein Key bei ${values.other}. ` +
      `Was addiert Kopf ${values.head} zu ihrem Score?`,
    formulas: [
      headSlope,
      ['−s · (m − n)', 'Das addiert der Kopf zum Score einer Query bei m mit einem Key bei n.'],
    ],
    way: ({ position, other }, [slope]) => `−${real(slope, 5)} · ${position - other}.`,
  },
  bucket: {
    ask: ({ buckets, max, distance }) =>
      `Ein Decoder von T5 hat ${buckets} Fächer, 0 bis ${buckets - 1}. Ab Abstand ${max} teilen ` +
      `sich alle das letzte Fach. In welchem Fach liegt ein Key ${distance} Positionen vor der Query?`,
    formulas: [
      [
        'E + E · ln(x/E) / ln(D/E)',
        'E ist die Hälfte der Fächer. Ein Abstand x unter E liegt in Fach x, jeder ab D im letzten. ' +
          'Alle anderen liegen in diesem Fach, abgerundet.',
      ],
    ],
    way: ({ buckets, max, distance }) => {
      const own = buckets / 2;
      return (
        `Jeder Abstand unter ${own} hat ein Fach für sich. Ab ${own}: ${own} + ${own} · ` +
        `ln(${distance}/${own}) / ln(${max}/${own}), abgerundet, höchstens ${buckets - 1}.`
      );
    },
  },
  linear: {
    ask: ({ length, target, position }) =>
      `Ein Modell wurde mit ${grouped(length)} Positionen trainiert. Lineare Interpolation dehnt ` +
      `sie auf ${grouped(target)}. Auf welche Position kommt dabei Position ${grouped(position)}?`,
    formulas: [['p · L/L′', 'Interpolation von L auf L′ Positionen bringt Position p auf diese.']],
    way: ({ factor, position }) => `${grouped(position)} / ${factor}.`,
  },
  ntk: {
    ask: ({ dim, factor, pair }) =>
      `NTK dehnt den Kontext um den Faktor ${factor}. Ein Kopf hat ${dim} Zahlen. ` +
      `Wievielmal langsamer wird dabei Paar ${pair}? Das schnellste ist Paar 0.`,
    formulas: [
      [
        'f^(2i/(dim − 2))',
        'Dehnt man um den Faktor f, wird Paar i so vielmal langsamer. Der Kopf hat dim Zahlen.',
      ],
    ],
    way: ({ dim, factor, pair }) =>
      `${factor}^(${2 * pair}/${dim - 2}): Paar 0 bleibt, das letzte wird ${factor}-mal langsamer.`,
  },
  stored: {
    ask: ({ position }) =>
      'Eine Zahl in bfloat16 hat 8 gültige Bits. ' +
      `Welche Zahl wird für Position ${grouped(position)} gespeichert?`,
    formulas: [
      [
        '2^(e − 7)',
        'Zwischen 2^e und 2^(e + 1) gibt es in bfloat16 nur die Vielfachen dieser Zahl.',
      ],
    ],
    way: (_, [spacing]) =>
      `Nahe dieser Position gibt es nur Vielfache von ${spacing}. Das nächste wird gespeichert.`,
  },
  patch: {
    ask: ({ height, width, row, column }) =>
      `Ein Bild hat ${height} Zeilen mit je ${width} Kacheln. Sie sind Zeile für Zeile ` +
      `nummeriert, nach einem Klassen-Token mit der Nummer 0. Welche Nummer hat die Kachel in ` +
      `Zeile ${row}, Spalte ${column}? Beide zählen ab 0.`,
    way: ({ width, row, column }) => `1 + ${row} · ${width} + ${column}.`,
  },
  sum: {
    ask: (values) =>
      `${encoding(values)}. Gerade Spalten sind Sinus, ungerade Kosinus, gezählt ab 0. Ein Wort ` +
      `hat in Spalte ${values.column} die Zahl ${real(values.word, 1)}. Dazu kommt die Zeile ` +
      `von Position ${values.position}. Wie groß ist die Summe in dieser Spalte?`,
    formulas: [turnStep, columns],
    way: ({ column, word }, [angle]) =>
      `${real(word, 1)} + ${column % 2 ? 'cos' : 'sin'}(${real(angle)}), im Bogenmaß.`,
  },
  flips: {
    ask: ({ position }) =>
      'Positionen werden binär geschrieben, mit 8 Stellen. ' +
      `Wie viele Stellen ändern sich von Position ${position} zur nächsten?`,
    way: ({ position }) => `Aus ${binary(position)} wird ${binary(position + 1)}.`,
  },
  layers: {
    ask: ({ words, side }) =>
      `Eine Schicht einer Faltung sieht auf jeder Seite ${side} ${side === 1 ? 'Wort' : 'Wörter'}. ` +
      `Nach wie vielen Schichten sieht das letzte von ${words} Wörtern das erste?`,
    way: ({ words, side }) =>
      `Das letzte Wort ist ${words - 1} Plätze entfernt. Jede Schicht schafft ${side}.`,
  },
  doubled: {
    ask: (values) =>
      `${encoding(values)}. Ein Programm verdoppelt versehentlich den Exponenten. ` +
      `In wie vielen Positionen dreht Uhr ${values.pair} dann eine Runde? Uhr 0 ist die schnellste.`,
    formulas: [turnStep, oneTurn],
    way: ({ dim, base, pair }) => `2π · ${grouped(base)}^(${4 * pair}/${dim}).`,
    unit: 'Positionen',
  },
  orders: {
    ask: ({ words, same }) =>
      'Du kennst die Wörter eines Satzes, aber nicht ihre Reihenfolge. ' +
      `Der Satz hat ${words} Wörter. ` +
      (same === 1
        ? 'Alle sind verschieden. '
        : `${same} davon sind gleich, alle anderen verschieden. `) +
      'In wie vielen verschiedenen Reihenfolgen können die Wörter stehen?',
    way: ({ words, same }) =>
      chain(words) +
      (same === 1 ? '.' : ` / (${chain(same)}), denn gleiche Wörter dürfen die Plätze tauschen.`),
  },
  clock: {
    ask: ({ turn, position }) =>
      `Eine Uhr braucht für eine Runde ${turn} Positionen. Bei Position 0 zeigt ihr Zeiger nach ` +
      `oben. Um wie viel Grad steht er bei Position ${position} weiter? Ganze Runden zählen nicht.`,
    way: ({ turn, position }, [turns, rest]) =>
      `${position} = ${turns} · ${turn} + ${rest}, und ${rest} · 360° / ${turn}.`,
    unit: '°',
  },
  apart: {
    ask: ({ step, position, other }) =>
      `RoPE dreht einen Pfeil pro Position um ${step}°. Die Query steht bei ${position}, der Key ` +
      `bei ${other}. Um wie viel Grad dreht RoPE die Query weiter als den Key?`,
    way: ({ step, position, other }) => `(${position} − ${other}) · ${step}°.`,
    unit: '°',
  },
  weight: {
    ask: ({ one, two, three }) =>
      'Ohne Positionen hat eine Query mit drei Keys diese Scores: ' +
      `${[one, two, three].map((score) => real(score, 1)).join('; ')}. ` +
      'Dann tauschen das erste und das letzte Wort die Plätze. ' +
      `Welches Gewicht hat jetzt der Key mit dem Score ${real(one, 1)}?`,
    formulas: [
      ['e^s / Σ e^s', 'Dieses Gewicht hat ein Key mit Score s. Die Summe läuft über alle Keys.'],
    ],
    way: ({ one, two, three }) => {
      const [own, ...others] = [one, two, three].map((score) => `e^${real(score, 1)}`);
      return `${own} / (${[own, ...others].join(' + ')}). Der Tausch ändert kein Gewicht.`;
    },
  },
};
