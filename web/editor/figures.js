/** Makes the elements of a lesson's figures, and writes states of figures as attributes. */
import { h } from '../figures/chassis/dom.js';
import { differing, formatHash, normalise } from '../figures/chassis/state.js';
import { isCell } from '../figures/questions/variants.js';

/** @typedef {import('../figures/chassis/figure.js').PeFigure} Figure */
/** @typedef {import('../figures/chassis/state.js').State} State */
/** @typedef {import('./lesson.js').FigureBlock} FigureBlock */
/** @typedef {import('./lesson.js').Question} Question */

/** Attributes that depend on each other are sorted in at most this many rounds. */
const ROUNDS = 3;

/** In a link to one figure, the fields begin after this many characters. */
const HEAD = formatHash(new Map([['x', { x: '' }]])).length - 'x='.length;

/** Writes fields as in `position=44,dim=128`. @param {Record<string, string>} entry */
export const stateText = (entry) => formatHash(new Map([['x', entry]])).slice(HEAD);

/** Returns the fields of a figure that differ from a state, as text. @param {Figure} figure @param {State} from */
export const changedText = (figure, from) => stateText(differing(figure.state, from));

/** Writes the value of a field as an attribute. @param {unknown} value */
const attributeText = (value) => (value === true ? '' : String(value));

/**
 * Returns the attributes that lead to the state of a figure. Some figures derive fields from other
 * fields, so the order of attributes matters. A second figure gets the attributes. If one of its
 * fields has a wrong value, the attribute of this field moves to the end.
 * @param {Figure} figure
 */
export function attributesOf(figure) {
  const { state, definition } = figure;
  const fields = definition.allFields;
  // Texts that the language provides do not become attributes, because the teacher has not chosen
  // them.
  const own = Object.entries(definition.words.values ?? {});
  const given = Object.fromEntries(own.filter(([key, text]) => state[key] === text));
  const first = { ...normalise(fields), ...given };
  const changed = Object.keys(state).filter((key) => state[key] !== first[key]);
  /** @type {Map<string, string>} */
  const attributes = new Map(changed.map((key) => [key, attributeText(state[key])]));
  for (let round = 0; round < ROUNDS; round++) {
    const probe = new definition();
    for (const [key, text] of attributes) probe.setAttribute(key, text);
    const isMissed = (/** @type {string} */ key) => probe.state[key] !== state[key];
    const missed = Object.keys(state).filter((key) => isMissed(key) && !Object.hasOwn(given, key));
    if (!missed.length) break;
    for (const key of missed) {
      attributes.delete(key);
      attributes.set(key, attributeText(state[key]));
    }
  }
  return Object.fromEntries(attributes);
}

/** @param {string} tag @param {import('../figures/chassis/dom.js').Props} props @param {...(Node | string)} children */
const custom = (tag, props, ...children) => h(/** @type {'div'} */ (tag), props, ...children);

/**
 * Returns a trimmed text, or null if it is empty. Null omits the attribute.
 * @param {string} text
 */
const unlessEmpty = (text) => text.trim() || null;

/** @param {Question} question */
function optionsOf({ options, right }) {
  const items = options.map(({ text, reply, shows }, at) => {
    const tried = at === right ? null : unlessEmpty(shows);
    const props = { 'data-correct': at === right, 'data-reply': unlessEmpty(reply) };
    return h('li', { ...props, 'data-shows': tried }, text);
  });
  return h('ul', {}, items);
}

/** Functions that make the attributes with the right answer, by the kind of the question. */
const RIGHT = {
  choice: () => ({}),
  number: (/** @type {Question} */ { answer, tolerance, unit }) => ({
    answer: answer.trim(),
    tolerance: unlessEmpty(tolerance),
    unit: unlessEmpty(unit),
  }),
  state: (/** @type {Question} */ { target, tolerance }) => ({
    answer: target.trim(),
    tolerance: unlessEmpty(tolerance),
  }),
};

/**
 * Returns the key of the sentence in words.js that says what the teacher's question still lacks.
 * Returns null if the question is complete.
 * @param {Question} question
 * @returns {'ask' | 'options' | 'same' | 'answer' | 'target' | 'shows' | null}
 */
export function missingIn({ kind, ask, options, answer, target, shows }) {
  if (kind === 'own' || kind === 'none') return null;
  const texts = options.map(({ text }) => text.trim());
  if (!ask.trim()) return 'ask';
  if (kind === 'choice' && texts.includes('')) return 'options';
  if (kind === 'choice' && new Set(texts).size < texts.length) return 'same';
  const isNumber = isCell(answer) || (answer.trim() && Number.isFinite(Number(answer)));
  if (kind === 'number' && !isNumber) return 'answer';
  if (kind === 'state') return target.trim() ? null : 'target';
  return shows.trim() ? null : 'shows';
}

/**
 * Returns the element of a question that the teacher has written. Returns null if the question is
 * not complete. Also returns null if the figure asks its own question or none.
 * @param {Question} question
 * @param {string} [name] the name that reports of answers give to the question
 */
export function questionElement(question, name) {
  const { kind, ask, shows, reply, because } = question;
  if (kind === 'own' || kind === 'none' || missingIn(question)) return null;
  const isChoice = kind === 'choice';
  const attributes = {
    id: name ?? null,
    ...RIGHT[kind](question),
    shows: kind === 'state' ? null : unlessEmpty(shows),
    reply: isChoice ? null : unlessEmpty(reply),
    because: unlessEmpty(because),
  };
  const list = isChoice ? [optionsOf(question)] : [];
  return custom('pe-question', attributes, ask, ...list);
}

/** Returns the attributes of a figure's element. @param {FigureBlock} block */
export function blockAttributes({ attributes, hide, lock, level, group, question }) {
  const hidden = question.kind === 'none' ? ['predict', ...hide] : hide;
  const settings = {
    hide: hidden.join(' '),
    lock: lock.join(' '),
    level: level === 'beginner' ? level : '',
    group,
  };
  const set = Object.entries(settings).filter(([, text]) => text);
  return { ...attributes, ...Object.fromEntries(set) };
}

/**
 * Returns the element of a figure as readers get it.
 * @param {FigureBlock} block
 * @param {string} [name] the name that reports of answers give to the teacher's question
 * @returns {HTMLElement}
 */
export function figureElement(block, name) {
  const question = questionElement(block.question, name);
  return custom(`pe-${block.figure}`, blockAttributes(block), ...(question ? [question] : []));
}
