/** All texts of PePatches. */
import { m, mi, mn, mo } from '../chassis/dom.js';
import { fixed, grouped } from '../chassis/format.js';
import { PIXELS, TRAINED, patchAt, placeOf, sizeOf } from './model.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('./model.js').Patch} Patch */

export const heading = 'In a line of patches, the patch below is far away';
export const topic = 'Does a patch know which patch is below it?';

/** Returns the title if row and column are stamped. @param {import('./model.js').Model} model */
export const headingOf = ({ state }) =>
  state.grid ? 'With row and column stamped, the patch below is near, too' : null;

export const labels = {
  grid: 'Stamp row and column',
  path: 'The line goes',
  axes: 'Numbers ordered as in',
  side: 'Patches on a side',
  fill: 'Table of this size',
  token: 'Class token',
  dim: 'Dimensions',
  row: 'Row',
  column: 'Column',
  compared: 'Stamps compared',
};

export const names = {
  path: ['along the rows', 'down the columns'],
  axes: ['MAE', 'timm', 'timm, interleaved'],
  fill: ['computed anew', 'stretched (ViT)', 'stretched (timm)', 'stretched (DINOv2)'],
};

export const arrows = [
  ['← → ↑ ↓', 'choose the patch to the left or right, above or below'],
  ['Home, End', 'choose the first or last patch of the row'],
];

export const keyLabels = {
  g: 'stamp row and column, or the place in the line',
  n: 'cut the image into more or fewer patches',
  c: 'compare the stamps again, the most alike first',
};

/** States that are used in several places. */
export const states = {
  line: { grid: false, path: 'rows', side: TRAINED, fill: 'computed', dim: 768, compared: true },
  grid: { grid: true, axes: 'mae', side: TRAINED, fill: 'computed', dim: 768, compared: true },
};

/** @type {import('../chassis/figure.js').Preset[]} */
export const presets = [
  ['line by line', { ...states.line, row: 7, column: 6 }],
  ['row and column', { ...states.grid, row: 7, column: 6 }],
  ['the right edge', { ...states.line, row: 7, column: 13 }],
  ['a larger image', { ...states.grid, side: 24, fill: 'vit', row: 12, column: 11 }],
];

export const imageTexts = {
  title: 'Your own image',
  hint: 'Open an image, or drop it here. It stays on this page, and no link contains it.',
  /** Replaces `hint` on devices where readers cannot drop images. */
  pick: 'Open an image. It stays on this page, and no link contains it.',
  open: 'Open an image',
  back: 'Drawn image',
  own: 'Only the middle square of your image is used.',
  refused: 'The browser cannot read this file as an image.',
};

/** @param {Patch} patch */
const whereText = ({ row, column }) => `row ${row}, column ${column}`;

export const labelsOnPicture = {
  unknown: '?',
  alike: 'which stamps are alike?',
  map: 'how alike the stamps are',
  most: 'most alike',
  leastOf: 'least',
  ranks: 'numbers: rank, 1 = the most alike',
  image: {
    rows: 'the image, read line by line',
    columns: 'the image, read column by column',
    grid: 'the image, by row and column',
  },
  line: 'a piece of the line of all patches',
  /** @param {boolean} token @param {number} rows @param {number} dim @param {number} numbers */
  size: (token, rows, dim, numbers) =>
    `${token ? 'with class token: ' : ''}${grouped(rows)} × ${grouped(dim)} = ${grouped(numbers)} numbers`,
  /** @param {string} way @param {number} steps */
  far: (way, steps) => `${way}: ${steps} steps`,
  /** @param {number} row */
  row: (row) => `row ${row}`,
  /** @param {number} column */
  column: (column) => `column ${column}`,
  /** @param {string} way */
  near: (way) => `${way}: 1 step`,
  chosen: 'chosen',
  ways: /** @type {Record<string, string>} */ ({
    left: 'left',
    right: 'right',
    above: 'above',
    below: 'below',
  }),
  /** @param {string} value */
  cosine: (value) => `cosine ${value}`,
  stamps: 'the stamps, number by number',
  parts: {
    line: ['sines', 'cosines'],
    mae: ['sin column', 'cos column', 'sin row', 'cos row'],
    timm: ['sin row', 'sin column', 'cos row', 'cos column'],
    'timm-interleaved': ['sin row', 'cos row', 'sin column', 'cos column'],
  },
  /** @param {string} part the name of a part of a stamp @param {boolean} wide */
  part: (part, wide) => (wide ? part : part.replace('column', 'col.')),
  twin: ['A model trained on', '14 × 14 takes it for:'],
  twinAt: whereText,
};

/** Says which stamp the chosen patch has. @param {Model} model */
const stampText = ({ state, place }) =>
  state.grid ? `stamp (${state.row}, ${state.column})` : `the stamp of position ${place}`;

/** Writes "1 patch" or "5 patches". @param {number} count */
const patchesText = (count) => `${grouped(count)} ${count === 1 ? 'patch' : 'patches'}`;

