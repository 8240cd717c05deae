/** What a figure needs only while it shows code: the panel, and the listings of all figures. */
export { fillCode } from './panel.js';
