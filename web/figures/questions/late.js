/** What a figure needs only when the page asks a question of its own. */
export { followQuestion } from './follow.js';
