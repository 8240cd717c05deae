/** Die Texte von pe-bugs. */
import { m, mn, mo } from '../../figures/chassis/dom.js';
import { fixed, grouped } from '../../figures/chassis/format.js';
import { numbersOf } from '../../figures/bugs/views.js';

export const heading = 'Nichts stürzt ab, aber ein kurzer Test findet jeden Fehler';
export const topic = 'Zehn Fehler, bei denen nichts abstürzt: Welcher Test findet sie?';

/** Von diesem Exponat handelt die Frage. */
const ASKED = 'pairs';

export const labels = { bug: 'Exponat', check: 'Test', language: 'Code in' };

export const arrows = [
  ['← →', 'das vorige oder nächste Exponat wählen'],
  ['↑ ↓', 'den vorigen oder nächsten Test ausführen'],
  ['Pos1, Ende', 'das erste oder letzte Exponat wählen'],
];

export const keyLabels = { c: 'zwischen JavaScript und Python wechseln' };

export const EXHIBITS = {
  pairs: {
    name: 'Sinus passt nicht zu Kosinus',
    bug:
      'Ein Sinus und ein Kosinus bewegen den Zeiger einer Uhr. ' +
      'Hier sind sie verschieden schnell, und nichts stürzt ab.',
    exact: 'Spalte i bekommt den Exponenten i / d. Für ungerades i muss er (i − 1) / d sein.',
    shown: 'ein Sinus und sein Kosinus als Zeiger, an 64 Positionen',
    thread: ['maxjcohen/transformer', 62, 'issues', 'der Kosinus hatte andere Exponenten'],
  },
  transposed: {
    name: 'Zeilen, Spalten vertauscht',
    bug:
      'Wörter bekommen die Spalten der Tabelle, nicht ihre Zeilen. ' +
      'Eine quadratische Tabelle passt so und so.',
    exact:
      'Die Tabelle wird transponiert addiert. ' +
      'Bei anderen Formen kann Broadcasting denselben Fehler verdecken.',
    shown: 'was zu 24 Wörtern addiert wird',
    thread: [
      'AkiRusProd/numpy-transformer',
      1,
      'issues',
      'die Zeilen wurden zu Sätzen addiert, nicht zu Wörtern',
    ],
  },
  exponent: {
    name: 'Der Exponent ist verdoppelt',
    bug: 'Alle Uhren außer der ersten sind zu langsam. Darum ändern sich die meisten Spalten kaum.',
    exact: 'Der Index zählt schon in Zweierschritten und wird noch einmal mit 2 multipliziert.',
    shown: 'die Tabelle von 128 Wörtern',
    thread: [
      'SamLynnEvans/Transformer',
      25,
      'issues',
      'eine Schleife in Zweierschritten enthält auch noch 2 * i',
    ],
  },
  first: {
    name: 'Positionen beginnen bei 1',
    bug: 'Das erste Wort bekommt die Uhren des zweiten Wortes, und so weiter.',
    exact:
      'Die erste Zeile ist für Position 1. ' +
      'Die meisten trainierten Modelle erwarten dort Position 0.',
    shown: 'drei Uhren für jedes Wort',
    thread: [
      'facebookresearch/fairseq',
      1177,
      'issues',
      'in fairseq ist das so vereinbart, kein Fehler',
    ],
  },
  padding: {
    name: 'Leere Plätze zählen mit',
    bug: 'Zwei leere Plätze vor dem Satz zählen als Wörter. ' + 'Darum steht „dog“ an Position 2.',
    exact: 'Wird links aufgefüllt, müssen die Positionen aus der Maske der Attention kommen.',
    shown: 'ein Satz nach zwei leeren Plätzen',
    thread: ['huggingface/transformers', 21080, 'issues', 'ein aufgefülltes „I“ bekam Position 1'],
  },
  cache: {
    name: 'Neue Wörter an Position 0',
    bug:
      'Das Modell hat schon zwei Wörter gelesen. Nun folgt „man“, bekommt aber Position 0. ' +
      'Darum schaut es am meisten auf „dog“.',
    exact:
      'Mit einem Key-Value-Cache ist die erste neue Position die Zahl der gespeicherten Tokens.',
    shown: 'wie stark „man“ auf jedes Wort schaut',
    thread: ['Blaizzy/mlx-vlm', 1983, 'issues', 'jedes erzeugte Token bekam Position 0'],
  },
  values: {
    name: 'Auch die Werte drehen sich',
    bug:
      'Drei Wörter geben gleiche Werte weiter. ' +
      'Der Fehler dreht jeden Wert nach seiner Position, darum werden die Werte verschieden.',
    exact: 'RoPE wird auf v angewendet. Im Artikel zu RoPE drehen sich nur q und k.',
    shown: 'was jedes Wort empfängt',
    thread: [
      'mistralai/mistral-inference',
      147,
      'issues',
      'jemand fragt, warum sich die Werte nicht drehen',
    ],
  },
  layout: {
    name: 'Zahlen sind falsch gepaart',
    bug:
      'Zahlen drehen sich paarweise, und zwei Arten von Paaren sind üblich. ' +
      'Dieses Modell lernte mit der einen und läuft mit der anderen.',
    exact:
      'Die Gewichte erwarten die Anordnung in Hälften (0 mit 4), der Code wechselt ab (0 mit 1).',
    shown: 'welche Zahlen sich zusammen drehen',
    thread: ['huggingface/transformers', 25199, 'issues', 'zwei Anordnungen derselben Gewichte'],
  },
  theta: {
    name: 'Ein falsches rope_theta',
    bug:
      'Das Modell braucht rope_theta 500.000, aber im Code steht 10.000. ' +
      'Die langsamste Uhr dreht sich zu schnell.',
    exact: 'Die Frequenzen sind rope_theta^(−2i / d). Kurze Texte sehen noch richtig aus.',
    shown: 'die langsamste Uhr an den Positionen 0 bis 6.000',
    thread: ['lyogavin/airllm', 369, 'pull', 'der Wert aus der Konfiguration wurde nie gelesen'],
  },
  slopes: {
    name: 'Verschobene Steigungen',
    bug:
      'Jeder Kopf hat die Steigung des Kopfes davor. ' +
      'Jede Steigung ist doppelt so groß, wie sie sein soll.',
    exact: 'Der Exponent −8h / n muss die Köpfe ab 1 zählen, nicht ab 0.',
    shown: 'die Steigung von ALiBi in 8 Köpfen',
    thread: ['paiml/aprender', 2143, 'pull', 'ein Exponent zählte ab 0'],
  },
};

