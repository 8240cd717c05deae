/** Computes what an exhibit (a bug) shows, and what each check says about it. */
import { lazily } from '../parts/lazily.js';
import { CHECKS } from './checks.js';
import { BUGS, RIGHT, WRONG } from './implementations.js';
import { VIEWS } from './views.js';

/** @typedef {import('./implementations.js').Bug} Bug */
/** @typedef {import('./listings.js').Language} Language */
/** @typedef {import('./views.js').View} View */

/**
 * @typedef {object} State
 * @property {Bug} bug the exhibit
 * @property {Bug | 'none'} check the check that runs; each check has the name of the bug it finds
 * @property {Language} language the language of the listing
 */

/**
 * What a check says about an exhibit.
 * @typedef {object} Verdict
 * @property {number} wanted the number that the check expects
 * @property {number} right the number that it measures in the right code
 * @property {number} wrong the number that it measures in the code with the bug
 * @property {boolean} fails whether it notices the bug
 */

/**
 * @typedef {object} Numbers
 * @property {View} right the view of the right code
 * @property {View} wrong the view of the code with the bug
 * @property {Record<Bug, Verdict>} verdicts what each check says
 * @property {(check: Bug, bug: Bug) => boolean} fails returns whether a check notices a bug
 */

/**
 * @typedef {object} Chosen
 * @property {State} state
 * @property {Verdict | null} verdict what the chosen check says; null if none is chosen
 * @property {boolean} caught whether the chosen check notices the bug
 */

/** @typedef {Numbers & Chosen} Model */

/**
 * Runs a check on the code with a bug.
 * @param {Bug} check
 * @param {Bug} bug
 * @returns {Verdict}
 */
export function verdictOf(check, bug) {
  const { measure, wanted: asked, within } = CHECKS[check];
  const wanted = asked();
  const wrong = measure(WRONG[bug]);
  return { wanted, right: measure(RIGHT), wrong, fails: Math.abs(wrong - wanted) > within };
}

/**
 * Computes the numbers of an exhibit.
 * @param {Bug} bug
 * @returns {Numbers}
 */
export function bugsModel(bug) {
  const verdicts = /** @type {Record<Bug, Verdict>} */ (
    lazily(Object.fromEntries(BUGS.map((check) => [check, () => verdictOf(check, bug)])))
  );
  /** @param {Bug} check @param {Bug} other */
  const fails = (check, other) => verdictOf(check, other).fails;
  return { right: VIEWS[bug](RIGHT), wrong: VIEWS[bug](WRONG[bug]), verdicts, fails };
}

/**
 * Finds what the chosen check says.
 * @param {Numbers} numbers
 * @param {State} state
 * @returns {Chosen}
 */
export function chosenOf({ verdicts }, state) {
  const verdict = state.check === 'none' ? null : verdicts[state.check];
  return { state, verdict, caught: verdict?.fails ?? false };
}
