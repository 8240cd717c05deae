/** Die Texte von pe-train. */
import { m, mi, mn, mo } from '../../figures/chassis/dom.js';
import { fixed, grouped, signed } from '../../figures/chassis/format.js';
import { SCHEMES, isOrdered, reachedWith } from '../../figures/train/model.js';

export const heading = 'Sechs kleine Modelle lernen hier und lesen dann über die Grenze hinaus';
export const topic = 'Sechs kleine Modelle, gleich bis auf ihre Positionen';

export const names = ['Ohne', 'Sinus', 'Gelernt', 'RoPE', 'ALiBi', 'T5'];
export const notes = [
  'gar keine Positionen',
  'addiert feste Wellen',
  'lernt jede Position',
  'dreht je nach Position',
  'Fernes zählt weniger',
  'lernt jeden Abstand',
];

const nameOf = (scheme) => names[SCHEMES.findIndex(({ key }) => key === scheme)];

export const labels = {
  task: 'Aufgabe',
  tasks: ['Sätze', 'ferne Fakten', 'Abschreiben'],
  seed: 'Startwert',
  length: 'Trainingslänge',
  steps: 'Schritte',
  layers: 'Schichten',
  causal: 'Kausale Maske: nur zurückschauen',
  window: 'Rückblick beim Testen',
  windows: ['auf alles', 'nur so weit wie im Training'],
  scheme: 'Modell',
  layer: 'Gezeigte Schicht',
  head: 'Gezeigter Kopf',
  position: 'Position',
  guess: 'Deine Reihenfolge',
};

export const fileName = ({ task, steps, seed }) =>
  `training-${task}-${steps}-schritte-startwert-${seed}`;

export const settings = ({ task, seed, steps, length, layers, causal, window }) =>
  `Aufgabe ${task}, Startwert ${seed}, ${steps} Schritte, Trainingslänge ${length}, ` +
  `Schichten ${layers}, kausale Maske ${causal ? 'an' : 'aus'}, Rückblick ${window}`;

export const arrows = [
  ['← →', 'die Position zurück oder vor schieben'],
  ['↑ ↓', 'das vorige oder nächste Modell wählen'],
  ['Pos1, Ende', 'zur ersten oder letzten Position gehen'],
];

export const keyLabels = {
  b: 'die Modelle trainieren, anhalten oder weitermachen',
  w: 'auf alles zurückschauen oder nur so weit wie im Training',
};

/** Nennt die Einheit, in der Texte gezählt werden. */
const unitOf = ({ task }) => (task === 'far' ? 'Tokens' : 'Buchstaben');

export const cardTexts = {
  kicker: 'Erst raten, dann trainieren',
  ask: ({ wall, longest, state }) =>
    `Alle lernen aus Texten mit ${wall} ${unitOf(state)}. Dann lesen sie ${longest}. ` +
    `Wer ist an den Positionen ${4 * wall} bis ${longest - 1} am besten? Das beste Modell zuerst.`,
  asked: ({ wall, longest }) =>
    `Wer ist an den Positionen ${4 * wall} bis ${longest - 1} am besten?`,
  plain: ({ wall, longest, state }) =>
    `Sechs Modelle lernen aus Texten mit ${wall} ${unitOf(state)}. Dann lesen sie ${longest}.`,
  up: (name) => `${name} nach oben`,
  down: (name) => `${name} nach unten`,
  grip: 'Zum Ordnen ziehen',
  lock: 'So trainieren',
  decline: 'Ohne Tipp trainieren',
  train: 'Trainieren',
  pause: 'Anhalten',
  resume: 'Weiter',
  stop: 'Abbrechen',
  another: 'Anderer Startwert',
  again: 'Noch einmal fragen',
  tryTask: { far: 'Immer diese Rangfolge? Andere Aufgabe', sentences: 'Zurück zu den Sätzen' },
  progress: 'Fortschritt des Trainings',
  loading: 'Es wird vorbereitet.',
  running: ({ done, steps }, seconds) =>
    `Schritt ${done} von ${steps}.${Number.isNaN(seconds) ? '' : ` Noch ${left(seconds)}.`}`,
  finishing: 'Die letzten Texte werden gelesen.',
  paused: ({ done, steps }) => `Angehalten bei Schritt ${done} von ${steps}.`,
  stopped: ({ done, steps }) =>
    `Abgebrochen bei Schritt ${done} von ${steps}. Daraus lässt sich nichts ablesen.`,
  failed: (reason) => `Das Training läuft hier nicht. ${reason}`,
  changed: 'Die Einstellungen sind neu, darum ist der letzte Lauf weg.',
  hits: (hits) => `${hits} von ${SCHEMES.length} am richtigen Platz`,
  columns: ['', 'dieser Lauf', 'Verlust', 'dein Tipp'],
  orders: ({ wall, longest }) =>
    `Verlust an den Positionen ${4 * wall} bis ${longest - 1}, der kleinste zuerst`,
};