/** Die Texte des gefragten Exponats, solange die Frage offen ist. */
const ASKED_TEXTS = {
  name: 'Was ist hier falsch?',
  bug:
    'Zu jeder Spalte mit Sinuswerten gehört eine mit Kosinuswerten. ' +
    'Zusammen bewegen sie einen Zeiger.',
};

/** Was jeder Test verlangt, in der Reihenfolge der Tests. */
export const CHECK_TEXTS = {
  first: 'Erste Zeile ist 0, 1, 0, 1',
  theta: 'Langsamster Zeiger bei 1.000',
  pairs: 'Sinus² + Kosinus² immer 1',
  slopes: 'Steigungen 1/2 bis 1/256',
  cache: 'Ein Cache ändert nichts',
  transposed: 'Nullen plus Tabelle',
  layout: '0 und 4 drehen sich als Paar',
  values: 'Gleiche Werte bleiben gleich',
  padding: 'Leere Plätze zählen nicht',
  exponent: 'Spalte 8 wächst um 0,01',
};

const BUGS = Object.keys(EXHIBITS);
const CHECKS = Object.keys(CHECK_TEXTS);

const letterOf = (check) => 'ABCDEFGHIJ'[CHECKS.indexOf(check)];

export const bugNames = BUGS.map((bug, at) => `${at + 1}. ${EXHIBITS[bug].name}`);
export const checkNames = [
  'keiner',
  ...CHECKS.map((check) => `${letterOf(check)}. ${CHECK_TEXTS[check]}`),
];

