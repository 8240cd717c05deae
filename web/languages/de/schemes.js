/** Die Texte von pe-schemes. */
import { m, mi, mn, mo } from '../../figures/chassis/dom.js';
import { fixed, full, grouped } from '../../figures/chassis/format.js';
import { BUCKETS, SCHEMES, T5_BIAS } from '../../figures/schemes/model.js';

export const heading = 'Verfahren mit Abständen wirken überall gleich, aber eine Tabelle endet';
export const topic = 'Ein Satz unter sechs Verfahren';

export const sentence = 'ein sehr alter Hund biss Mann und Mann biss Hund';
export const values = { tokens: sentence };

export const labels = {
  tokens: 'Deine Wörter',
  back: 'Blick zurück',
  query: 'Query',
  scheme: 'Verfahren',
  length: 'Trainingslänge',
  start: 'Erste Position',
  dim: 'Dimensionen',
  heads: 'Köpfe',
  head: 'Gezeigter Kopf',
};

export const presets = [
  ['Am Anfang eines Textes', { start: 0 }],
  ['Später', { start: 40 }],
  ['Nach 63', { start: 64 }],
];

/** Was die Köpfe tun, die ein bestimmtes Wort finden sollen. */
const steps = 'schaut zurück';

export const schemeTexts = {
  none: {
    name: 'Ohne',
    does: 'ohne Reihenfolge',
    kind: 'blind für die Reihenfolge',
    where: 'nirgends',
    beyond: 'keine Positionen, also keine Grenze',
    models: 'einzelne Schichten von Llama 4, SmolLM3',
  },
  sinusoidal: {
    name: 'Sinus',
    does: steps,
    kind: 'absolut',
    where: 'einmal zu den Wörtern addiert',
    beyond: 'definiert, aber untrainiert: klappt schlecht',
    models: 'der Transformer von 2017',
  },
  learned: {
    name: 'Gelernt',
    does: steps,
    kind: 'absolut',
    where: 'einmal zu den Wörtern addiert',
    beyond: 'hat dort keine Zeile: ein Fehler',
    models: 'BERT, GPT-2, OPT, ViT',
  },
  rope: {
    name: 'RoPE',
    does: steps,
    kind: 'relativ',
    where: 'dreht q und k in jeder Schicht',
    beyond: 'definiert: klappt nach dem Strecken gut',
    models: 'Llama, Mistral, Qwen, Gemma',
  },
  alibi: {
    name: 'ALiBi',
    does: 'Nahes zuerst',
    kind: 'relativ',
    where: 'in jeder Schicht zu den Scores addiert',
    beyond: 'dieselbe Gerade: klappt gut',
    models: 'BLOOM, MPT',
  },
  t5: {
    name: 'T5',
    does: steps,
    kind: 'relativ',
    where: 'in jeder Schicht zu den Scores addiert',
    beyond: 'ferne Abstände teilen sich ein Fach: klappt recht gut',
    models: 'T5, mT5, UL2',
  },
};

export const names = {
  scheme: SCHEMES.map(({ key }) => schemeTexts[key].name),
};

export const arrows = [
  ['← →', 'den Satz eine Position zurück oder vor schieben'],
  ['↑ ↓', 'das Verfahren darüber oder darunter wählen'],
  ['Pos1, Ende', 'zur ersten oder letzten Position gehen'],
];

export const keyLabels = {
  q: 'das nächste Wort zur Query machen',
  a: 'das Wort davor zur Query machen',
};

export const noRow = ({ missing, state }) =>
  `keine Zeile ${missing}: Die Tabelle endet mit ${state.length - 1}`;

export const labelsOnPicture = {
  within: (last) => `Positionen 0 bis ${grouped(last)}`,
  beyond: (last) => `nach ${grouped(last)}`,
  covered: 'bis zur Antwort verdeckt',
  enters: 'Position geht ein in',
  entersShort: 'geht in',
  doors: { words: 'Wörter', qk: 'q, k', scores: 'Scores' },
  weight: 'Gewicht',
  change: 'Änderung',
  points: 'in Punkten',
  all: '100 %',
  mark: '✓ über die Hälfte des Gewichts auf dem richtigen Wort',
  same: 'unverändert',
  changed: 'verändert',
  gained: 'seit Position 0 gewonnen',
  lost: 'verloren',
  noRow,
};

/** Sagt, warum sich Gewichte ändern, wenn Positionen zu Wörtern addiert werden. */
const DISTURBED =
  'Aber im Score stecken auch Produkte aus Wort und Stempel, an jeder Position andere.';

