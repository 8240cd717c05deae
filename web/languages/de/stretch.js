/** Die Texte von pe-stretch, außer denen zu einer config.json. Die stehen in stretch-config.js. */
import { fixed, full, grouped, wave } from '../../figures/chassis/format.js';
import { METHODS } from '../../figures/stretch/model.js';

export const heading = 'Um weiter zu lesen, bremse die Uhren, die nie eine ganze Runde schafften';
export const topic = 'Den Kontext strecken';

export const labels = {
  length: 'Trainingslänge',
  factor: 'Streckung',
  target: 'Ziellänge',
  base: 'Basis',
  dim: 'Gedrehte Dimensionen',
  ramp: 'YaRN mischt nach',
  method: 'Methode',
  pair: 'Paar',
  scaling: 'Skalierung des Modells',
};

export const names = {
  target: ['wie gestreckt'],
  ramp: ['Runden (Artikel)', 'Paaren, gerundet (Code)', 'Paaren (truncate: false)'],
};

export const methodTexts = {
  none: { name: 'Ohne', models: 'Modelle bis zu ihrer Trainingslänge' },
  linear: { name: 'Linear', models: 'LongChat, Gemma 3' },
  ntk: { name: 'NTK', models: 'InternLM2 (dynamisch)' },
  yarn: { name: 'YaRN', models: 'Qwen 2.5, DeepSeek, gpt-oss' },
  llama3: { name: 'Llama 3', models: 'Llama 3.1 bis 3.3' },
  longrope: { name: 'LongRoPE', models: 'Phi-3, Phi-4-mini' },
};

const methodNames = METHODS.map(({ key }) => methodTexts[key].name);

export const arrows = [
  ['← →', 'weniger oder mehr strecken'],
  ['↑ ↓', 'die Methode darüber oder darunter wählen'],
  ['Pos1, Ende', 'gar nicht oder ganz strecken'],
];

export const keyLabels = { p: 'das nächste Paar wählen', o: 'das vorige Paar wählen' };

/** Schreibt eine Zahl von Runden. Mehr Runden bekommen weniger Dezimalen. */
function turnsText(turns) {
  if (turns < 10) return grouped(turns, 3);
  return grouped(turns, turns < 100 ? 2 : 1);
}

const ratioText = (ratio) => fixed(Number(ratio.toPrecision(12)), 4);

/** Schreibt den größten Faktor, um den ein Paar langsamer wird. */
export const steepest = ({ ratio }) => fixed(1 / Math.min(...ratio), 2);

export const labelsOnPicture = {
  chart: 'Positionen pro Runde',
  trained: (length, stages) => `${stages ? 'zuerst trainiert' : 'trainiert'} ${grouped(length)}`,
  target(target, stages) {
    if (stages?.last !== target) return `Ziel ${grouped(target)}`;
    return `${stages.isTrained ? 'später trainiert' : 'gebaut für'} ${grouped(target)}`;
  },
  completed: 'ganze Runde',
  neverDid: 'nie ganz',
  pairs: 'Paar',
  dial: (pair) => `Paar ${pair}`,
  dialTrained: (turns) => `bisher: ${turnsText(turns)} Runden`,
  dialTarget: (turns) => `Ziel: ${turnsText(turns)} Runden`,
  columns: ['behält', 'mischt', 'bremst'],
  ratio: 'neu : alt',
  unseen: 'fremd',
  thisModel: 'dieses Modell',
  noRow({ covered }, key) {
    if (covered) return 'wartet auf deine Antwort';
    if (key === 'longrope') return 'braucht Divisoren: Füge eine config.json ein';
    return 'geht mit diesen Zahlen nicht';
  },
};