export const presets = [
  ['falscher Test', { bug: 'pairs', check: 'first' }],
  ['richtiger Test', { bug: 'pairs', check: 'pairs' }],
  ['leere Plätze', { bug: 'padding', check: 'padding' }],
  ['neues Wort', { bug: 'cache', check: 'cache' }],
  ['falsche Partner', { bug: 'layout', check: 'layout' }],
];

/** Schreibt eine Zahl, die ein Test misst. */
function shortText(value) {
  if (Number.isInteger(value)) return grouped(value);
  const size = Math.abs(value);
  if (size >= 1) return fixed(value, 2);
  return fixed(value, size < 0.01 ? 4 : 3);
}

/** Was jeder Test misst. */
const QUANTITIES = {
  pairs: 'Sinus² + Kosinus²',
  transposed: 'Größter Unterschied',
  exponent: 'Zuwachs von Spalte 8',
  first: 'Erste Zahl',
  padding: 'Position von „dog“',
  cache: 'Größter Unterschied',
  values: 'Wert nach der Attention',
  layout: 'Zahl 4 an Position 1',
  theta: 'Zahl 7 an Position 1.000',
  slopes: 'Steigung von Kopf 1',
};

/** Nennt, was ein Test misst, und vergleicht es mit dem, was er verlangt. */
const comparedText = (check, { wrong, wanted }) =>
  `${QUANTITIES[check]}: ${shortText(wrong)} statt ${shortText(wanted)}`;

const verdictWord = (fails) => (fails ? 'nicht bestanden' : 'bestanden');

export const labelsOnPicture = {
  names: { dog: 'Hund', bites: 'beißt', man: 'Mann' },
  right: (bug) => (bug === 'layout' ? 'womit das Modell lernte' : '✓ wie es sein soll'),
  wrong: (bug) => (bug === 'layout' ? 'womit es läuft' : '✗ mit dem Fehler'),
  title: (bug, asks) => (asks ? `1. ${ASKED_TEXTS.name}` : bugNames[BUGS.indexOf(bug)]),
  shown: (bug) => EXHIBITS[bug].shown,
  words: 'Wörter ↓',
  numbers: 'Zahlen →',
  passes: 'bestanden',
  fails: 'schlägt an',
  measured: (check, verdict) => `${letterOf(check)}. ${comparedText(check, verdict)}`,
  blind: (count) => `Diesen Fehler sehen ${count} weitere Tests nicht.`,
};

/** Sagt, was der gewählte Test findet. */
function verdictText({ state, verdict }) {
  const { check } = state;
  if (check === 'none' || !verdict)
    return [
      'Keine Zeile des Programms stürzt ab. Welcher Test findet den Fehler? Führe einen aus.',
    ];
  const name = `Test ${letterOf(check)}`;
  if (!verdict.fails) return [['b', `${name} ist bestanden`], ': Er bemerkt diesen Fehler nicht.'];
  const found = `: Der Fehler ist gefunden. ${comparedText(check, verdict)}.`;
  return [['b', `${name} ist nicht bestanden`], found];
}

export function caption(model, covered, beginner) {
  const { bug, exact } = EXHIBITS[model.state.bug];
  if (covered && model.state.bug === ASKED) return [ASKED_TEXTS.bug];
  const about = beginner ? `${bug} ` : `${bug} ${exact} `;
  return [about, ...verdictText(model)];
}

export function formula({ state, verdict }) {
  const { check } = state;
  if (check === 'none' || !verdict) return [];
  const side = m('math', m('mtext', QUANTITIES[check]), mo('='), mn(show(verdict.wrong)));
  return [[side, m('math', mo(verdict.fails ? '≠' : '≈'), mn(show(verdict.wanted)))]];
}

