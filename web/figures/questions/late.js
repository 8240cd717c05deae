/** What a figure needs only when the page asks a question of its own. */
export { Author } from './author.js';
