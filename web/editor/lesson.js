/** Defines the data of a lesson, which the editor changes and saved files contain as JSON. */
import { isTooDeep } from '../files/json-levels.js';
import * as elements from '../elements.js';
import { fileWords } from './words.js';

/** @typedef {typeof import('../figures/chassis/figure.js').PeFigure} FigureClass */

/**
 * An answer that readers can choose.
 * @typedef {object} Option
 * @property {string} text
 * @property {string} reply
 * @property {string} shows for a wrong answer: a state of the figure that shows what would follow
 *   from the answer
 */

/** @typedef {'own' | 'none' | 'choice' | 'number' | 'state'} QuestionKind */

/**
 * The question of a figure. Each kind of question uses some of these properties. The other
 * properties keep their values in case the teacher changes the kind.
 * @typedef {object} Question
 * @property {QuestionKind} kind
 * @property {string} ask
 * @property {Option[]} options
 * @property {number} right the index of the right option
 * @property {string} answer the right number
 * @property {string} target the right state
 * @property {string} tolerance
 * @property {string} unit
 * @property {string} reply
 * @property {string} because
 * @property {string} shows the state that shows the answer
 */

/** @typedef {{kind: 'text', text: string}} TextBlock */

/**
 * A figure of a lesson. `attributes` contains the attributes of its fields.
 * @typedef {object} FigureBlock
 * @property {'figure'} kind
 * @property {string} figure its tag without `pe-`
 * @property {Record<string, string>} attributes
 * @property {string[]} hide
 * @property {string[]} lock
 * @property {string} level
 * @property {string} group
 * @property {Question} question
 */

/** @typedef {TextBlock | FigureBlock} Block */

/**
 * A lesson. Figures that the teacher adds get its `level`.
 * @typedef {{title: string, lang: string, level: string, blocks: Block[]}} Lesson
 */

/** The version of this data format. */
const VERSION = 1;

/** The id of the element that contains a lesson, in saved lessons and in their worksheets. */
export const SOURCE = 'posenc-lesson';

/** The kinds of questions. @type {QuestionKind[]} */
export const KINDS = ['own', 'none', 'choice', 'number', 'state'];

/** The levels of figures. A figure without the attribute has the first level. */
export const LEVELS = /** @type {const} */ (['full', 'beginner']);

/** The figures, by their tags without `pe-`. @returns {Map<string, FigureClass>} */
export const figureClasses = () =>
  new Map(
    Object.values(elements)
      .filter(({ tag }) => tag)
      .map((Figure) => [Figure.tag.slice('pe-'.length), /** @type {FigureClass} */ (Figure)]),
  );

/** @param {string} lang @returns {Lesson} */
export const emptyLesson = (lang) => ({ title: '', lang, level: LEVELS[0], blocks: [] });

/** @param {string} text @returns {TextBlock} */
export const textBlock = (text) => ({ kind: 'text', text });

/** @returns {Question} */
const firstQuestion = () => ({
  kind: 'own',
  ask: '',
  options: [
    { text: '', reply: '', shows: '' },
    { text: '', reply: '', shows: '' },
  ],
  right: 0,
  ...{ answer: '', target: '', tolerance: '', unit: '', reply: '', because: '', shows: '' },
});

/** @param {string} figure @param {string} [level] @returns {FigureBlock} */
export const figureBlock = (figure, level = LEVELS[0]) => ({
  kind: 'figure',
  figure,
  attributes: {},
  hide: [],
  lock: [],
  level,
  group: '',
  question: firstQuestion(),
});

/**
 * Returns a block whose figure asks its own question. Readers get this block while the teacher's
 * question has a fault.
 * @param {Block} block
 * @returns {Block}
 */
export const withoutQuestion = (block) =>
  block.kind === 'figure' ? { ...block, question: firstQuestion() } : block;

/** Writes a lesson as a text. @param {Lesson} lesson */
export const writeLesson = (lesson) => JSON.stringify({ posenc: VERSION, ...lesson });

/**
 * Returns the HTML of an element that contains a lesson. The text of the element contains no `<`.
 * @param {Lesson} lesson
 */
export const lessonScript = (lesson) =>
  `<script type="application/json" id="${SOURCE}">` +
  `${writeLesson(lesson).replaceAll('<', '\\u003c')}</script>`;

/**
 * Throws an error for the reader if a part of a lesson is wrong.
 * @param {boolean} isRight
 * @param {string} place the path of the part, such as `blocks.2.figure`
 */
function expect(isRight, place) {
  if (!isRight) throw new Error(fileWords.damaged(place));
}

/** @param {unknown} value @param {string} place @returns {Record<string, unknown>} */
function objectOf(value, place) {
  expect(typeof value === 'object' && value !== null && !Array.isArray(value), place);
  return /** @type {Record<string, unknown>} */ (value);
}

