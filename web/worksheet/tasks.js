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
import { problems } from './problems.js';
import * as english from './words.js';

/** @typedef {import('./kinds.js').Values} Values */
/** @typedef {import('./studio.js').Exhibit} Exhibit */
/** @typedef {import('./words.js').Formula} Formula */

const words = translated('worksheet', english);

/** The sources of questions. */
export const SOURCES = ['own', 'compute', 'choice'];

/**
 * A question on one sheet.
 * @typedef {object} Task
 * @property {string} id a name for questions that differ from sheet to sheet only in their numbers;
 *   otherwise `ask`
 * @property {string} ask
 * @property {string[]} options the answers to choose from, in their order; empty if the student
 *   writes an answer
 * @property {string} label the label of the line for the answer; if it is empty, “Answer”
 * @property {string} unit
 * @property {Formula[]} formulas the formulas that the student needs
 * @property {() => Solution} solve
 * @property {number} [number] the answer to a computed question
 * @property {number} [within] the largest allowed error of `number`
 * @property {string[]} [named] texts whose numbers the picture hides. They are the same on all sheets
 */

/**
 * What the key says about a question.
 * @typedef {object} Solution
 * @property {string} answer the letter of the right option, or else the answer
 * @property {string} [right] the text of the right option
 * @property {string} note how to compute the answer, or why it is right
 * @property {string[][]} [replies] options, and what the page or the figure replies to each
 * @property {string} [allowed] how far off a number may be
 */

/**
 * What all sheets have in common.
 * @typedef {object} Plan
 * @property {string} seed
 * @property {number} copies how many sheets there are
 * @property {number} count how many questions a sheet has
 * @property {string[]} sources
 * @property {string[]} quiz the names of questions of the quiz that every sheet asks
 */

/** Returns the letter of a sheet or of an option. @param {number} at */
export const letterAt = (at) => String.fromCharCode(65 + at);

/** Writes a unit after a number, or after a blank. @param {string} text @param {string} unit */
export const withUnit = (text, unit) => text + (/^\p{L}/u.test(unit) ? ' ' : '') + unit;

/** Returns the question of the quiz with a name. Throws if there is none. @param {string} name */
export function questionNamed(name) {
  const question = PeQuiz.question(name);
  if (question) return question;
  const similar = PeQuiz.questions(name.split('-')[0]).map(({ id }) => id);
  throw new TypeError(problems.quiz(similar, name));
}

/**
 * Makes a question with options. The seed determines their order. Consecutive sheets have different
 * orders, in which the right option has different letters.
 * @param {string} ask
 * @param {[value: string, label: string, reply?: string][]} given
 * @param {string | number} right the value of the right option
 * @param {string} seed
 * @param {number} copy
 * @returns {Task}
 */
function choiceTask(ask, given, right, seed, copy) {
  const draw = drawBy(seed);
  const mixed = shuffled(given, draw);
  const first = (copy * draw.from(1, mixed.length - 1)) % mixed.length;
  const options = [...mixed.slice(first), ...mixed.slice(0, first)];
  const at = options.findIndex(([value]) => value === right);
  const [, label, reply = ''] = options[at];
  return {
    id: ask,
    ask,
    options: options.map(([, text]) => text),
    label: '',
    unit: '',
    formulas: [],
    named: options.map(([, text]) => text),
    solve: () => ({ answer: letterAt(at), right: label, note: reply }),
  };
}

/**
 * Writes the largest error that a number may have. Returns an empty text if it must be exact.
 * @param {{within?: number, share?: number, unit: string}} limit
 */
function allowedBy({ within = 0, share = 0, unit }) {
  if (share) return words.share(100 * share);
  const sign = /^\p{L}/u.test(unit) ? '' : unit;
  return within ? words.within(within) + sign : '';
}

/**
 * Makes the question of a figure or its page.
 * @param {Exhibit} exhibit
 * @param {string} seed
 * @param {number} copy
 * @returns {Task}
 */
function ownTask(exhibit, seed, copy) {
  const { isPages, label, variants } = exhibit;
  const { question, solution } = variants[copy] ?? exhibit;
  const asked = /** @type {NonNullable<typeof question>} */ (question);
  const { ask, options, answer, reply = '', unit = '', shown } = asked;
  const { said, because } = solution;
  const id = variants.length ? `own ${asked.id}` : ask;
  if (options) {
    const task = choiceTask(ask, options, answer, seed, copy);
    const all = options.flatMap(([, text, own]) => (own ? [[text, own]] : []));
    const replies = isPages ? all : [];
    const named = variants.length ? [] : task.named;
    return { ...task, id, named, solve: () => ({ ...task.solve(), note: because, replies }) };
  }
  const number = withUnit(said || (shown ?? localized(String(answer))), unit);
  const replies = reply ? [[words.otherwise, reply]] : [];
  const allowed = allowedBy({ ...asked, unit });
  const solve = () => ({ answer: number, note: because, replies, allowed });
  // If the figure computes the answer, its picture may show the number, which must then be hidden.
  const named = asked.isComputed && !variants.length ? [number] : [];
  return { id, ask, options: [], label, unit, formulas: [], named, solve };
}

/**
 * Makes a computed question.
 * @param {string} name its kind
 * @param {Values} values
 * @returns {Task}
 */
