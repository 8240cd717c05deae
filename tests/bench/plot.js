/*
 * Draws the growth of the time with the size, on logarithmic axes. A dotted line shows proportional
 * growth. The picture also shows the size of the wasm memory.
 */
const WIDTH = 720;
const HEIGHT = 300;
const PANEL = { width: 270, height: 190, top: 56, lefts: [64, 420] };
const STYLE = [
  'text{font:12px system-ui,sans-serif;fill:#5d5b66}',
  '.t{font-weight:650;font-size:14px;fill:#1c1b20}',
  '.h{stroke:#dedad2;fill:none}',
  '.l{stroke:#85828c;stroke-dasharray:2 4;fill:none}',
  '.p{fill:#007a95}',
  '@media(prefers-color-scheme:dark){',
  'text{fill:#a9a7b0}.t{fill:#edebe6}.h{stroke:#34353d}.p{fill:#3cd7f0}',
  '}',
].join('');

const decade = (exponent) => (exponent < 0 ? `${10 ** (exponent + 3)} µs` : `${10 ** exponent} ms`);

/**
 * Returns the picture as SVG.
 * @param {Awaited<ReturnType<typeof import('./growth.js').growth>>} results
 */
export function plot(results) {
  const parts = results.map(({ by, power, rows }, panel) => {
    const sizes = rows.map((row) => Math.log2(row[by]));
    const times = rows.map(({ ms }) => Math.log10(ms));
    const [x0, x1, y0, y1] = [
      Math.min(...sizes),
      Math.max(...sizes),
      Math.floor(Math.min(...times)),
      Math.ceil(Math.max(...times)),
    ];
    const left = PANEL.lefts[panel];
    const x = (v) => (left + ((v - x0) / (x1 - x0)) * PANEL.width).toFixed(1);
    const y = (v) => (PANEL.top + ((y1 - v) / (y1 - y0)) * PANEL.height).toFixed(1);
    // The line of proportional growth passes through the point of the largest size.
    const slope = Math.log10(2);
    const last = times.at(-1);
    const low = Math.max(y0, last - slope * (x1 - x0));
    const from = x1 - (last - low) / slope;
    const other = by === 'length' ? `${rows[0].dim} columns` : `${rows[0].length} rows`;
    const axis = by === 'length' ? 'rows' : 'columns';
    const memory = [...new Set(rows.map((row) => `${row.memory / 2 ** 20} MiB`))].join(' to ');
    return [
      `<text class="t" x="${left}" y="24">time ∝ ${axis}^${power.toFixed(2)}</text>` +
        `<text x="${left}" y="42">${other}, wasm memory ${memory}</text>`,
      ...Array.from(
        { length: y1 - y0 + 1 },
        (_, i) =>
          `<path class="h" d="M${left} ${y(y0 + i)}h${PANEL.width}"/>` +
          `<text x="${left - 8}" y="${+y(y0 + i) + 4}" text-anchor="end">${decade(y0 + i)}</text>`,
      ),
      ...sizes
        .filter((v) => (v - x0) % 4 === 0)
        .map(
          (v) =>
            `<text x="${x(v)}" y="${PANEL.top + PANEL.height + 20}" text-anchor="middle">` +
            `${(2 ** v).toLocaleString('en')}</text>`,
        ),
      `<path class="l" d="M${x(from)} ${y(low)}L${x(x1)} ${y(last)}"/>`,
      ...rows.map((_, i) => `<circle class="p" cx="${x(sizes[i])}" cy="${y(times[i])}" r="4"/>`),
    ].join('\n');
  });
  const size = `viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}"`;
  const label = 'role="img" aria-label="Time of sinusoidal tables against their size"';
  const note =
    'sinusoidal(rows, columns) into an array that exists; dotted: in proportion to the size';
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${label}>` +
    `<style>${STYLE}</style>\n${parts.join('\n')}\n` +
    `<text x="${WIDTH / 2}" y="${HEIGHT - 8}" text-anchor="middle">${note}</text></svg>\n`
  );
}