/** Sagt, was der Kopf mit dem gewählten Verfahren sieht. */
const sees = {
  none: 'Ohne Positionen kann der Kopf nicht zurückschauen. Gleiche Wörter bekommen gleiche Gewichte.',
  sinusoidal: `Dieselbe Drehung macht aus jedem Stempel einen früheren. ${DISTURBED}`,
  learned: `Der Kopf findet die Zeile einer früheren Position, wenn die Tabelle sie hat. ${DISTURBED}`,
  rope: 'Die Query wird zurückgedreht. Nur der Abstand zählt.',
  alibi: 'Nahe Wörter bekommen überall mehr Gewicht. Auf ein einzelnes zielt der Kopf nicht.',
  t5: 'Dieser Abstand hat eine eigene Zahl. Nur der Abstand zählt.',
};

/** Schreibt eine Änderung von Gewichten in Prozentpunkten. */
const points = (change) => `${fixed(100 * change, 1)} Prozentpunkte`;

const UNTRAINED = ' Ein trainierter Kopf kann hier versagen: Er hat diese Position nie gesehen.';

const MAY_FAIL = ['sinusoidal', 'rope'];

const presentWeight = (word, weight) => [
  'hier bekommt ',
  ['other', `„${word}“`],
  ` ${fixed(100 * weight, 0)} % des Gewichts.`,
];

export function caption(model, covered, beginner) {
  const { state, words, target, weights, chosen, found, change, past } = model;
  const row = weights[chosen];
  const head = [
    'Dieser Kopf ist von Hand gebaut, nicht trainiert. ',
    ...(state.back
      ? aim(model)
      : [['you', `„${words[target]}“`], ' ist das einzige Wort und schaut auf sich selbst. ']),
    ['b', schemeTexts[state.scheme].name],
    ': ',
  ];
  if (!row)
    return [...head, model.covered ? labelsOnPicture.covered : ['wrong', `✗ ${noRow(model)}`], '.'];
  if (covered) return [...head, ...presentWeight(words[target], row[target])];
  if (isAiming(state.scheme)) head.push(found[chosen] ? ['right', '✓ '] : ['wrong', '✗ ']);
  head.push(sees[state.scheme]);
  if (past && MAY_FAIL.includes(state.scheme)) head.push(UNTRAINED);
  if (beginner) return head;
  return [
    ...head,
    ` Das Gewicht ist ${fixed(100 * row[target], 1)} %. `,
    state.start
      ? `Seit Position 0 haben sich Gewichte um bis zu ${points(change[chosen] ?? 0)} geändert.`
      : '',
  ];
}

const isAiming = (key) => schemeTexts[key].does === steps;

const howFar = (back) => (back === 1 ? 'ein Wort' : `${back} Wörter`);

/** Sagt, von welchem Wort der Kopf auf welches schauen soll. */
const aim = ({ state, words, target }) => [
  'Vom Wort ',
  ['you', `„${words[state.query]}“`],
  ` soll er ${howFar(state.back)} zurückschauen, auf `,
  ['other', `„${words[target]}“`],
  '. ',
];

const inRow = (...parts) => m('math', m('mrow', ...parts));
const score = (...parts) => inRow(mi('Score'), mo('='), ...parts);
const product = (query, key) => m('mrow', query, mo('·'), key);
const plainKey = () => m('mrow', mo('('), mi('u'), mo('+'), mi('x'), mo(')'));
const plain = () => product(mi('u'), plainKey());
const ofWord = ({ words, target }) =>
  inRow(mi('x'), mo('='), m('mtext', `der Vektor von „${words[target]}“`));
const ofRow = () => inRow(mi('u'), mo('='), rowAt('PE', 0));
const rowAt = (table, position) => m('mrow', mi(table), mo('['), mn(position), mo(']'));

function addedFormula({ state, target }, table) {
  const row = () => rowAt(table, state.start + target);
  return [score(product(row(), m('mrow', mo('('), row(), mo('+'), mi('x'), mo(')'))))];
}

/** Schreibt den Score des Wortes, auf das der Kopf schauen soll. */
const FORMULAS = {
  none: () => [score(plain())],
  sinusoidal: (model) => addedFormula(model, 'PE'),
  learned: (model) => addedFormula(model, 'E'),
  rope({ state, target }) {
    const turn = () => m('msub', mi('R'), mn(state.start + target));
    return [score(product(m('mrow', turn(), mi('u')), m('mrow', turn(), plainKey())))];
  },
  alibi: ({ slope, state }) => [
    score(plain(), mo('−'), mn(full(slope, 'float64')), mo('·'), mn(state.back)),
  ],
  t5: ({ bucket }) => [
    score(plain(), mo('+'), m('msub', mi('b'), mn(bucket)), mo('='), plain(), mo('+'), mn(T5_BIAS)),
  ],
};

