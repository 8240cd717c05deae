/** What a figure needs only while it shows code, or is saved as SVG. */
export { drawStill } from '../chassis/still.js';
export { fillCode } from './panel.js';
