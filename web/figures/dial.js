/**
 * A clock and what of its circle was seen: the hand sets out upwards and turns clockwise, as those of pe-clocks.
 * @param {import('./surface.js').Pen} pen
 * @param {number} x @param {number} y @param {number} radius
 * @param {number} seen turns made so far; one or more have shown every angle
 * @param {number} reached turns it will make
 * @param {boolean} fresh whether that leads to angles never seen
 */
export function drawDial(pen, x, y, radius, seen, reached, fresh) {
  const { c, ctx } = pen;
  /** @param {number} from @param {number} to @param {string} color */
  const sweep = (from, to, color) => {
    if (to <= from) return;
    ctx.lineCap = 'butt';
    pen.circle(x, y, radius - 8, { stroke: color, weight: 5, from: Math.min(from, 1), to: Math.min(to, 1) });
    ctx.lineCap = 'round';
  };
  pen.circle(x, y, radius, { fill: seen >= 1 ? c.seen : c.unseen, stroke: c.control });
  if (seen < 1) pen.circle(x, y, radius, { fill: c.seen, stroke: c.ink, to: seen });
  sweep(0, fresh ? seen : reached, c.you);
  if (fresh) sweep(seen, reached, c.wrong);
  if (reached >= 1) return;
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate((reached - 0.25) * 2 * Math.PI);
  pen.line([0, 0, radius - 6, 0], fresh ? c.wrong : c.you, 3);
  ctx.restore();
}