export function computedTask(name, values) {
  const { answer, choose, show, within = 0, share = 0, facts } = KINDS[name];
  const { ask, way, options, formulas = [], unit = '' } = words.kinds[name];
  const right = answer(values);
  const note = () => way(values, facts?.(values) ?? []);
  const given = options?.(values) ?? [];
  return {
    id: name,
    ask: ask(values),
    options: given,
    label: '',
    unit,
    formulas,
    solve: () =>
      choose
        ? { answer: letterAt(right), right: given[right], note: note() }
        : {
            answer: withUnit(show(right), unit),
            allowed: allowedBy({ within, share, unit }),
            note: note(),
          },
    number: choose ? undefined : right,
    within: Math.max(within, share * Math.abs(right)),
  };
}

/**
 * The questions about a figure, in their order. Each function makes one question for every sheet.
 * Its argument is the number of questions about the figure on a sheet.
 * @typedef {object} Supply
 * @property {((share: number) => Task[])[]} list
 * @property {number} named how many questions the attribute `quiz` names. They come first
 * @property {number} first how many questions are named, or asked by the page or the figure. They
 *   come before computed questions and the other questions of the quiz
 */

/** @typedef {NonNullable<ReturnType<typeof PeQuiz.question>>} QuizQuestion */

/**
 * Whether a question suits the level of a figure. Questions without a level are for beginners, too.
 * @param {Exhibit} exhibit
 * @param {{level?: string}} question
 */
const isFor = ({ beginner }, { level }) => !beginner || level !== 'full';

/**
 * Makes a question of the quiz for one sheet.
 * @param {QuizQuestion} question
 * @param {string} seed
 * @param {number} copy
 */
const quizTask = ({ id, ask, options, answer }, seed, copy) =>
  choiceTask(ask, options, answer, `${id} ${seed}`, copy);

/**
 * Returns functions for the questions of the quiz. Each sheet asks the questions that follow those
 * of the sheet before. So consecutive sheets share a question only if the quiz has too few.
 * @param {QuizQuestion[]} pool
 * @param {Plan} plan
 * @param {number} before how many other questions come before them
 * @returns {((share: number) => Task[])[]}
 */
const fromQuiz = (pool, { seed, copies }, before) =>
  pool.map((_, at) => (share) => {
    const step = share - before < pool.length ? share - before : 1;
    return Array.from({ length: copies }, (_, copy) =>
      quizTask(pool[(at + copy * step) % pool.length], seed, copy),
    );
  });

/**
 * Returns the questions about a figure.
 * @param {Exhibit} exhibit
 * @param {Plan} plan
 * @param {QuizQuestion[]} named the quiz's questions about this figure that every sheet asks
 * @returns {Supply}
 */
function questionsOf(exhibit, plan, named) {
  const { name, question, state, isIn } = exhibit;
  const { seed, copies, count, sources, quiz } = plan;
  const copyNumbers = Array.from({ length: copies }, (_, copy) => copy);
  const has = (/** @type {string} */ source) => sources.includes(source);
  const first = named.map((each) => () => copyNumbers.map((copy) => quizTask(each, seed, copy)));
  if (question && has('own'))
    first.push(() => copyNumbers.map((copy) => ownTask(exhibit, `${name} ${seed}`, copy)));
  const all = (has('compute') && KINDS_OF[name]) || [];
  const kinds = all.filter((kind) => isFor(exhibit, KINDS[kind]));
  const compute = (/** @type {number} */ round) =>
    kinds.map((kind) => () => {
      const drawn = drawValues(kind, `${name} ${seed} ${round}`, copies, state);
      return drawn.map((values) => computedTask(kind, values));
    });
  const computed = compute(0);
  // The quiz's first question usually resembles the question of the figure, so it is left out.
  const others = has('choice') ? PeQuiz.questions(name).slice(question ? 1 : 0) : [];
  const pool = others.filter(
    (each) => isFor(exhibit, each) && !isIn(each.state) && !quiz.includes(each.id),
  );
  const chosen = fromQuiz(pool, plan, first.length + computed.length);
  // After these questions, the same kinds of computed questions follow again, with other numbers.
  const rounds = kinds.length ? Math.ceil(count / kinds.length) : 0;
  const again = Array.from({ length: rounds }, (_, at) => compute(at + 1)).flat();
  const list = [...first, ...computed, ...chosen, ...again];
  return { list, named: named.length, first: first.length };
}

/**
 * Returns how many questions each figure gets. Named questions come first, then those of the page
 * and of the figures. Then the figures take turns until there are enough questions.
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
  for (const [figure, { named }] of supplies.entries()) take(figure, named);
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
  const named = plan.quiz.map(questionNamed);
  const supplies = exhibits.map((exhibit, at) => {
    // A named question is asked once, below the first of several pictures of its figure.
    const isFirst = exhibits.findIndex(({ name }) => name === exhibit.name) === at;
    const isAbout = (/** @type {QuizQuestion} */ { figure }) => isFirst && figure === exhibit.name;
    return questionsOf(exhibit, plan, named.filter(isAbout));
  });
  const shares = sharesOf(supplies, plan.count);
  const asked = supplies.map(({ list }, figure) =>
    list.slice(0, shares[figure]).map((make) => make(shares[figure])),
  );
  return Array.from({ length: plan.copies }, (_, copy) =>
    asked.map((questions) => questions.map((tasks) => tasks[copy])),
  );
}

/**
 * Counts the questions that differ between consecutive sheets, in their text or their options.
 * @param {Task[][][]} sheets for each sheet and each figure, the questions
 */
export function changing(sheets) {
  const texts = sheets.map((tasks) =>
    tasks.flat().map(({ ask, options }) => [ask, ...[...options].sort()].join()),
  );
  const counts = texts.slice(1).map((sheet, at) => {
    return sheet.filter((text) => !texts[at].includes(text)).length;
  });
  return { questions: texts[0].length, changed: Math.min(...counts) };
}