const left = (seconds) => {
  const whole = Math.max(1, Math.round(seconds));
  return `${whole} ${whole === 1 ? 'Sekunde' : 'Sekunden'}`;
};

export const engineTexts = {
  missing: (file) => `Neben dem Skript der Grafiken fehlt die Datei ${file}.`,
};

export const labelsOnPicture = {
  race: 'Verlust im Training',
  reading: 'Verlust auf neuen, längeren Texten',
  step: 'Schritt',
  position: 'Position im Text',
  positionShort: 'Position',
  guessing: 'geraten',
  floor: 'bestmöglich',
  never: 'dahinter: nie trainiert',
  idle: {
    sentences: ['Was kommt danach?', 'the old cat saw the k_'],
    far: ['Was war a?', 'a3 c1 b2 … :: .. a?'],
    copy: ['Was kam davor?', 'm a t k e _'],
  },
  window: (wall) => `schaut höchstens ${wall} zurück`,
  positions: (from, to) => `Positionen ${from} bis ${to}`,
  attention: (name, layer, head) =>
    `Wohin „${name}“ schaut: Schicht ${layer}, Kopf ${head}. Zeile: eine Query. Spalte: ein Key.`,
  far: (far) => `${Math.round(100 * far)} % liegen weiter hinten`,
  alike: 'Ähnlichkeit der Zeilen seiner Tabelle',
  means({ means }) {
    const half = means.length / 2;
    return `Nachbarn ${signed(means[1], 2)}, Abstand ${half}: ${signed(means[half], 2)}`;
  },
};

const percent = (value) => `${Math.round(100 * value)} %`;

function spreadOf(pick, reached) {
  const list = reached.map(pick);
  return Math.max(...list) - Math.min(...list);
}

/** Gibt eine Schranke dafür an, wie weit Zahlen auseinanderliegen. */
const within = (pick, reached) => fixed(Math.ceil(100 * spreadOf(pick, reached)) / 100, 2);

