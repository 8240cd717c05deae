/** Die Texte von pe-waves. */
import {
  distance,
  fineWave,
  fixed,
  grouped,
  localized,
  signed,
  wave,
} from '../../figures/chassis/format.js';
import { isSecret } from '../../figures/waves/model.js';

const turnDigits = (value) => {
  if (value >= 1 || value === 0) return 2;
  return value < 0.1 ? 4 : 3;
};
const turnsText = (value) => grouped(value, turnDigits(value));
const plainTurns = (turns) => (turns > 0 && turns < 0.01 ? '<0,01' : turnsText(turns));
const writer = (beginner) => (beginner ? plainTurns : turnsText);
/** Schreibt eine Zahl von Runden für einen Satz, mit „weniger als“ statt „<“. */
const spokenTurns = (turns) => plainTurns(turns).replace('<', 'weniger als ');

export const heading = 'Jede Uhr geht in ihrem eigenen Tempo';
export const topic = 'Der Zeiger einer Uhr zeichnet eine Welle';

export const labels = {
  dim: 'Dimensionen',
  base: 'Basis',
  length: 'Positionen',
  position: 'Position',
  other: 'Verglichen mit',
  pair: 'Uhr',
  lines: 'Uhren unten',
  pairs: 'Deine Uhren',
  parts: 'Nur Kosinus',
};

export const names = {
  lines: ['schnell bis langsam', 'Dim. 0; 2; 10; 30', 'erste vier Uhren', 'eigene Uhren'],
};

export const presets = [
  ['Erste vier Uhren', { lines: 'first', pair: 0 }],
  ['Schnell bis langsam', { lines: 'spread', pair: 0 }],
  ['Zwillinge 21 und 23', { pair: 0, position: 21, other: 23 }],
];

export const arrows = [
  ['← →', 'eine Position zurück oder vor gehen'],
  ['↑ ↓', 'eine schnellere oder langsamere Uhr wählen'],
  ['Pos1, Ende', 'zur ersten oder letzten Position gehen'],
];
export const keyLabels = {
  f: 'den Zwilling finden: eine andere Position mit fast demselben Kosinus',
  s: 'nur den Kosinus zeigen oder Sinus und Kosinus',
  m: 'die aktuelle Position zum Vergleich merken',
};

export const labelsOnPicture = {
  height: 'Höhe',
  position: 'Position',
  turns: 'mal',
  turnCount: (turns, beginner) => writer(beginner)(turns),
  pair: (pair) => `Uhr ${pair}`,
  oneTurn: (wavelength) => `eine Runde in ${wave(wavelength)} Positionen`,
  turnsSoFar: (turns, beginner) => `${writer(beginner)(turns)} Runden`,
  apart: (gap) => `Abstand ${distance(gap)}`,
  lanes: (length, wide) => (wide ? `in denselben ${length} Positionen` : `in ${length} Positionen`),
};

export function caption(model, covered = false, beginner = false) {
  const { state, turns, waves } = model;
  const { position, pair, length } = state;
  const write = beginner ? spokenTurns : turnsText;
  if (isSecret(pair, covered))
    return [
      'Uhr ',
      ['b', String(pair)],
      ` geht langsam. Wie weit dreht sie sich in ${length} Positionen?`,
    ];
  return [
    'Uhr ',
    ['b', String(pair)],
    ` dreht in ${wave(waves[pair])} Positionen eine Runde. ` +
      `Sie macht ${write(turns(pair, position))} Runden bis Position `,
    ['you', String(position)],
    ' und ',
    ['b', write(turns(pair))],
    ` in allen ${length} Positionen`,
    ...(beginner
      ? ['. Folge der Linie von der Zeigerspitze: Ihre Höhe ist Schritt für Schritt die Welle.']
      : precise(model)),
  ];
}

/** Schreibt das Ende der Bildunterschrift, mit genauen Zahlen. */
function precise({ state, turns, cosine, chord }) {
  const { position, other, pair, parts } = state;
  const whole = turns(pair);
  return [
    (whole < 1 ? `, das ist ein Bogen von ${fixed(whole * 360, 2)}°.` : '.') +
      ' Nach dem Kosinus allein liegen die Positionen ',
    ['you', String(position)],
    ' und ',
    ['other', String(other)],
    ` um ${distance(cosine)} auseinander`,
    ...(parts === 'cosine' ? cosineOnly : together(chord)),
  ];
}

const cosineOnly = ['. Ohne den Sinus ist der Kreis nur eine Linie.'];

const together = (chord) => [', nach Sinus und Kosinus zusammen um ', ['b', distance(chord)], '.'];