export const clockTexts = {
  words: ['Hund', 'beißt', 'Mann'],
  fast: 'Schnelle Uhren: drei Wörter hintereinander',
  fastNote: 'Jedes Wort hat seinen eigenen Zeiger.',
  slow: (target) => `Langsame Uhren: ein Text mit ${target} Positionen`,
  slowNote: 'Grün: Winkel aus dem Training. Rot: neue Winkel.',
  apart: (turns) => `${Math.round(360 * turns)}° Abstand`,
  newAngles: '✗ neue Winkel',
  seenAngles: '✓ alle bekannt',
  speed(slowed) {
    const text = fixed(slowed, slowed < 9.95 ? 1 : 0).replace(/,0$/, '');
    return text === '1' ? 'wie trainiert' : `${text} × langsamer`;
  },
};

export const presets = [
  ['Ohne Streckung', { factor: 1 }],
  ['Linear', { method: 'linear', factor: 16 }],
  ['YaRN', { method: 'yarn', factor: 16 }],
];

const ramps = {
  paper: 'mischt nach Runden, wie im Artikel',
  code: 'mischt nach Paaren mit gerundeten Grenzen, wie im üblichen Code',
  exact: 'mischt nach Paaren mit genauen Grenzen, truncate: false',
};

/** Sagt, warum die gewählte Methode keine Zahlen hat. */
const whyNone = (model) =>
  `${methodTexts[model.state.method].name} ${labelsOnPicture.noRow(model, model.state.method)}.`;

function beginnerCaption(model) {
  const { state, waves, rows, chosen, target } = model;
  const row = rows[chosen];
  if (!row) return [whyNone(model)];
  const { kept, unseen } = row.counts;
  const others = waves.length - kept;
  const verdict = unseen
    ? ['wrong', '✗ Manche Uhren erreichen neue Winkel.']
    : ['right', '✓ Keine Uhr erreicht einen neuen Winkel.'];
  if (!others)
    return [
      ['b', 'Keine Uhr wird gebremst.'],
      ` Im Training waren es ${grouped(state.length)} Positionen, ` +
        `dieser Text hat ${grouped(target)}. `,
      verdict,
    ];
  return [
    ['b', methodTexts[state.method].name],
    ` bremst ${kept ? `${others} von` : 'alle'} ${waves.length} Uhren, ` +
      `bis zu ${grouped(state.factor)}-fach. `,
    verdict,
  ];
}

export function caption(model, _covered, beginner) {
  if (beginner) return beginnerCaption(model);
  const { state, waves, rows, chosen, target, own, stages } = model;
  const { method, pair, length } = state;
  const { name } = methodTexts[method];
  const row = rows[chosen];
  if (!row) return [whyNone(model)];
  const form = method === 'yarn' ? ` (${ramps[state.ramp]})` : '';
  const whose = own === method ? ', das dieses Modell verwendet,' : '';
  const before = row.waves[pair] === waves[pair] ? '' : ` (vor dem Strecken ${wave(waves[pair])})`;
  const { unseen } = row.counts;
  return [
    ['b', method === 'none' ? 'Ohne Streckung' : name],
    `${form}${whose}${effect(model, row)}. Paar `,
    ['you', String(pair)],
    ` braucht für eine Runde ${wave(row.waves[pair])} Positionen${before}. `,
    `Es schafft im Training ${turnsText(length / waves[pair])} Runden ` +
      `und in ${grouped(target)} Positionen ${turnsText(target / row.waves[pair])}. `,
    stages && own === method ? `${neverTurned(model)} ` : '',
    unseen
      ? [
          'wrong',
          `✗ ${unseen} von ${waves.length} Paaren ${unseen === 1 ? 'erreicht' : 'erreichen'} Winkel, ` +
            `die im ${stages ? 'ersten ' : ''}Training nicht vorkamen.`,
        ]
      : ['right', '✓ Kein Paar erreicht einen Winkel, der im Training nicht vorkam.'],
    ...(own === method ? laterTraining(model) : []),
  ];
}

/** Sagt, auf welchen Längen ein Modell später trainiert wurde, soweit das bekannt ist. */
function laterTraining(model) {
  const { stages } = model;
  if (!stages) return [];
  const last = grouped(stages.last);
  return [
    ' ',
    stages.isTrained
      ? ['right', `✓ Das Modell wurde danach auf bis zu ${last} Positionen trainiert.`]
      : `Die Datei sagt, dass das Modell für ${last} Positionen gebaut ist.`,
  ];
}

