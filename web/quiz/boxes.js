/**
 * Decides which questions come next, by spaced repetition with boxes (the Leitner system). A right
 * answer moves a question to the next box, and a wrong answer moves it to the first box. Questions
 * in lower boxes are asked first.
 */
import { store } from '../figures/chassis/store.js';

const KEY = 'posenc-quiz-boxes';
const FIRST = 1;
const LAST = 5;

/**
 * The place of a question: its box, and the turn of its last answer. Turns count the answers to all
 * questions.
 * @typedef {[box: number, turn: number]} Place
 */

/** The places of the questions that have been answered, by their ids. @type {Map<string, Place>} */
let places = new Map();

/** Whether a value from the browser's store is a place. @param {unknown} value */
const isPlace = (value) =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);

/** Reads the places that this browser stores. Ignores values that are not pairs of integers. */
export function readBoxes() {
  try {
    const kept = Object.entries(JSON.parse(store.get(KEY) ?? '{}'));
    places = new Map(kept.filter(([, place]) => isPlace(place)));
  } catch {
    places = new Map();
  }
}

/** Returns the box of a question. Questions without an answer are in the first box. */
export const boxOf = (/** @type {string} */ id) => places.get(id)?.[0] ?? FIRST;

/**
 * Moves a question to another box after an answer.
 * @param {string} id
 * @param {boolean} isRight
 */
export function moveBox(id, isRight) {
  const turn = Math.max(0, ...[...places.values()].map(([, at]) => at)) + 1;
  places.set(id, [isRight ? Math.min(boxOf(id) + 1, LAST) : FIRST, turn]);
  store.set(KEY, JSON.stringify(Object.fromEntries(places)));
}

/**
 * Chooses the questions to ask next. Questions in lower boxes come first. Within a box, questions
 * that have been answered come before new ones. The question with the oldest answer is the first.
 * @param {string[]} ids the questions of a set, in its order
 * @param {number} count
 */
export function nextQuestions(ids, count) {
  const turnOf = (/** @type {string} */ id) => places.get(id)?.[1] ?? Infinity;
  const before = (/** @type {string} */ one, /** @type {string} */ other) =>
    boxOf(one) - boxOf(other) || Math.sign(turnOf(one) - turnOf(other)) || 0;
  return [...ids].sort(before).slice(0, count);
}