export const lessonTexts = {
  alike: {
    title: 'Im Training sind sie gleichauf, hinter der Grenze nicht mehr',
    says: (_model, reached) =>
      'Am Ende des Trainings liegen die Verluste höchstens ' +
      `${within(({ training }) => training, reached)} auseinander, ` +
      `weit hinter der Grenze ${fixed(
        spreadOf(({ beyond }) => beyond, reached),
        1,
      )}. Der Verlust im Training sagt nichts über längere Texte.`,
    denies: () =>
      'In diesem Lauf kann der Trainingsverlust durchaus etwas über längere Texte verraten.',
  },
  nearby: {
    says: ({ wall }, reached) =>
      'ALiBi bleibt flach, weil hier nahe Buchstaben genügen: Auch wenn es nur die letzten ' +
      `${wall} Buchstaben sieht, ist sein Verlust ${fixed(reachedWith(reached, 'alibi').near, 2)}.`,
    denies: () =>
      'Dieser Lauf belegt nicht, dass ALiBi flach bleibt, weil nahe Buchstaben genügen.',
  },
  distant: {
    says: ({ wall }, reached) =>
      'RoPE versagt bei Abständen, die im Training nie vorkamen. Sieht es nur die letzten ' +
      `${wall} Buchstaben, ist sein Verlust ${fixed(reachedWith(reached, 'rope').near, 2)} ` +
      `statt ${fixed(reachedWith(reached, 'rope').beyond, 2)}.`,
    denies: () => 'Dieser Lauf belegt nicht, dass RoPE bei nie gezeigten Abständen versagt.',
  },
  defined: {
    says: (_model, reached) =>
      'Sinus-Positionen sind überall definiert, aber nicht überall trainiert: ' +
      `Ihr Verlust steigt von ${fixed(reachedWith(reached, 'sinusoidal').inside, 1)} ` +
      `auf ${fixed(reachedWith(reached, 'sinusoidal').beyond, 1)}.`,
    denies: () =>
      'Dieser Lauf belegt nicht, dass definierte, aber untrainierte Positionen versagen.',
  },
  turned: {
    title: 'Liegt die Antwort weit zurück, kehrt sich die Rangfolge um',
    says: (_model, reached) =>
      'Hier liegen die Antworten weit zurück, und die Rangfolge kehrt sich um. ' +
      `Richtige Antworten: ${rightBeyond(reached, ['none', 't5', 'alibi', 'rope'])}.`,
    denies: () =>
      'Dieser Lauf belegt nicht, dass weit zurückliegende Antworten die Rangfolge umkehren.',
  },
  order: {
    title: 'Ein kausales Modell lernt die Reihenfolge ohne Positionen',
    says: (_model, reached) =>
      `Ohne Positionen sind ${percent(reachedWith(reached, 'none').right)} der Antworten ` +
      'richtig. Allein die kausale Maske hat diesem Modell die Reihenfolge beigebracht.',
    denies: (_model, reached) =>
      'Dieser Lauf belegt nicht, dass ein kausales Modell die Reihenfolge ohne Positionen lernt: ' +
      `Nur ${percent(reachedWith(reached, 'none').right)} seiner Antworten sind richtig.`,
  },
  orderless: {
    title: 'Ohne Maske und Positionen gibt es keine Reihenfolge',
    says: (_model, reached) =>
      'Ohne Maske und Positionen kann ein Modell nicht wissen, welcher Buchstabe davor stand: ' +
      `${percent(reachedWith(reached, 'none').right)} seiner Antworten sind richtig.`,
    denies: () =>
      'Dieser Lauf belegt nicht, dass ein Modell eine Maske oder Positionen braucht, ' +
      'um die Reihenfolge zu kennen.',
  },
};

const rightBeyond = (reached, schemes) =>
  schemes
    .map((scheme) => `${nameOf(scheme)}: ${percent(reachedWith(reached, scheme).rightBeyond)}`)
    .join('; ');

export function headingOf({ lessons }) {
  const shown = lessons?.find(({ name, holds }) => holds && lessonTexts[name].title);
  return shown ? lessonTexts[shown.name].title : null;
}

export function findings(model) {
  const { reached, lessons } = model;
  if (!reached || !lessons) return [];
  return lessons.map(({ name, holds }) =>
    lessonTexts[name][holds ? 'says' : 'denies'](model, reached),
  );
}

const FACTS =
  'Hier beginnt ein Text mit Fakten wie a3, und die Frage „a?“ folgt erst lange danach.';

const idleCaption = ({ wall, state }) =>
  (state.task === 'far' ? `${FACTS} ` : '') +
  'Der Verlust sagt, wie sehr die richtige Antwort ein Modell überrascht: Weniger ist besser. ' +
  `Die Texte des Trainings enden bei der Trainingslänge (${wall}). Das ist die Grenze.`;

const runningCaption = ({ wall }) =>
  'Alle sechs lernen aus denselben Texten. Immer wieder lesen sie neue: bis ' +
  `Position ${wall - 1} wie im Training, und dann über die Grenze hinaus.`;

export function caption(model, _covered, beginner) {
  if (model.phase !== 'done')
    return [model.blocks.some(Boolean) ? runningCaption(model) : idleCaption(model)];
  const said = findings(model).slice(0, beginner ? 3 : undefined);
  const last =
    'Hinter der Grenze hat „Gelernt“ keine Zeile mehr, darum wiederholt es hier Zeile ' +
    `${model.wall - 1}.`;
  const texts = [...said, last].join(' ');
  return [texts, beginner ? '' : ` ${hereText(model)}${tableText(model)}`];
}

/** Sagt, wie gut das gewählte Modell an der Position ist. */
function tableText({ alike }) {
  if (!alike) return '';
  const { means } = alike;
  const half = means.length / 2;
  const numbers =
    `Der mittlere Kosinus von Nachbarn ist ${signed(means[1], 2)}, ` +
    `der von Zeilen im Abstand ${half} ist ${signed(means[half], 2)}.`;
  return isOrdered(alike)
    ? ` Die Tabelle begann mit zufälligen Zeilen. Das Training hat nahe Zeilen ähnlich gemacht. ${numbers}`
    : ` Die Zeilen der Tabelle zeigen in diesem Lauf keine Ordnung. ${numbers}`;
}