export const neverTurned = ({ state, stages, waves, whole }) => {
  const count = waves.length - whole;
  return (
    `In ${stages ? 'den ersten ' : ''}${grouped(state.length)} Positionen ` +
    `${count === 1 ? 'schaffte' : 'schafften'} ${count} von ${waves.length} Paaren ` +
    'keine ganze Runde.'
  );
};

/** Sagt, was die gewählte Methode mit den Paaren macht. */
function effect({ state, waves }, row) {
  const { kept, blended, slowed } = row.counts;
  if (state.method === 'none') return ': Jedes Paar dreht sich wie im Training';
  if (state.method === 'longrope')
    return ` teilt die Frequenz jedes Paares durch eine eigene Zahl, höchstens ${steepest(row)}`;
  const factor = grouped(state.factor);
  if (state.factor === 1 && kept === waves.length)
    return ': Der Faktor ist 1, also wird kein Paar gebremst';
  return (
    ` lässt ${kept} von ${waves.length} Paaren unverändert, mischt ${blended} ` +
    `und bremst ${slowed} um den Faktor ${factor}`
  );
}

export const tables = (model) => [ratioTable(model), turnsTable(model), frequencyTable(model)];

function ratioTable({ state, waves, rows }) {
  const show = [String, wave, turnsText];
  return {
    name:
      `Neue Frequenz geteilt durch die alte, Streckung ${grouped(state.factor)}, ` +
      `trainiert auf ${grouped(state.length)} Positionen`,
    columns: ['Paar', 'Positionen pro Runde', 'Runden im Training', ...methodNames],
    rows: waves.length,
    row: (pair) => [
      pair,
      waves[pair],
      state.length / waves[pair],
      ...rows.map((row) => (row ? row.ratio[pair] : '')),
    ],
    show: (value, column) => (show[column] ?? ratioText)(value),
  };
}

function turnsTable({ state, waves, rows, target }) {
  return {
    name: `Runden jedes Paares in ${grouped(target)} Positionen`,
    columns: ['Paar', 'im Training', ...methodNames],
    rows: waves.length,
    row: (pair) => [
      pair,
      state.length / waves[pair],
      ...rows.map((row) => (row ? target / row.waves[pair] : '')),
    ],
    show: (value, column) => (column === 0 ? String(value) : turnsText(value)),
  };
}

function frequencyTable({ waves, rows }) {
  return {
    name: 'Frequenzen, Radiant pro Position',
    columns: ['Paar', ...methodNames],
    rows: waves.length,
    row: (pair) => [pair, ...rows.map((row) => (row ? row.frequencies[pair] : ''))],
    show: (value, column) => (column === 0 ? String(value) : full(value, 'float32')),
  };
}

export const questionTexts = {
  ask:
    'Ein Modell wurde auf 4.096 Positionen trainiert und soll 65.536 lesen. ' +
    'Manche Uhren kommen dann zu neuen Winkeln (rot). Welche Uhren würdest du bremsen?',
  options: [
    ['none', 'keine Uhr', 'Wird keine Uhr gebremst, kommen die roten Uhren zu neuen Winkeln.'],
    [
      'all',
      'alle Uhren',
      'Keine Uhr kommt zu einem neuen Winkel. ' +
        'Aber auf schnellen Uhren sehen Nachbarn jetzt fast gleich aus.',
    ],
    ['slow', 'nur die langsamen Uhren'],
  ],
  watch: 'Achte auf die Uhren: Welche werden gebremst?',
  surprise: ({ rows, chosen, waves }) => {
    const row = rows[chosen];
    return row ? `${row.counts.slowed} von ${waves.length} Uhren` : '';
  },
  because({ state, rows, chosen }) {
    const row = rows[chosen];
    if (!row) return [];
    const { kept, blended } = row.counts;
    return [
      `Diese Uhren schafften keine Runde. YaRN bremst sie ${grouped(state.factor)}-fach. ` +
        `Die nächsten ${blended} bremst es ein wenig, die ${kept} schnellsten bleiben wie ` +
        'trainiert. So bleiben Nachbarn unterscheidbar, und keine Uhr kommt zu einem neuen Winkel.',
    ];
  },
};

