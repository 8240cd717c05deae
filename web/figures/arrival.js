/**
 * Figures that have come into the page. Those of one task are measured together, so that the page is laid out once. Those in
 * view are drawn at once; the others when they come on screen, or one by one while the page rests.
 */

/** Figures and their stages. @type {Map<any, any>} */
const arrived = new Map();
/** @type {Set<any>} */
const waiting = new Set();
const resting = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 30));

/** @param {any} figure @param {import('./stage.js').Stage} stage */
export function arrive(figure, stage) {
  if (!arrived.size) queueMicrotask(admit);
  arrived.set(figure, stage);
}

/** @param {any} figure */
export function depart(figure) {
  arrived.delete(figure);
  waiting.delete(figure);
}

function admit() {
  // What has no place yet, in a hidden part of the page, does not wait to be seen.
  const places = [...arrived].map(([figure, stage]) => ({ figure, stage, room: stage.room, near: !stage.room || figure.getBoundingClientRect().top < innerHeight }));
  arrived.clear();
  for (const { stage, near } of places) if (near) stage.readTheme();
  for (const { stage, room } of places) stage.measure(room);
  const idle = !waiting.size;
  for (const { figure, near } of places) {
    if (near) figure.appear();
    else waiting.add(figure);
  }
  if (idle && waiting.size) resting(next);
}

function next() {
  const [figure] = waiting;
  waiting.delete(figure);
  figure?.appear();
  if (waiting.size) resting(next);
}
