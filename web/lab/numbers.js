import { sinusoidal, wavelengths } from '../index.js';
import { fixed, grouped, scientific } from '../figures/format.js';
import { clocksModel } from '../figures/models/clocks.js';
import { differences, heatmapModel } from '../figures/models/heatmap.js';
import { shiftModel } from '../figures/models/shift.js';

const base = 10000;

/** What a `data-n` attribute of the page asks for: a name and its arguments. @type {Record<string, (...words: any[]) => string>} */
const names = {
  wave: (dim, pair, digits) => grouped(wavelengths(dim)[pair], digits),
  cycles: (dim, pair, positions, digits) => fixed(positions / wavelengths(dim)[pair], digits),
  chord(dim, position, pair, digits) {
    const chord = clocksModel({ position, other: 0, dim, base }).chords[pair];
    return Number.isNaN(digits) ? scientific(chord) : fixed(chord, digits);
  },
  distance: (dim, position, digits) => fixed(clocksModel({ position, other: 0, dim, base }).total, digits),
  pe: (dim, position, dimension) => fixed(sinusoidal(1, dim, { start: position })[dimension]),
  layouts(length, dim) {
    /** @param {string} layout */
    const matrix = (layout) => heatmapModel({ length, dim, base, layout, dtype: 'float32', position: 0, other: 0 }).table;
    return String(differences(matrix('interleaved'), matrix('concatenated'), length, dim));
  },
  back: (dim, offset, position, which) => fixed(shiftModel({ dim, base, offset, length: position + 1, convention: 'column' }).error[/** @type {'l2' | 'max'} */ (which)][position], 4),
};

/**
 * A number in the text of the page, from the kernels.
 * @param {string} ask such as "wave 512 255 1"
 */
export function textNumber(ask) {
  const [name, ...rest] = ask.split(' ');
  return names[name](...rest.map((word) => (/^[\d.]+$/.test(word) ? Number(word) : word === 'sci' ? NaN : word)));
}