function hereText({ chosen, here, state, wall }) {
  if (here === null || Number.isNaN(here)) return '';
  const place = state.position < wall ? 'wie im Training' : 'hinter der Grenze';
  return (
    `Um Position ${state.position}, ${place}, ist der Verlust von „${names[chosen]}“ ` +
    `${fixed(here, 2)}.`
  );
}

export const formula = ({ guessing, state }) => [
  [
    m('math', m('mrow', mi('Verlust'), mo('='), mo('−'), mi('ln'), mi('p'), mo(','))),
    m('math', m('mrow', mi('p'), mo('='), m('mtext', 'Wahrscheinlichkeit der Antwort'))),
  ],
  m(
    'math',
    m('mrow', mo('−'), mi('ln'), m('mfrac', mn(1), mn(state.task === 'far' ? 4 : 24)), mo('≈')),
    mn(fixed(guessing, 2)),
  ),
];

export function tables(model) {
  const { read, run, longest, steps, reached } = model;
  const show = (value, column) => (column ? fixed(value, 4) : grouped(value));
  const cell = (value) => (value === undefined || Number.isNaN(value) ? '' : value);
  const byPosition = (what, name) => ({
    name,
    columns: ['Position', ...names],
    rows: longest,
    row: (at) => [at, ...read.map((each) => cell(each?.[what][at]))],
    show,
  });
  const result = [
    byPosition('loss', 'Verlust nach Position, auf neuen Texten'),
    byPosition('accuracy', 'Richtige Antworten nach Position, auf neuen Texten'),
    {
      name: 'Verlust nach Schritt des Trainings',
      columns: ['Schritt', ...names],
      rows: steps,
      row: (at) => [at + 1, ...run.losses.map((losses) => cell(losses[at]))],
      show,
    },
  ];
  if (model.alike) result.push(alikeTable(model.alike));
  return reached ? [...result, summaryTable(model, reached)] : result;
}

const alikeTable = ({ means }) => ({
  name: 'Wie ähnlich sich Zeilen der gelernten Tabelle sind',
  columns: ['Abstand', 'mittlerer Kosinus'],
  rows: means.length,
  row: (apart) => [apart, means[apart]],
  show: (value, column) => (column ? signed(value, 4) : grouped(value)),
});

function summaryTable({ wall, longest }, reached) {
  const far = `${4 * wall} bis ${longest - 1}`;
  return {
    name: 'Was jedes Modell erreicht hat',
    columns: [
      'Modell',
      'Verlust im Training',
      `Verlust, 0 bis ${wall - 1}`,
      `Verlust, ${far}`,
      `dasselbe, Blick ${wall} zurück`,
      `richtig, 0 bis ${wall - 1}`,
      `richtig, ${far}`,
    ],
    rows: SCHEMES.length,
    row(at) {
      const { training, inside, beyond, near, right, rightBeyond } = reached[at];
      return [names[at], training, inside, beyond, near, right, rightBeyond];
    },
    show: (value) => fixed(value, 4),
  };
}

export const sampleTexts = {
  title: 'Was jedes Modell hinter der Grenze schreibt',
  note: ({ wall }) => `Alle setzen denselben Text von ${2 * wall} Zeichen fort.`,
};

export const announced = ({ done, steps, run }) =>
  `${Math.round(100 * run.progress)} Prozent des Trainings sind fertig: ` +
  `Schritt ${done} von ${steps}.`;

export function describe(model) {
  if (model.phase === 'done') return `${findings(model)[0] ?? ''} ${hereText(model)}`.trim();
  if (model.phase === 'idle')
    return (
      'Sechs Modelle sind noch nicht trainiert. ' +
      `Deine Reihenfolge ist ${orderText(model.state.guess)}.`
    );
  return `${cardStatus(model)} ${hereText(model)}`.trim();
}

function cardStatus(model) {
  if (model.phase === 'stopped') return cardTexts.stopped(model);
  if (model.phase === 'paused') return cardTexts.paused(model);
  return model.phase === 'failed'
    ? cardTexts.failed(model.run.reason)
    : cardTexts.running(model, NaN);
}

const orderText = (guess) => [...guess].map((digit) => names[Number(digit)]).join(', ');
