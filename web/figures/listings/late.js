/** The code that a figure needs only if it shows its listing, or if it is saved as SVG. */
export { drawStill } from '../chassis/still.js';
export { fillCode } from './panel.js';