export const comparison = {
  caption: 'Die Methoden nebeneinander. Wähle eine Zeile, um sie in der Grafik hervorzuheben.',
  columns: ['Methode', 'was sie tut', 'cos, sin ×', 'verwendet von'],
  cells(model, at) {
    const { key } = METHODS[at];
    const { models } = methodTexts[key];
    const row = model.rows[at];
    const does = model.covered && !row ? '–' : EFFECTS[key](model);
    return [does, row ? fixed(row.amplitude, 4) : '–', models];
  },
};

const times = (turns) => (turns === 1 ? '1 Runde' : `${turns} Runden`);

const ramp = (fast, slow) =>
  `lässt Paare ab ${times(fast)} unverändert und bremst Paare mit höchstens ${times(slow)}`;

/** Sagt, was eine Methode mit den Frequenzen macht. */
const EFFECTS = {
  none: () => 'ändert nichts',
  linear: ({ state }) => `teilt jede Frequenz durch ${grouped(state.factor)}`,
  ntk: ({ raised }) => `erhöht die Basis auf ${grouped(raised, 1)}`,
  yarn({ scaling }) {
    const { beta_fast: fast = 32, beta_slow: slow = 1 } = scaling ?? {};
    return ramp(fast, slow);
  },
  llama3({ scaling }) {
    const { high_freq_factor: high = 4, low_freq_factor: low = 1 } = scaling ?? {};
    return ramp(high, low);
  },
  longrope: () => 'teilt jede Frequenz durch eine eigene Zahl, durch Suchen gefunden',
};

export const configTexts = {
  title: 'Dein Modell',
  hint: 'Füge seine config.json ein oder zieh sie hierher. Nichts verlässt diese Seite.',
  pick: 'Füge seine config.json ein oder öffne sie. Nichts verlässt diese Seite.',
  examplesLabel: 'Beispielmodelle',
  examples: 'Beispielmodelle …',
  openFile: 'Datei öffnen',
  notLoaded: (message) =>
    `Der Code, der Konfigurationen liest, konnte nicht geladen werden: ${message}`,
};

export function describe(model) {
  const { state, rows, chosen, waves, target, stages } = model;
  const { method, pair, length } = state;
  const { name } = methodTexts[method];
  const row = rows[chosen];
  if (!row) return whyNone(model);
  return (
    `${name}, Paar ${pair}: Seine neue Frequenz ist das ${ratioText(row.ratio[pair])}-Fache der ` +
    `alten. Es schafft im Training ${turnsText(length / waves[pair])} Runden ` +
    `und in ${grouped(target)} Positionen ${turnsText(target / row.waves[pair])}` +
    `${row.unseen[pair] ? ', mit Winkeln, die im Training nicht vorkamen' : ''}.` +
    (stages?.isTrained ? ` Späteres Training ging bis zu ${grouped(stages.last)} Positionen.` : '')
  );
}

/** Die Tafel unter der Grafik: was Arbeiten über das Training nach dem Strecken berichten. */
export const reported = {
  heading: 'Was weiteres Training ändert',
  about:
    'Auf einer verlangsamten Uhr liegen die Zeiger von Nachbarn enger beieinander als ' +
    'im Training. Weiteres Training stellt die Gewichte auf die kleineren Winkel ein. ' +
    'Wie gut ein Modell danach liest, sagt keine Formel.',
  label: 'Berichtet, nicht berechnet: ',
  says:
    'LLaMA wurde auf Texten mit 2.048 Positionen trainiert und dann linear gestreckt. ' +
    'Nach höchstens 1.000 weiteren Schritten las es bis zu 32.768 Positionen. ' +
    'In kurzen Texten blieb es fast so gut wie vorher (Chen et al., 2023). ' +
    'Mit YaRN genügten Llama 2 400 Schritte, ' +
    'um von 4.096 auf 65.536 Positionen zu kommen (Peng et al., 2023).',
};
