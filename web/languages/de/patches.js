/** Die Texte von pe-patches. */
import { fixed, grouped } from '../../figures/chassis/format.js';
import { PIXELS, TRAINED, patchAt, placeOf, sizeOf } from '../../figures/patches/model.js';

export const heading = 'In einer Kette aller Kacheln ist die Kachel darunter weit weg';
export const topic = 'Weiß eine Kachel, welche Kachel unter ihr liegt?';

export const headingOf = ({ state }) =>
  state.grid ? 'Mit Zeile und Spalte im Stempel ist auch die Kachel darunter nah' : null;

export const labels = {
  grid: 'Zeile und Spalte stempeln',
  path: 'Die Kette läuft',
  axes: 'Zahlen angeordnet wie in',
  side: 'Kacheln pro Seite',
  fill: 'Tabelle dieser Größe',
  token: 'Klassen-Token',
  dim: 'Dimensionen',
  row: 'Zeile',
  column: 'Spalte',
  compared: 'Stempel verglichen',
};

export const names = {
  path: ['zeilenweise', 'spaltenweise'],
  axes: ['MAE', 'timm', 'timm, verschränkt'],
  fill: ['neu berechnet', 'gestreckt (ViT)', 'gestreckt (timm)', 'gestreckt (DINOv2)'],
};

export const arrows = [
  ['← → ↑ ↓', 'die Kachel links, rechts, darüber oder darunter wählen'],
  ['Pos1, Ende', 'die erste oder letzte Kachel der Zeile wählen'],
];

export const keyLabels = {
  g: 'Zeile und Spalte stempeln oder den Platz in der Kette',
  n: 'das Bild in mehr oder weniger Kacheln schneiden',
  c: 'die Stempel noch einmal vergleichen, die ähnlichsten zuerst',
};

const line = {
  grid: false,
  path: 'rows',
  side: TRAINED,
  fill: 'computed',
  dim: 768,
  compared: true,
};
const grid = { grid: true, axes: 'mae', side: TRAINED, fill: 'computed', dim: 768, compared: true };

export const presets = [
  ['Zeile für Zeile', { ...line, row: 7, column: 6 }],
  ['Zeile und Spalte', { ...grid, row: 7, column: 6 }],
  ['der rechte Rand', { ...line, row: 7, column: 13 }],
  ['ein größeres Bild', { ...grid, side: 24, fill: 'vit', row: 12, column: 11 }],
];

export const imageTexts = {
  title: 'Dein eigenes Bild',
  hint: 'Öffne ein Bild oder zieh es hierher. Es bleibt auf dieser Seite und steht in keinem Link.',
  pick: 'Öffne ein Bild. Es bleibt auf dieser Seite und steht in keinem Link.',
  open: 'Bild öffnen',
  back: 'Gezeichnetes Bild',
  own: 'Das ist dein Bild, davon nur das Quadrat in der Mitte.',
  refused: 'Diese Datei ist kein Bild, das der Browser lesen kann.',
};

/** Die Namen der Richtungen. */
const WAYS = { left: 'links', right: 'rechts', above: 'darüber', below: 'darunter' };

const whereText = ({ row, column }) => `Zeile ${row}, Spalte ${column}`;

export const labelsOnPicture = {
  alike: 'Welche Stempel sind ähnlich?',
  map: 'So ähnlich sind die Stempel',
  most: 'am ähnlichsten',
  leastOf: 'am wenigsten',
  ranks: 'Zahlen: Rang, 1 = am ähnlichsten',
  image: {
    rows: 'das Bild, Zeile für Zeile gelesen',
    columns: 'das Bild, Spalte für Spalte gelesen',
    grid: 'das Bild, nach Zeile und Spalte',
  },
  line: 'ein Stück der Kette aller Kacheln',
  size: (token, rows, dim, numbers) =>
    `${token ? 'mit Klassen-Token: ' : ''}${grouped(rows)} × ${grouped(dim)} = ` +
    `${grouped(numbers)} Zahlen`,
  far: (way, steps) => `${WAYS[way]}: ${steps} Schritte`,
  row: (row) => `Zeile ${row}`,
  column: (column) => `Spalte ${column}`,
  near: (way) => `${WAYS[way]}: 1 Schritt`,
  chosen: 'gewählt',
  ways: WAYS,
  cosine: (value) => `Kosinus ${value}`,
  stamps: 'die Stempel, Zahl für Zahl',
  parts: {
    line: ['Sinus', 'Kosinus'],
    mae: ['sin Spalte', 'cos Spalte', 'sin Zeile', 'cos Zeile'],
    timm: ['sin Zeile', 'sin Spalte', 'cos Zeile', 'cos Spalte'],
    'timm-interleaved': ['sin Zeile', 'cos Zeile', 'sin Spalte', 'cos Spalte'],
  },
  part: (part, wide) => (wide ? part : part.replace('Spalte', 'Sp.')),
  twin: ['Ein Modell für', '14 × 14 hält sie für:'],
  twinAt: whereText,
};

