/**
 * Draws a dial: a clock, and the part of its circle that training showed. The hand starts at the
 * top and turns clockwise, as in pe-clocks.
 * @param {import('../chassis/pen.js').Pen} pen
 * @param {{x: number, y: number, radius: number}} place
 * @param {object} turns
 * @param {number} turns.seen the number of turns in training; 1 turn or more shows every angle
 * @param {number} turns.reached the number of turns at the target length
 * @param {boolean} turns.fresh whether the reached turns include angles that training never showed
 */
export function drawDial(pen, { x, y, radius }, { seen, reached, fresh }) {
  const { seen: seenColor, unseen, control, right, you, wrong } = pen.c;
  /**
   * Draws an arc from one number of turns to another.
   * @param {number} from
   * @param {number} to
   * @param {string} stroke
   */
  const sweep = (from, to, stroke) => {
    if (to <= from) return;
    pen.ctx.lineCap = 'butt';
    const part = { from: Math.min(from, 1), to: Math.min(to, 1) };
    pen.circle(x, y, radius - 8, { stroke, weight: 5, ...part });
    pen.ctx.lineCap = 'round';
  };
  pen.circle(x, y, radius, { fill: seen >= 1 ? seenColor : unseen, stroke: control });
  if (seen < 1) {
    pen.circle(x, y, radius, { fill: seenColor, to: seen });
    pen.circle(x, y, radius, { stroke: right, weight: 3, to: seen });
  }
  sweep(0, fresh ? seen : reached, you);
  if (fresh) sweep(seen, reached, wrong);
  drawHand(pen, { x, y, radius }, reached, fresh ? wrong : you);
}

/**
 * Draws the hand of the dial.
 * @param {import('../chassis/pen.js').Pen} pen
 * @param {{x: number, y: number, radius: number}} place
 * @param {number} turns
 * @param {string} color
 */
function drawHand(pen, { x, y, radius }, turns, color) {
  pen.ctx.save();
  pen.ctx.translate(x, y);
  pen.ctx.rotate((turns - 0.25) * 2 * Math.PI);
  pen.line([0, 0, radius - 6, 0], color, 3);
  pen.ctx.restore();
}
