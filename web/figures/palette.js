/**
 * The project's own diverging scale: violet for minus, amber for plus, paper for zero.
 * The plus end is lighter than the minus end, so the sign survives greyscale printing and
 * every common colour vision; tests/figures-palette.test.js measures that.
 */

/** Eleven sRGB stops for -1, -0.8, ... 0.8, 1, one row for light paper and one for dark. */
export const STOPS = {
  light: ['#2b1663', '#4f43a4', '#7c7bcf', '#aaace8', '#d4d6f7', '#f8f7f4', '#fae3be', '#fbc275', '#ef942b', '#c7670e', '#914006'],
  dark: ['#9783ee', '#7460df', '#5847bf', '#413691', '#2c285f', '#1b1b20', '#55361b', '#8e5318', '#c57415', '#eda039', '#fcd583'],
};

/** @param {string} hex "#rrggbb" */
export const channels = (hex) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** @type {Map<string, Uint8Array>} */
const tables = new Map();

/**
 * A lookup table for `colorize`, [colors, 4]. An odd count gives zero a colour of its own.
 * @param {'light' | 'dark'} theme
 */
export function palette(theme, colors = 255) {
  const key = theme + colors;
  let table = tables.get(key);
  if (!table) {
    table = new Uint8Array(colors * 4);
    const stops = STOPS[theme].map(channels);
    for (let color = 0; color < colors; color++) {
      const at = (color / (colors - 1)) * (stops.length - 1);
      const low = Math.min(Math.floor(at), stops.length - 2);
      for (let part = 0; part < 3; part++) {
        table[color * 4 + part] = Math.round(stops[low][part] + (stops[low + 1][part] - stops[low][part]) * (at - low));
      }
      table[color * 4 + 3] = 255;
    }
    tables.set(key, table);
  }
  return table;
}

/** @param {number} value @param {'light' | 'dark'} theme */
const color = (value, theme) => {
  const table = palette(theme);
  const at = 4 * Math.round(((Math.min(1, Math.max(-1, value)) + 1) / 2) * (table.length / 4 - 1));
  return table.subarray(at, at + 3);
};

/**
 * The colour of one value in [-1, 1], for bars and single cells.
 * @param {number} value
 * @param {'light' | 'dark'} theme
 */
export function colorOf(value, theme) {
  return `rgb(${color(value, theme).join()})`;
}

/**
 * The colour of text that stands on the colour of a value.
 * @param {number} value
 * @param {'light' | 'dark'} theme
 */
export function inkOn(value, theme) {
  // Relative luminance with a gamma of 2.25; black and white meet in contrast at 0.18.
  const [red, green, blue] = [...color(value, theme)].map((part) => (part / 255) * (part / 255) * Math.sqrt(Math.sqrt(part / 255)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? '#000000' : '#ffffff';
}