/** @param {unknown} value @param {string} place @returns {string} */
function textOf(value, place) {
  expect(typeof value === 'string', place);
  return /** @type {string} */ (value);
}

/** @template Item @param {unknown} value @param {string} place @param {(item: unknown, place: string) => Item} read */
function listOf(value, place, read) {
  expect(Array.isArray(value), place);
  const list = /** @type {unknown[]} */ (value);
  return list.map((item, at) => read(item, `${place}.${at + 1}`));
}

/** @param {unknown} value @param {string} place @returns {Option} */
function optionOf(value, place) {
  // Lessons that the first version of the editor saved have no `shows` here.
  const { text, reply, shows = '' } = objectOf(value, place);
  return {
    text: textOf(text, `${place}.text`),
    reply: textOf(reply, `${place}.reply`),
    shows: textOf(shows, `${place}.shows`),
  };
}

/** @param {unknown} value @param {string} place @returns {Question} */
function questionOf(value, place) {
  const given = objectOf(value, place);
  const question = firstQuestion();
  const names = /** @type {const} */ ([
    ...['ask', 'answer', 'target', 'tolerance', 'unit', 'reply', 'because', 'shows'],
  ]);
  const texts = Object.fromEntries(
    names.map((name) => [name, textOf(given[name], `${place}.${name}`)]),
  );
  const kind = /** @type {QuestionKind} */ (given.kind);
  const options = listOf(given.options, `${place}.options`, optionOf);
  const right = Number(given.right);
  expect(KINDS.includes(kind), `${place}.kind`);
  expect(options.length > 1, `${place}.options`);
  expect(Number.isInteger(right) && right >= 0 && right < options.length, `${place}.right`);
  return { ...question, ...texts, kind, options, right };
}

/** Matches names without characters that could end a list, an attribute or a CSS rule. */
const NAME = /^[\w-]*$/;

/** @param {unknown} value @param {string} place */
function nameOf(value, place) {
  const name = textOf(value, place);
  expect(NAME.test(name), place);
  return name;
}

/** @param {unknown} value @param {string} place */
function levelOf(value, place) {
  const level = textOf(value, place);
  expect(/** @type {readonly string[]} */ (LEVELS).includes(level), place);
  return level;
}

/** @param {Record<string, unknown>} given @param {string} place @returns {FigureBlock} */
function figureOf(given, place) {
  const figure = textOf(given.figure, `${place}.figure`);
  const Figure = figureClasses().get(figure);
  expect(!!Figure, `${place}.figure`);
  const fields = Object.keys(Figure?.allFields ?? {});
  const attributes = objectOf(given.attributes, `${place}.attributes`);
  for (const [name, value] of Object.entries(attributes)) {
    expect(fields.includes(name), `${place}.attributes`);
    textOf(value, `${place}.attributes.${name}`);
  }
  return {
    kind: 'figure',
    figure,
    attributes: /** @type {Record<string, string>} */ ({ ...attributes }),
    hide: listOf(given.hide, `${place}.hide`, nameOf),
    lock: listOf(given.lock, `${place}.lock`, nameOf),
    level: levelOf(given.level, `${place}.level`),
    group: textOf(given.group, `${place}.group`),
    question: questionOf(given.question, `${place}.question`),
  };
}

/** @param {unknown} value @param {string} place @returns {Block} */
function blockOf(value, place) {
  const given = objectOf(value, place);
  if (given.kind === 'text') return textBlock(textOf(given.text, `${place}.text`));
  expect(given.kind === 'figure', `${place}.kind`);
  return figureOf(given, place);
}

/**
 * Reads a lesson that `writeLesson` has written. Throws an error with a sentence for the reader if
 * the text is anything else.
 * @param {string} text
 * @param {string} name the name of its file
 * @returns {Lesson}
 */
export function readLesson(text, name) {
  let value;
  if (isTooDeep(text)) throw new Error(fileWords.notLesson(name));
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(fileWords.notLesson(name));
  }
  if (typeof value?.posenc !== 'number') throw new Error(fileWords.notLesson(name));
  if (value.posenc !== VERSION) throw new Error(fileWords.version(value.posenc));
  const blocks = listOf(value.blocks, 'blocks', blockOf);
  // Lessons of earlier versions have no level of their own: only their figures have levels.
  const first = blocks.find((block) => block.kind === 'figure');
  const usual = first?.kind === 'figure' ? first.level : LEVELS[0];
  return {
    title: textOf(value.title, 'title'),
    lang: nameOf(value.lang, 'lang'),
    level: levelOf(value.level ?? usual, 'level'),
    blocks,
  };
}
