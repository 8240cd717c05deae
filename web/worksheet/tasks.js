/**
 * Makes the questions of a sheet. They come from three sources:
 * - own: the question that a figure or its page asks
 * - compute: questions whose numbers differ from sheet to sheet
 * - choice: the questions of the quiz
 */
import { localized } from '../figures/chassis/format.js';
import { translated } from '../figures/chassis/language.js';
import { PeQuiz } from '../quiz.js';
import { drawBy, shuffled } from './draw.js';
import { KINDS, KINDS_OF, drawValues } from './kinds.js';
import * as english from './words.js';

/** @typedef {import('./kinds.js').Values} Values */
/** @typedef {import('./studio.js').Exhibit} Exhibit */

const words = translated('worksheet', english);

/** The sources of questions. */
export const SOURCES = ['own', 'compute', 'choice'];

/**
 * A question on one sheet.
 * @typedef {object} Task
 * @property {string} ask
 * @property {string[]} options the answers to choose from, in their order; empty if the student
 *   writes an answer
 * @property {string} label the label of the line for the answer; empty for “Answer”
 * @property {string} unit
 * @property {() => Solution} solve
 * @property {number} [number] the answer to a computed question
 * @property {number} [within] the largest allowed error of `number`
 * @property {string} [told] the right option and the reply to it, whose numbers no picture may show
 */

/** @typedef {{answer: string, note: string}} Solution */

/**
 * What all sheets have in common.
 * @typedef {object} Plan
 * @property {string} seed
 * @property {number} copies how many sheets there are
 * @property {number} count how many questions a sheet has
 * @property {string[]} sources
 */

/** Returns the letter of a sheet or of an option. @param {number} at */
export const letterAt = (at) => String.fromCharCode(65 + at);

/** Writes a unit after a number, or after a blank. @param {string} text @param {string} unit */
export const withUnit = (text, unit) => text + (/^\p{L}/u.test(unit) ? ' ' : '') + unit;

/**
 * Makes a question with options, whose order the seed draws.
 * @param {string} ask
 * @param {[value: string, label: string, reply?: string][]} given
 * @param {string | number} right the value of the right option
 * @param {string} seed
 * @param {string} [because] the explanation in the key; default: the reply to the right option
 * @returns {Task}
 */
function choiceTask(ask, given, right, seed, because) {
  const options = shuffled(given, drawBy(seed));
  const at = options.findIndex(([value]) => value === right);
  const [, label, reply = ''] = options[at];
  return {
    ask,
    options: options.map(([, text]) => text),
    label: '',
    unit: '',
    told: `${label} ${reply}`,
    solve: () => ({ answer: `${letterAt(at)}: ${label}`, note: because ?? reply }),
  };
}

/**
 * Makes the question of a figure or its page.
 * @param {Exhibit} exhibit
 * @param {string} seed
 * @returns {Task}
 */
function ownTask({ question, label, solution }, seed) {
  const {
    ask,
    options,
    answer,
    unit = '',
  } = /** @type {NonNullable<typeof question>} */ (question);
  const { said, because } = solution;
  if (options) return choiceTask(ask, options, answer, seed, because);
  const number = said || localized(String(answer));
  const right = withUnit(number, unit);
  return { ask, options: [], label, unit, solve: () => ({ answer: right, note: because }) };
}

/**
 * Makes a computed question.
 * @param {string} name its kind
 * @param {Values} values
 * @returns {Task}
 */
export function computedTask(name, values) {
  const { answer, choose, show, within = 0, share = 0, facts } = KINDS[name];
  const { ask, way, options, unit = '' } = words.kinds[name];
  const right = answer(values);
  const note = () => way(values, facts?.(values) ?? []);
  const given = options?.(values) ?? [];
  const said = () => {
    if (choose) return `${letterAt(right)}: ${given[right]}`;
    const text = withUnit(show(right), unit);
    if (share) return `${text} (${words.share(100 * share)})`;
    return within ? `${text} (${words.within(within)})` : text;
  };
  return {
    ask: ask(values),
    options: given,
    label: '',
    unit,
    solve: () => ({ answer: said(), note: note() }),
    number: choose ? undefined : right,
    within: Math.max(within, share * Math.abs(right)),
  };
}

/**
 * The questions about a figure, in their order. Each function makes one question for every sheet.
 * @typedef {object} Supply
 * @property {(() => Task[])[]} list
 * @property {number} first how many of them come before questions about other figures
 */

/**
 * Returns the questions about a figure.
 * @param {Exhibit} exhibit
 * @param {Plan} plan
 * @returns {Supply}
 */
function questionsOf(exhibit, { seed, copies, count, sources }) {
  const { name, question, state, isIn } = exhibit;
  const sheets = Array.from({ length: copies }, (_, copy) => letterAt(copy));
  const own = question
    ? [() => sheets.map((letter) => ownTask(exhibit, `${name} ${seed} ${letter}`))]
    : [];
  const kinds = KINDS_OF[name] ?? [];
  const compute = (/** @type {number} */ round) =>
    kinds.map((kind) => () => {
      const drawn = drawValues(kind, `${name} ${seed} ${round}`, copies, state);
      return drawn.map((values) => computedTask(kind, values));
    });
  // The first question of the quiz is mostly similar to the question of the figure.
  const quiz = PeQuiz.questions(name, count + 1).slice(question ? 1 : 0);
  const choice = quiz.filter((each) => !isIn(each.state));
  const all = {
    own,
    compute: compute(0),
    choice: choice.map(
      ({ id, ask, options, answer }) =>
        () =>
          sheets.map((letter) => choiceTask(ask, options, answer, `${id} ${seed} ${letter}`)),
    ),
  };
  const first = SOURCES.filter((source) => sources.includes(source)).flatMap(
    (source) => all[/** @type {keyof typeof all} */ (source)],
  );
  // After these questions, the same kinds of computed questions come again, with other numbers.
  const rounds = sources.includes('compute') && kinds.length ? Math.ceil(count / kinds.length) : 0;
  const again = Array.from({ length: rounds }, (_, at) => compute(at + 1)).flat();
  return { list: [...first, ...again], first: sources.includes('own') ? own.length : 0 };
}

/**
 * Returns how many questions each figure gets. First come those of the page and of the figures.
 * Then the figures take turns until there are enough questions.
 * @param {Supply[]} supplies
 * @param {number} count
 */
function sharesOf(supplies, count) {
  const shares = supplies.map(() => 0);
  let left = count;
  const take = (/** @type {number} */ figure, /** @type {number} */ upTo) => {
    while (left > 0 && shares[figure] < upTo) {
      shares[figure]++;
      left--;
    }
  };
  for (const [figure, { first }] of supplies.entries()) take(figure, first);
  const most = Math.max(...supplies.map(({ list }) => list.length));
  for (let turn = 1; turn <= most; turn++)
    for (const [figure, { list }] of supplies.entries()) take(figure, Math.min(turn, list.length));
  return shares;
}

/**
 * Makes the questions of all sheets.
 * @param {Exhibit[]} exhibits
 * @param {Plan} plan
 * @returns {Task[][][]} for each sheet and each figure, the questions
 */
export function makeTasks(exhibits, plan) {
  const supplies = exhibits.map((exhibit) => questionsOf(exhibit, plan));
  const shares = sharesOf(supplies, plan.count);
  const asked = supplies.map(({ list }, figure) =>
    list.slice(0, shares[figure]).map((make) => make()),
  );
  return Array.from({ length: plan.copies }, (_, copy) =>
    asked.map((questions) => questions.map((tasks) => tasks[copy])),
  );
}