export const formula = (model) => [
  ...FORMULAS[model.state.scheme](model),
  ...(isAdded(model.state.scheme) ? [] : [ofRow()]),
  ofWord(model),
];

const isAdded = (key) => key === 'sinusoidal' || key === 'learned';

export function tables(model) {
  const { state, weights, home } = model;
  return [
    weightsTable(model, weights, state.start),
    weightsTable(model, home, 0),
    schemesTable(model),
  ];
}

function weightsTable({ words }, rows, start) {
  return {
    name: `Gewichte der Attention, erstes Wort an Position ${start}`,
    columns: ['Key', 'Wort', 'Position', ...names.scheme],
    rows: words.length,
    row: (key) => [key, words[key], start + key, ...rows.map((row) => (row ? row[key] : ''))],
    show: (value, column) => (column < 3 ? String(value) : fixed(value, 4)),
  };
}

const schemeColumns = [
  'Verfahren',
  'Parameter',
  'größte Änderung',
  'Position ist',
  'wo sie dazukommt',
  'jenseits der Trainingslänge',
  'verwendet von',
];

function schemesTable({ change, parameters }) {
  return {
    name: 'Die Verfahren',
    answers: true,
    columns: schemeColumns,
    rows: SCHEMES.length,
    row(at) {
      const { name, kind, where, beyond, models } = schemeTexts[SCHEMES[at].key];
      return [name, parameters[at], change[at] ?? '', kind, where, beyond, models];
    },
    show: (value, column) => (column === 1 ? grouped(value) : fixed(value, 4)),
  };
}

export const questionTexts = {
  ask:
    'Von Hand gebaute Köpfe haben ein ✓, wenn sie ein Wort zurückschauen. ' +
    'Welche Köpfe verlieren es nach Position 63?',
  options: [
    [
      'added',
      'Sinus und Gelernt: Beide werden addiert',
      'Sinus behält sein ✓: Die Formel hat überall einen Wert, ' +
        'und ein von Hand gebauter Kopf braucht kein Training.',
    ],
    ['learned', 'nur die gelernte Tabelle'],
    [
      'none',
      'keine: Die Nachbarn bleiben dieselben',
      'Hier endet die gelernte Tabelle. Wo ist ihre nächste Zeile?',
    ],
  ],
  watch: 'Achte auf die Häkchen ✓: Welche verschwinden?',
  atStops: [
    ({ state, words }) =>
      `Positionen ${state.start} bis ${state.start + words.length - 1}: ` +
      'die letzten Zeilen der gelernten Tabelle. Sinus hat sich schon verändert.',
  ],
  surprise: ({ missing }) => `Zeile ${missing} fehlt`,
  because: ({ state }) => [
    'RoPE, ALiBi und T5 achten auf Abstände, also sind ihre Gewichte überall gleich. ' +
      `Die gelernte Tabelle endet mit ${state.length - 1}. ` +
      'Bei Sinus ändern sich die Gewichte: Im Score stecken auch Produkte aus Wort und Stempel. ' +
      'Trainierte Köpfe können hier auch mit Sinus oder RoPE versagen. ',
    'Trainierte Köpfe haben diese Positionen nie gesehen. ' +
      `Die Produkte aus Wort und Stempel sind überall andere, auch vor ${state.length - 1}.`,
  ],
};

/** Kleinere Änderungen der Gewichte kommen vom Runden. */
const STILL = 0.0005;

export const comparison = {
  caption:
    'Die sechs Verfahren nebeneinander. Wähle eine Zeile, um sie in der Grafik hervorzuheben. ' +
    'Die Vektoren der Wörter und die gelernte Tabelle sind zufällig, nicht trainiert.',
  columns: schemeColumns,
  cells({ state, change, parameters, covered }, at) {
    const { key } = SCHEMES[at];
    const { kind, where, beyond, models } = schemeTexts[key];
    const size = key === 't5' ? [state.heads, BUCKETS] : [state.length, state.dim];
    return [
      [grouped(parameters[at]), parameters[at] ? size.join(' × ') : ''],
      covered ? '–' : changeText(change[at], state.start),
      kind,
      where,
      covered ? '–' : beyond,
      models,
    ];
  },
};

function changeText(change, start) {
  if (change === null) return '✗ keine Zeile';
  if (!start) return '–';
  return change < STILL ? labelsOnPicture.same : `${fixed(100 * change, 1)} Punkte`;
}