/** Sagt, welchen Stempel die gewählte Kachel hat. */
const stampText = ({ state, place }) =>
  state.grid ? `Stempel (${state.row}, ${state.column})` : `Stempel von Position ${place}`;

const patchesText = (count) => `${grouped(count)} ${count === 1 ? 'Kachel' : 'Kacheln'}`;

/** Vergleicht die Kachel direkt darunter. */
function partnerText({ state, partner, place }) {
  const { way, rank } = partner;
  const steps = Math.abs(partner.place - place);
  const just = `direkt ${WAYS[way]}`;
  if (rank === 1) return `Am ähnlichsten ist der Stempel der Kachel ${just}.`;
  const verb = rank === 2 ? 'hat' : 'haben';
  const others = `${patchesText(rank - 1)} ${verb} einen ähnlicheren Stempel`;
  return state.grid
    ? `${others} als die Kachel ${just}.`
    : `Die Kachel ${just} ist in der Kette ${steps} Schritte entfernt: ${others}.`;
}

/** Sagt am Ende einer Zeile oder Spalte, welche Kachel in der Kette folgt. */
function edgeText({ state, place, ranks }) {
  const { side } = state;
  const isLast = (place + 1) % side === 0 && place + 1 < side * side;
  if (state.grid || !isLast) return '';
  const next = patchAt(state, place + 1);
  const rank = ranks[next.row * side + next.column];
  return ` Die nächste Kachel der Kette liegt am anderen Rand des Bildes und hat Rang ${rank}.`;
}

/** Sagt, wofür das trainierte Modell die gewählte Kachel hält. */
function twinText({ state, twin }) {
  const { row, column, side, axes, fill } = state;
  const isOther = state.grid && axes !== 'mae';
  if (side === TRAINED && !isOther) return '';
  const order = isOther ? 'der Reihenfolge von MAE' : '';
  const grid14 = side === TRAINED ? '' : `${TRAINED} × ${TRAINED} Kacheln`;
  const before = [order, grid14].filter(Boolean).join(' und ');
  const isBeyond = state.grid && fill === 'computed' && Math.max(row, column) >= TRAINED;
  const beyond = isBeyond ? ` Das Training endete bei Zeile und Spalte ${TRAINED - 1}.` : '';
  const cosine = `Kosinus ${fixed(twin.cosine, 4)}`;
  return (
    ` Ein Modell, das mit ${before} trainiert wurde, ` +
    `hält diese Kachel für die in ${whereText(twin)} (${cosine}).${beyond}`
  );
}

/** Sagt, was eine andere Größe mit der Tabelle macht. */
function sizeText({ state, size }) {
  const { side, dim, fill, token } = state;
  const pixels = side * PIXELS;
  const extra = token ? ' + 1' : '';
  const counted =
    ` Ein Bild mit ${pixels} × ${pixels} Pixeln braucht ${side} × ${side}${extra} = ` +
    `${grouped(size.rows)} Tabellenzeilen mit je ${grouped(dim)} Zahlen: ${grouped(size.numbers)}.`;
  if (side !== TRAINED && fill !== 'computed')
    return `${counted} Die Zeilen der Kacheln sind aus ${TRAINED * TRAINED} trainierten interpoliert.`;
  return counted;
}

function introText({ state }) {
  const { side, path } = state;
  const last = grouped(side * side - 1);
  if (state.grid) return 'Jede Kachel bekommt einen Stempel für ihre Zeile und ihre Spalte. ';
  const how = path === 'rows' ? 'Zeile für Zeile' : 'Spalte für Spalte';
  return `${how} bekommen die ${side} × ${side} Kacheln die Stempel der Positionen 0 bis ${last}. `;
}

export function caption(model, covered, beginner) {
  const { state, partner, neighbours } = model;
  const own = ['Die Kachel in ', ['you', whereText(state)], ` hat den ${stampText(model)}. `];
  if (covered) return [introText(model), ...own];
  const parts = [...own, partnerText(model), edgeText(model)];
  if (beginner) {
    if (state.side !== TRAINED && state.fill !== 'computed')
      parts.push(
        ` Die Tabelle für ${TRAINED} × ${TRAINED} Kacheln wurde auf ` +
          `${state.side} × ${state.side} gestreckt. So behält ein Ort ungefähr seinen Stempel.`,
      );
    return parts;
  }
  const beside = neighbours.find(({ way }) => way === 'right') ?? neighbours[0];
  parts.push(
    ` Kosinus mit der Kachel ${WAYS[partner.way]}: ${fixed(partner.cosine, 4)}; `,
    `${WAYS[beside.way]}: ${fixed(beside.cosine, 4)}.`,
    sizeText(model),
    twinText(model),
  );
  return parts;
}

