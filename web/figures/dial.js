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
  /** @param {number} turns */
  const angle = (turns) => (Math.min(turns, 1) - 0.25) * 2 * Math.PI;
  /** @param {number} from @param {number} to @param {string} color */
  const sweep = (from, to, color) => {
    if (to <= from) return;
    ctx.beginPath();
    ctx.arc(x, y, radius - 8, angle(from), angle(to));
    ctx.lineCap = 'butt';
    ctx.strokeStyle = color;
    ctx.lineWidth = 5;
    ctx.stroke();
    ctx.lineCap = 'round';
  };
  pen.circle(x, y, radius, { fill: seen >= 1 ? c.seen : c.unseen, stroke: c.control });
  if (seen < 1) {
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.arc(x, y, radius, angle(0), angle(seen));
    ctx.closePath();
    ctx.fillStyle = c.seen;
    ctx.fill();
    ctx.strokeStyle = c.ink;
    ctx.lineWidth = 1;
    ctx.stroke();
  }
  sweep(0, fresh ? seen : reached, c.you);
  if (fresh) sweep(seen, reached, c.wrong);
  if (reached >= 1) return;
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(angle(reached));
  pen.line([0, 0, radius - 6, 0], fresh ? c.wrong : c.you, 3);
  ctx.restore();
}
