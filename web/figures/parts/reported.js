import { h } from '../chassis/dom.js';

/**
 * The texts about what papers report.
 * @typedef {object} Reported
 * @property {string} heading
 * @property {string} about a sentence on what no formula can answer
 * @property {string} label the mark of reported results, such as “Reported”, which precedes `says`
 * @property {string} says a sentence on what the papers report
 */

/**
 * Makes the panel under a figure that tells what papers report, and what no formula can answer.
 * @param {Reported} texts
 */
export const makeReported = ({ heading, about, label, says }) =>
  h(
    'div',
    { class: 'pe-panel pe-expert', part: 'reported' },
    h('p', {}, h('b', {}, heading)),
    h('p', {}, about),
    h('p', {}, h('b', {}, label), says),
  );