export const scenarioTexts = {
  title: 'Was würdest du nehmen?',
  next: 'Nächster Fall',
  counter: (at, count) => `Fall ${at} von ${count}`,
  right: (name) => `✓ ${name}. `,
  wrong: (name) => `✗ ${name} ist nicht die beste Wahl. `,
};

export const scenarios = [
  {
    need: 'Ein Klassifikator für kurze Texte. Kein Text hat je mehr als 512 Positionen.',
    answer: 'learned',
    why: 'Kein Text erreicht das Ende der Tabelle, und 512 Zeilen kosten wenig. BERT hat so eine.',
    not: {
      sinusoidal:
        'Es geht auch. Aber kein Text geht über 512 hinaus, ' +
        'also darf das Modell eigene Zeilen lernen.',
      rope: 'Es geht auch. Aber es dreht Vektoren in jeder Schicht, und diese Texte sind kurz.',
      alibi: 'Ferne Wörter zählen damit weniger. Hier kann jedes Wort wichtig sein.',
      t5: 'Es geht auch. Aber Wörter mit großem Abstand teilen sich ein Fach.',
    },
  },
  {
    need:
      'Ein Chat-Modell, auf 8.192 Positionen trainiert, ' +
      'das später auf 131.072 erweitert werden soll.',
    answer: 'rope',
    why: 'Seine Frequenzen lassen sich nach dem Training ändern, und keine Tabelle muss wachsen.',
    not: {
      sinusoidal: 'Es hat Zeilen bis 131.072. Aber die meisten kamen im Training nie vor.',
      learned: 'Die Tabelle endet bei 8.192. Jede neue Zeile müsste gelernt werden.',
      alibi: 'Bei 100.000 Wörtern Abstand lässt der Abzug nichts übrig.',
      t5: 'Alle fernen Abstände teilen sich das letzte Fach.',
    },
  },
  {
    need:
      'Ein Modell, auf 1.024 Positionen trainiert, ' +
      'das ohne weiteres Training auf 2.048 laufen muss.',
    answer: 'alibi',
    why: 'Sein Abzug folgt einer einzigen Geraden. Der Artikel zu ALiBi berichtet genau das.',
    not: {
      sinusoidal:
        'Es hat mehr Zeilen. Aber Modelle scheitern an Zeilen, die im Training nie vorkamen.',
      learned: 'Die Tabelle endet bei 1.024.',
      rope: 'Hinter 1.024 erreichen langsame Uhren Winkel, die im Training nie vorkamen.',
      t5: 'Es geht auch. Aber laut dem Artikel zu ALiBi braucht es etwa doppelt so lange.',
    },
  },
  {
    need:
      'Ein Modell mit Encoder, das aus Text neuen Text macht. ' +
      'Jeder Kopf soll lernen, wie viel jeder Abstand zählt.',
    answer: 't5',
    why: 'Es addiert zu jedem Score eine gelernte Zahl, eine für jeden Kopf und jedes Fach.',
    not: {
      sinusoidal: 'Daran wird nichts gelernt.',
      learned: 'Es lernt eine Zeile für jede Position, keine Zahl für jeden Abstand.',
      rope: 'Seine Winkel sind fest.',
      alibi: 'Jeder Kopf hat eine feste Steigung.',
    },
  },
  {
    need:
      'Eine erste Unterrichtsstunde. Das Verfahren soll keine Parameter haben, ' +
      'jede Position erlauben und sich leicht von Hand nachrechnen lassen.',
    answer: 'sinusoidal',
    why: 'Nichts wird gelernt, und jeder Wert ist ein einziger Sinus oder Kosinus.',
    not: {
      learned: 'Es hat Parameter und endet mit seiner letzten Zeile.',
      rope: 'Es wirkt in jeder Schicht, das ist schwerer nachzurechnen.',
      alibi: 'Es senkt nur Scores. Keine Position hat einen eigenen Wert.',
      t5: 'Es hat Parameter: eine Zahl für jeden Kopf und jedes Fach.',
    },
  },
];

export function describe(model) {
  const { state, words, weights, chosen, target, covered } = model;
  const { name } = schemeTexts[state.scheme];
  const row = weights[chosen];
  if (!row) return `${name}: ${covered ? labelsOnPicture.covered : noRow(model)}.`;
  return (
    `${name}: Die Query „${words[state.query]}“ an Position ${state.start + state.query} gibt ` +
    `„${words[target]}“ ${Math.round(100 * row[target])} Prozent ihres Gewichts.`
  );
}
