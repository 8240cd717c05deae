/** The colours of all figures: the colour roles, and the diverging colour scale for data. */

/**
 * The colour roles. A role is a use of colour, such as text (`ink`), the background (`paper`) or
 * the current position (`you`). The first colour is for light paper, the second is for dark paper.
 * @type {Record<string, [string, string]>}
 */
export const ROLES = {
  paper: ['#fcfbf8', '#15161a'],
  ink: ['#1c1b20', '#edebe6'],
  quiet: ['#5d5b66', '#a9a7b0'],
  hair: ['#dedad2', '#34353d'],
  control: ['#85828c', '#787680'],
  plus: ['#b5590a', '#eda039'],
  minus: ['#4f43a4', '#9783ee'],
  you: ['#007a95', '#3cd7f0'],
  other: ['#9c1150', '#ff6f91'],
  seen: ['#e6efe9', '#1d2a26'],
  unseen: ['#f3e7e4', '#2e2123'],
  right: ['#1a6b34', '#7fd69a'],
  wrong: ['#b3261e', '#ff8f85'],
};

/**
 * The diverging scale, as eleven sRGB colours for the values -1, -0.8, ... 0.8, 1. One list is for
 * light paper and one for dark paper. Negative values are violet, positive values are amber, and
 * zero has nearly the colour of the paper. The positive end is lighter than the negative end. So
 * readers can see the sign in greyscale prints, too, and with every common type of colour
 * blindness. tests/figures/chassis/palette.test.js measures this.
 */
export const STOPS = {
  light: [
    '#2b1663',
    '#4f43a4',
    '#7c7bcf',
    '#aaace8',
    '#d4d6f7',
    '#f8f7f4',
    '#fae3be',
    '#fbc275',
    '#ef942b',
    '#c7670e',
    '#914006',
  ],
  dark: [
    '#9783ee',
    '#7460df',
    '#5847bf',
    '#413691',
    '#2c285f',
    '#1b1b20',
    '#55361b',
    '#8e5318',
    '#c57415',
    '#eda039',
    '#fcd583',
  ],
};

/** Returns red, green and blue, each from 0 to 255. @param {string} hex "#rrggbb" */
export const channels = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** @typedef {'light' | 'dark'} Mode which paper the colours are for */

/** The luminance of a background on which black and white text have the same contrast. */
const GROUND_BETWEEN = 0.18;

/**
 * The tables that have been made, by mode and number of colours.
 * @type {Map<string, Uint8Array>}
 */
const tables = new Map();

/**
 * Makes a lookup table by interpolation between the colours of the scale.
 * @param {Mode} mode
 * @param {number} colors the number of colours
 */
function makeTable(mode, colors) {
  const table = new Uint8Array(colors * 4);
  const stops = STOPS[mode].map(channels);
  for (let color = 0; color < colors; color++) {
    const at = (color / (colors - 1)) * (stops.length - 1);
    const low = Math.min(Math.floor(at), stops.length - 2);
    for (let part = 0; part < 3; part++) {
      const [from, to] = [stops[low][part], stops[low + 1][part]];
      table[color * 4 + part] = Math.round(from + (to - from) * (at - low));
    }
    table[color * 4 + 3] = 255;
  }
  return table;
}

/**
 * Returns a lookup table for `colorize`, [colors, 4]: red, green, blue and alpha.
 * @param {Mode} mode
 * @param {number} [colors] the number of colours; an odd number gives zero a colour of its own
 */
export function palette(mode, colors = 255) {
  const key = mode + colors;
  let table = tables.get(key);
  if (!table) {
    table = makeTable(mode, colors);
    tables.set(key, table);
  }
  return table;
}

/**
 * Returns red, green and blue for a value.
 * @param {number} value
 * @param {Mode} mode
 */
function colorAt(value, mode) {
  const table = palette(mode);
  const last = table.length / 4 - 1;
  const clamped = Math.min(1, Math.max(-1, value));
  const at = 4 * Math.round(((clamped + 1) / 2) * last);
  return table.subarray(at, at + 3);
}

/**
 * Returns the colour of one value as CSS, for bars and single cells.
 * @param {number} value from -1 to 1; a value outside has the colour of the nearer end
 * @param {Mode} mode
 */
export function colorOf(value, mode) {
  return `rgb(${colorAt(value, mode).join()})`;
}

/**
 * Returns the colour of a text on the colour of a value. This is black or white, whichever has more
 * contrast.
 * @param {number} value
 * @param {Mode} mode
 */
export function inkOn(value, mode) {
  // The relative luminance is computed with a gamma of 2.25, which needs only square roots.
  const [red, green, blue] = [...colorAt(value, mode)].map(
    (part) => (part / 255) * (part / 255) * Math.sqrt(Math.sqrt(part / 255)),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return luminance > GROUND_BETWEEN ? '#000000' : '#ffffff';
}
