/**
 * The entry `posenc/answers` sends readers' answers to a server or to a learning system.
 * Nothing is sent until `report` is called. The call returns a function that stops the reports.
 */
export { report } from './report.js';
export { toXapi } from './xapi.js';

/**
 * An answer: the detail of the event `pe-answer`.
 * @typedef {object} Answer
 * @property {string} figure the tag of the figure, without pe-
 * @property {string} question a name that no other question has
 * @property {string} [ask] the text of the question or of the task in the reader's language
 * @property {string | null} option the chosen option, the number, or the state; null if the reader
 *   declined
 * @property {string} [said] the answer as the reader saw it: the text of the option, or the number
 *   as it was typed; empty if the reader declined
 * @property {boolean | null} correct null if the reader declined
 * @property {number} attempt counts the answers to this question, from 1
 * @property {Record<string, any>} state the state of the figure at that moment; in a quiz, the
 *   state that shows the answer
 */