/** Modelle mit einer Tabelle von Kacheln: der Name, Kacheln pro Seite, Dimensionen. */
const MODELS = [
  ['ViT-B/32, 224 Pixel', 7, 768],
  ['ViT-B/16, 224 Pixel', 14, 768],
  ['ViT-L/16, 224 Pixel', 14, 1024],
  ['ViT-B/16, 384 Pixel', 24, 768],
  ['DINOv2 ViT-B/14, 518 Pixel', 37, 768],
];

export function tables(model) {
  const { state, neighbours, cosines, ranks, stamp, place } = model;
  const { side, token } = state;
  const own = whereText(state);
  /** Schreibt eine Zahl, in einer Spalte mit vier Stellen nach dem Komma. */
  const show = (digital) => (value, column) =>
    column === digital ? fixed(value, 4) : grouped(value);
  return [
    {
      name: `Die Nachbarn von ${own}`,
      answers: true,
      columns: ['Nachbar', 'Zeile', 'Spalte', 'Schritte in der Kette', 'Kosinus', 'Rang'],
      rows: neighbours.length,
      row: (at) => {
        const { way, row, column, cosine, rank, place: other } = neighbours[at];
        return [WAYS[way], row, column, Math.abs(other - place), cosine, rank];
      },
      show: show(4),
    },
    {
      name: `Alle Kacheln im Vergleich mit ${own}`,
      answers: true,
      columns: ['Kachel', 'Zeile', 'Spalte', 'Platz in der Kette', 'Kosinus', 'Rang'],
      rows: side * side,
      row: (at) => {
        const patch = { row: Math.floor(at / side), column: at % side };
        const { row, column } = patch;
        return [at, row, column, placeOf(state, patch), cosines[at], ranks[at]];
      },
      show: show(4),
    },
    {
      name: `Der Stempel von ${own}`,
      columns: ['Dimension', 'Teil', 'Wert'],
      rows: stamp.length,
      row: (at) => {
        const parts = labelsOnPicture.parts[state.grid ? state.axes : 'line'];
        return [at, parts[Math.floor((at * parts.length) / stamp.length)], stamp[at]];
      },
      show: show(2),
    },
    {
      name: `Größen von Tabellen${token ? ', mit einem Klassen-Token' : ''}`,
      columns: ['Modell', 'Kacheln pro Seite', 'Zeilen', 'Dimensionen', 'Zahlen'],
      rows: MODELS.length,
      row: (at) => {
        const [name, patches, dim] = MODELS[at];
        const { rows, numbers } = sizeOf(patches, token, dim);
        return [name, patches, rows, dim, numbers];
      },
      show: (value) => grouped(value),
    },
  ];
}

export const questionTexts = {
  ask:
    `Ein Bild wird in ${TRAINED} × ${TRAINED} Kacheln (Patches) zerschnitten. Zeile für Zeile ` +
    `bekommen sie die Stempel der Positionen 0 bis ${TRAINED * TRAINED - 1}. ` +
    'Welche Stempel ähneln dem Stempel der umrahmten Kachel am meisten?',
  options: [
    [
      'around',
      'die der Nachbarn auf allen vier Seiten',
      'Für alle vier müsste ein Stempel Zeile und Spalte enthalten. Hier ist er ein Platz in einer Kette.',
    ],
    ['row', 'die der Kacheln links und rechts'],
    [
      'column',
      'die der Kacheln darüber und darunter',
      'Die darüber und darunter ähneln am meisten, wenn das Bild Spalte für Spalte gelesen wird.',
    ],
  ],
  watch: 'Achte darauf, wie sich die Farbe ausbreitet: Welche Kacheln erreicht sie zuerst?',
  surprise: ({ partner }) => `${patchesText(partner.rank - 1)} ähnlicher`,
  because: ({ partner, place }) => [
    `Ihr Stempel ist ähnlicher als der Stempel der Kachel direkt darunter (Rang ${partner.rank}). `,
    `In der Kette kommt sie erst ${partner.place - place} Schritte später. `,
    'Stempelst du Zeile und Spalte, ist sie wieder eine Nachbarin.',
  ],
};

export function describe(model, covered, beginner = false) {
  const { state, partner } = model;
  const own = `Kachel in ${whereText(state)}, ${stampText(model)}. `;
  if (covered) return own.trim();
  const cosine = beginner ? '' : ` Ihr Kosinus ist ${fixed(partner.cosine, 4)}.`;
  return `${own}${partnerText(model)}${cosine}${edgeText(model)}${beginner ? '' : twinText(model)}`;
}
