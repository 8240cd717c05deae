/** The code that a figure needs only if the page asks a question of its own. */
export { Author } from './author.js';
