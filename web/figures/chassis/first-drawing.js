/**
 * Draws figures for the first time after they have been added to the page. Figures that are added
 * in the same task are measured together, so that the browser computes the layout only once.
 * Figures in view are drawn at once. All other figures are drawn when they come on screen, or one
 * by one while the page is idle.
 */

/** @typedef {import('./figure.js').PeFigure} Figure */
/** @typedef {import('./stage.js').Stage} Stage */

/** The figures that were added in this task, and their stages. @type {Map<Figure, Stage>} */
const arrived = new Map();

/** The figures out of view that wait until the page is idle. @type {Set<Figure>} */
const waiting = new Set();

// Safari has no requestIdleCallback.
const whenResting =
  globalThis.requestIdleCallback ?? ((/** @type {() => void} */ run) => setTimeout(run, 30));

/**
 * Plans the first drawing of a figure that has been added to the page.
 * @param {Figure} figure
 * @param {Stage} stage
 */
export function arrive(figure, stage) {
  if (!arrived.size) queueMicrotask(admit);
  arrived.set(figure, stage);
}

/** Cancels the first drawing of a figure that has left the page. @param {Figure} figure */
export function depart(figure) {
  arrived.delete(figure);
  waiting.delete(figure);
}

/**
 * Measures all figures that were added, and draws the figures in view. It first reads all sizes and
 * then writes all styles, because each change between reading and writing costs a layout.
 */
function admit() {
  // A figure without a width is in a hidden part of the page. It counts as near, so that it does
  // not wait until it is seen.
  const places = [...arrived].map(([figure, stage]) => ({
    figure,
    stage,
    room: stage.room,
    near: !stage.room || figure.getBoundingClientRect().top < innerHeight,
  }));
  arrived.clear();
  for (const { stage, near } of places) if (near) stage.readTheme();
  for (const { stage, room } of places) stage.measure(room);
  const idle = !waiting.size;
  for (const { figure, near } of places) {
    if (near) figure.appear();
    else waiting.add(figure);
  }
  if (idle && waiting.size) whenResting(drawNext);
}

/** Draws one of the waiting figures, and plans the drawing of the next one. */
function drawNext() {
  const [figure] = waiting;
  waiting.delete(figure);
  figure?.appear();
  if (waiting.size) whenResting(drawNext);
}