export function tables({ state, table, waves, turns, frequencies }) {
  const { dim, length, pair } = state;
  const four = (value) => signed(value, 4);
  const showPosition = [String, turnsText, four, four];
  const showPair = [String, fineWave, turnsText, (value) => localized(value.toPrecision(4))];
  return [
    {
      name: `Uhr ${pair} an den Positionen 0 bis ${length}`,
      columns: ['Position', 'Runden', 'sin', 'cos'],
      rows: length + 1,
      row: (position) => {
        const at = position * dim + 2 * pair;
        return [position, turns(pair, position), table[at], table[at + 1]];
      },
      show: (value, column) => showPosition[column](value),
    },
    {
      name: `Alle Uhren über ${length} Positionen`,
      answers: true,
      columns: ['Uhr', 'Positionen pro Runde', `Runden in ${length}`, 'Radiant pro Position'],
      rows: dim / 2,
      row: (which) => [which, waves[which], turns(which), frequencies[which]],
      show: (value, column) => showPair[column](value),
    },
  ];
}

export const questionTexts = {
  ask: [
    'In 100 Positionen macht die schnellste von 32 Uhren 15,92 Runden.',
    'Uhr 16 steht in der Mitte der Liste. Wie viele Runden macht sie?',
  ].join(' '),
  options: [
    [
      'half',
      'etwa 8 Runden, halb so viele',
      'Nein, die Runden nehmen nicht gleichmäßig ab. Uhr 2, fast ganz oben, macht nur etwa 9 Runden.',
    ],
    ['two', 'etwa 2 Runden', 'Uhr 7 macht etwa 2 Runden. Jede Uhr darunter ist noch langsamer.'],
    ['part', 'weniger als ein Sechstel einer Runde'],
  ],
  watch: 'Achte auf den Zeiger von Uhr 16: Wie weit kommt er herum?',
  surprise: ({ turns }) => `${turnsText(turns(16))} Runden`,
  because: ({ turns, waves }) => [
    `Das sind nur ${fixed(turns(16) * 360, 0)} Grad. ` +
      'Jede Uhr ist um denselben Faktor langsamer als die vorige. ' +
      'Darum braucht Uhr 16 für eine Runde ' +
      `${grouped(waves[16] / waves[0])}-mal so lange wie Uhr 0. ` +
      'Eine beliebte Anleitung nennt „etwa 2 Perioden“. ' +
      `Das stimmt nur für Uhr 7 mit ${turnsText(turns(7))} Runden.`,
  ],
};

export function describe({ state, table, turns, cosine, chord }, covered = false) {
  const { position, other, pair, dim } = state;
  const at = position * dim + 2 * pair;
  const made = `hat ${turnsText(turns(pair, position))} Runden gemacht`;
  return [
    `Position ${position}: Uhr ${pair} ${isSecret(pair, covered) ? 'geht langsam' : made}.`,
    `Ihr Sinus ist ${signed(table[at])}, ihr Kosinus ${signed(table[at + 1])}.`,
    `Nach dem Kosinus allein liegen die Positionen ${position} und ${other}`,
    `um ${distance(cosine)} auseinander, nach Sinus und Kosinus zusammen um ${distance(chord)}.`,
  ].join(' ');
}

/** Kosinus, die sich um weniger unterscheiden, gelten als gleich. */
const NEAR = 0.02;

export const finderTexts = {
  heading: 'Warum jede Uhr zwei Zahlen liefert',
  reason: [
    'In jeder Runde kommt die Welle zweimal auf jede Höhe: beim Steigen und beim Fallen.',
    'Darum hat eine Position meist einen Zwilling auf fast derselben Höhe.',
    'Eine zweite Zahl unterscheidet die beiden: wie weit links oder rechts die Spitze liegt.',
    'Die Höhe ist der Kosinus, die andere Zahl ist der Sinus.',
  ].join(' '),
  button: (position) => `Zwilling von ${position} suchen`,
  found({ state, twin, cosine, chord }, beginner = false) {
    const { position, other, length } = state;
    if (twin < 0)
      return [
        `Bis ${length} gibt es keinen Zwilling: ` +
          'Kein Zeiger steht auf der anderen Seite in dieser Höhe.',
      ];
    if (twin !== other) return [];
    const near = cosine < NEAR;
    const names = `${position} und ${twin}`;
    if (beginner)
      return [
        near ? ['right', '✓ '] : ['quiet', 'Nicht genau gleich: '],
        ['b', names],
        near ? ' haben dieselbe Höhe, ' : ' liegen in der Höhe am nächsten, ',
        'aber eine Spitze liegt links und die andere rechts.',
      ];
    return [
      near ? ['right', '✓ Die Positionen '] : ['quiet', 'Am nächsten: Die Positionen '],
      ['b', names],
      ` liegen nach dem Kosinus allein um ${distance(cosine)} auseinander,` +
        ` nach Kosinus und Sinus um ${distance(chord)}.`,
    ];
  },
};