/**
 * Says how the stamp of the patch below ranks in similarity to the chosen patch's stamp. In the
 * last row, the patch above is used instead.
 * @param {Model} model
 */
function partnerText({ state, partner, place }) {
  const { way, rank } = partner;
  const steps = Math.abs(partner.place - place);
  const just = `just ${way}`;
  if (rank === 1) return `No stamp is more similar than that of the patch ${just}.`;
  const verb = rank === 2 ? 'has' : 'have';
  const others = `${patchesText(rank - 1)} ${verb} a more similar stamp`;
  return state.grid
    ? `${others} than the patch ${just}.`
    : `The patch ${just} is ${steps} steps away in the line: ${others}.`;
}

/**
 * Says where the next patch in the line is, and how similar its stamp is. Returns an empty text
 * unless the chosen patch ends a row or a column of the image.
 * @param {Model} model
 */
function edgeText({ state, place, ranks }) {
  const { grid, side } = state;
  const isLast = (place + 1) % side === 0 && place + 1 < side * side;
  if (grid || !isLast) return '';
  const next = patchAt(state, place + 1);
  const rank = ranks[next.row * side + next.column];
  return ` The next patch in the line is on the other side of the image (rank ${rank} in likeness).`;
}

/** Says which patch the trained model mistakes the chosen patch for. @param {Model} model */
function twinText({ state, twin }) {
  const { row, column, side, axes, grid, fill } = state;
  const isOther = grid && axes !== 'mae';
  if (side === TRAINED && !isOther) return '';
  const order = isOther ? 'MAE’s order' : '';
  const grid14 = side === TRAINED ? '' : `${TRAINED} × ${TRAINED} patches`;
  const before = [order, grid14].filter(Boolean).join(' and ');
  const isBeyond = grid && fill === 'computed' && Math.max(row, column) >= TRAINED;
  const beyond = isBeyond ? ` Training ended at row and column ${TRAINED - 1}.` : '';
  const cosine = `cosine ${fixed(twin.cosine, 4)}`;
  const found = `${whereText(twin)} (${cosine})`;
  return ` A model trained with ${before} takes this patch for ${found}.${beyond}`;
}

/** Says how large the table is, and where its rows come from. @param {Model} model */
function sizeText({ state, size }) {
  const { side, dim, fill, token } = state;
  const pixels = side * PIXELS;
  const extra = token ? ' + 1' : '';
  const counted =
    ` ${pixels} × ${pixels} pixels need a table of ${side} × ${side}${extra} = ` +
    `${grouped(size.rows)} rows of ${grouped(dim)} numbers: ${grouped(size.numbers)}.`;
  if (side !== TRAINED && fill !== 'computed')
    return `${counted} The patches’ rows are interpolated from ${TRAINED * TRAINED} trained rows.`;
  return counted;
}

/** @param {Model} model */
function introText({ state }) {
  const { side, path } = state;
  const last = grouped(side * side - 1);
  if (state.grid) return 'Each patch gets a stamp of its row and its column. ';
  const how = path === 'rows' ? 'Line by line' : 'Column by column';
  return `${how}, the ${side} × ${side} patches get the stamps of positions 0 to ${last}. `;
}

/**
 * @param {Model} model
 * @param {boolean} covered
 * @param {boolean} beginner
 * @returns {import('../chassis/dom.js').Piece[]}
 */
export function caption(model, covered, beginner) {
  const { state, partner, neighbours } = model;
  /** @type {import('../chassis/dom.js').Piece[]} */
  const own = ['The patch in ', ['you', whereText(state)], ` has ${stampText(model)}. `];
  if (covered) return [introText(model), ...own];
  const parts = [...own, partnerText(model), edgeText(model)];
  if (beginner) {
    if (state.side !== TRAINED && state.fill !== 'computed')
      parts.push(
        ` The table of ${TRAINED} × ${TRAINED} patches was stretched to ` +
          `${state.side} × ${state.side}. So each place roughly keeps its stamp.`,
      );
    return parts;
  }
  const beside = neighbours.find(({ way }) => way === 'right') ?? neighbours[0];
  parts.push(
    ` Cosine with the patch ${partner.way}: ${fixed(partner.cosine, 4)}; `,
    `${beside.way}: ${fixed(beside.cosine, 4)}.`,
    sizeText(model),
    twinText(model),
  );
  return parts;
}

/** @param {string} name @param {import('../chassis/dom.js').Child[]} inside */
const call = (name, ...inside) => m('mrow', mi(name), mo('('), ...inside, mo(')'));