const show = (value) => (Number.isInteger(value) ? grouped(value) : fixed(value, 4));

export function tables({ state, right, wrong, verdicts, fails }) {
  const show = (value) => (Number.isInteger(value) ? grouped(value) : fixed(value, 4));
  const [good, bad] = [numbersOf(right), numbersOf(wrong)];
  return [
    {
      name: `Tests des Exponats: ${bugNames[BUGS.indexOf(state.bug)]}`,
      answers: true,
      columns: ['Test', 'richtiger Code', 'mit dem Fehler', 'Soll', 'Ergebnis'],
      rows: CHECKS.length,
      row: (at) => {
        const verdict = verdicts[CHECKS[at]];
        const result = verdictWord(verdict.fails);
        return [checkNames[at + 1], verdict.right, verdict.wrong, verdict.wanted, result];
      },
      show,
    },
    {
      name: 'Alle Tests aller Exponate',
      answers: true,
      columns: ['Exponat', ...CHECKS.map(letterOf)],
      rows: BUGS.length,
      row: (at) => [bugNames[at], ...CHECKS.map((check) => verdictWord(fails(check, BUGS[at])))],
      show,
    },
    {
      name: `Zahlen in der Grafik: ${EXHIBITS[state.bug].shown}`,
      columns: ['Nummer', 'richtig', 'mit dem Fehler'],
      rows: Math.max(good.length, bad.length),
      row: (at) => [at, good[at] ?? '–', bad[at] ?? '–'],
      show,
    },
  ];
}

export const questionTexts = {
  ask:
    'Exponat 1 ist eine Tabelle aus Sinus und Kosinus, die mit einem Fehler berechnet wurde. ' +
    'Das Programm läuft trotzdem, und das Modell lernt. Welcher Test findet den Fehler?',
  options: [
    [
      'first',
      'Die erste Zeile muss 0, 1, 0, 1, … sein',
      'Dieser Test ist bestanden. ' +
        'An Position 0 ist jeder Sinus 0 und jeder Kosinus 1, egal wie schnell.',
    ],
    [
      'exponent',
      'Von Zeile 0 zu Zeile 1 muss Spalte 8 von 16 um 0,01 wachsen',
      'Dieser Test ist bestanden. Spalte 8 enthält Sinuswerte, und alle Sinuswerte stimmen.',
    ],
    ['pairs', 'Sinus² + Kosinus² muss in jedem Spaltenpaar 1 sein'],
    [
      'none',
      'Es braucht keinen Test: So ein Programm stürzt ab',
      'Das Programm läuft. Die Form stimmt, und alle Zahlen liegen zwischen −1 und 1.',
    ],
  ],
  watch: 'Achte auf die beiden Zeiger: Ziehen ihre Spitzen dieselbe Linie?',
  surprise: ({ verdicts }) => comparedText('pairs', verdicts.pairs),
  because: () => [
    'Der Test findet, dass der Zeiger seinen Kreis verlässt. ' +
      'Du kannst den Test unter dem Bild kopieren.',
  ],
};

export function describe({ state, verdict }, covered) {
  const isOpen = covered && state.bug === ASKED;
  const { name, bug } = isOpen ? ASKED_TEXTS : EXHIBITS[state.bug];
  const about = `Exponat ${BUGS.indexOf(state.bug) + 1} von ${BUGS.length}: ${name}. ${bug}`;
  if (isOpen || state.check === 'none' || !verdict) return about;
  return `${about} Test ${letterOf(state.check)} ist ${verdictWord(verdict.fails)}.`;
}

export const panelTexts = {
  copy: 'Kopieren',
  copied: 'Kopiert',
  refused: 'Der Browser hat das Kopieren nicht erlaubt. Markiere den Code von Hand.',
  title: ({ check }) =>
    check === 'none'
      ? 'Führe einen Test aus, um seinen Code zu sehen'
      : `Test ${letterOf(check)}: ${CHECK_TEXTS[check]}`,
  seen: 'Gesehen in ',
};