/** @param {Model} model */
export function formula({ state, place }) {
  const { grid, path, side, row, column, axes, dim } = state;
  if (!grid) {
    const [major, minor] = path === 'rows' ? [row, column] : [column, row];
    const index = [mn(side), mo('·'), mn(major), mo('+'), mn(minor)];
    const parts = [call('sin', mn(place), mi('ω')), mo(','), call('cos', mn(place), mi('ω'))];
    return [
      m('math', mi('p'), mo('='), ...index, mo('='), mn(place)),
      m('math', call('PE', mn(place)), mo('='), mo('['), ...parts, mo(']')),
    ];
  }
  const parts = labelsOnPicture.parts[axes].map((part) => {
    const [name, axis] = part.split(' ');
    return call(name, mn(axis === 'row' ? row : column), mi('ω'));
  });
  // Each part is a formula of its own, so that a narrow page can break the line between two parts.
  const listed = parts.map((part, at) =>
    m('math', at ? null : mo('['), part, mo(at === parts.length - 1 ? ']' : ',')),
  );
  const exponent = m('mrow', mo('−'), mn(4), mi('k'), mo('/'), mn(dim));
  return [
    [m('math', call('PE', mn(row), mo(','), mn(column)), mo('=')), ...listed],
    m('math', mi('ω'), mo('='), m('msup', mn(grouped(10000)), exponent)),
  ];
}

/** Each model has a name, a number of patches on a side, and a number of dimensions. */
const MODELS = /** @type {[string, number, number][]} */ ([
  ['ViT-B/32, 224 pixels', 7, 768],
  ['ViT-B/16, 224 pixels', 14, 768],
  ['ViT-L/16, 224 pixels', 14, 1024],
  ['ViT-B/16, 384 pixels', 24, 768],
  ['DINOv2 ViT-B/14, 518 pixels', 37, 768],
]);

/** @param {Model} model @returns {import('../chassis/table.js').Table[]} */
export function tables(model) {
  const { state, neighbours, cosines, ranks, stamp, place } = model;
  const { side, token } = state;
  const own = whereText(state);
  /**
   * Returns the function that writes a number of a table.
   * @param {number} digital the column with four digits after the point
   * @returns {(value: number, column: number) => string}
   */
  const show = (digital) => (value, column) =>
    column === digital ? fixed(value, 4) : grouped(value);
  return [
    {
      name: `The neighbours of ${own}`,
      answers: true,
      columns: ['neighbour', 'row', 'column', 'steps in the line', 'cosine', 'rank'],
      rows: neighbours.length,
      row: (at) => {
        const { way, row, column, cosine, rank, place: other } = neighbours[at];
        return [way, row, column, Math.abs(other - place), cosine, rank];
      },
      show: show(4),
    },
    {
      name: `All patches compared with ${own}`,
      answers: true,
      columns: ['patch', 'row', 'column', 'place in the line', 'cosine', 'rank'],
      rows: side * side,
      row: (at) => {
        const patch = { row: Math.floor(at / side), column: at % side };
        const { row, column } = patch;
        return [at, row, column, placeOf(state, patch), cosines[at], ranks[at]];
      },
      show: show(4),
    },
    {
      name: `The stamp of ${own}`,
      columns: ['dimension', 'part', 'value'],
      rows: stamp.length,
      row: (at) => {
        const parts = labelsOnPicture.parts[state.grid ? state.axes : 'line'];
        return [at, parts[Math.floor((at * parts.length) / stamp.length)], stamp[at]];
      },
      show: show(2),
    },
    {
      name: `Sizes of tables${token ? ', with a class token' : ''}`,
      columns: ['model', 'patches on a side', 'rows', 'dimensions', 'numbers'],
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
    `An image is cut into ${TRAINED} × ${TRAINED} patches. Line by line, they get the stamps ` +
    `of positions 0 to ${TRAINED * TRAINED - 1}. Which stamps are most like that of the framed patch?`,
  /** @type {[string, string, string?][]} */
  options: [
    [
      'around',
      'those of its neighbours on all four sides',
      'For that, stamps must contain row and column. Here a stamp is only a place in a line.',
    ],
    ['row', 'those of the patches left and right of it'],
    [
      'column',
      'those of the patches above and below it',
      'The patches above and below are most alike if the image is read column by column.',
    ],
  ],
  watch: 'Watch how the colour spreads: which patches does it reach first?',
  /** @param {Model} model */
  surprise: ({ partner }) => `${patchesText(partner.rank - 1)} more alike`,
  /** @param {Model} model */
  because: ({ partner, place }) => [
    `These stamps are more similar than that of the patch just below (rank ${partner.rank}). `,
    `In the line, this patch comes ${partner.place - place} steps later. `,
    'Stamp row and column instead, and it is a neighbour again.',
  ],
};

/** @param {Model} model @param {boolean} covered @param {boolean} [beginner] */
export function describe(model, covered, beginner = false) {
  const { state, partner } = model;
  const own = `Patch in ${whereText(state)}, ${stampText(model)}. `;
  if (covered) return own.trim();
  const cosine = beginner ? '' : ` Its cosine is ${fixed(partner.cosine, 4)}.`;
  return `${own}${partnerText(model)}${cosine}${edgeText(model)}${beginner ? '' : twinText(model)}`;
}
