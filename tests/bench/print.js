/* Prints the tables as text. */
import { median } from './measure.js';

const digits = (x) => (x >= 99.95 ? x.toFixed(0) : x.toPrecision(3));
export const duration = (ms) => (ms >= 1 ? `${digits(ms)} ms` : `${digits(ms * 1000)} us`);
export const times = (ratio) => `${digits(ratio)} x`;

const NAME = 48;
export const line = (name, cells, width = 11) =>
  console.log(name.padEnd(NAME) + cells.map((cell) => cell.padStart(width)).join(''));

/**
 * Checks the bars of a row. A bar is a required ratio of two times. Returns each bar, the measured
 * ratio, and whether it meets the bar.
 */
export function barsOf({ bars, times: { window, resident, loop, limit } }) {
  const results = [];
  for (const [name, { ms }] of Object.entries({ window, resident })) {
    const got = ms / limit.ms;
    if (bars[name])
      results.push({
        bar: `${name} / limit <= ${bars[name]}`,
        got,
        met: got <= bars[name],
        excess: got / bars[name],
      });
  }
  if (bars.loop) {
    const got = loop.ms / window.ms;
    const under = bars.orBelow ? ` or window < ${duration(bars.orBelow)}` : '';
    results.push({
      bar: `loop / window >= ${bars.loop}${under}`,
      got,
      met: got >= bars.loop || window.ms < bars.orBelow,
      excess: bars.loop / got,
    });
  }
  return results;
}

/**
 * Returns the best run of a case. This is the run that comes closest to its bars or stays farthest
 * below them. Without bars, it is the fastest run.
 */
export function best(runs) {
  const worst = (row) =>
    Math.max(...barsOf(row).map(({ excess }) => excess), 0) || row.times.window.ms;
  return runs.toSorted((a, b) => worst(a) - worst(b))[0];
}

export const head = () =>
  line('', [
    'window',
    'resident',
    'loop',
    'limit',
    'win/limit',
    '(copies)',
    'res/limit',
    'loop/win',
    'loop/res',
    '   bars',
  ]);

const BESIDE = {
  article: "  beside the article's code",
  rows: '  beside rows shifted by set()',
  pieces: '  beside pieces placed by set()',
  separately: '  beside one axis after the other',
};

/** Prints one row for a case, and one more row for each further loop. */
export function printRow(row) {
  const { window, resident, limit, loop, copies, ...others } = row.times;
  const few = ({ rounds }) => (rounds < window.rounds ? '*' : '');
  const met = barsOf(row)
    .map(
      ({ bar, met }) =>
        `${bar.replace(/^(window|resident) . limit <= /, '')} ${met ? 'met' : 'MISSED'}`,
    )
    .join(', ');
  line(
    row.name,
    [
      duration(window.ms),
      duration(resident.ms),
      duration(loop.ms) + few(loop),
      duration(limit.ms) + (row.arithmetic ? ' a' : ''),
      times(window.ms / limit.ms),
      copies ? `(${times(copies.ms / limit.ms)})` : '',
      times(resident.ms / limit.ms),
      times(loop.ms / window.ms),
      times(loop.ms / resident.ms),
    ].concat(met ? `   ${met}` : []),
  );
  for (const [name, other] of Object.entries(others))
    line(BESIDE[name], [
      '',
      '',
      duration(other.ms) + few(other),
      '',
      '',
      '',
      '',
      times(other.ms / window.ms),
      times(other.ms / resident.ms),
    ]);
}

export const notes = () =>
  console.log(`
window: the caller's arrays; resident: arrays of an arena; loop: what a user would write (loops.js).
limit: a SIMD loop over the same bytes that stores, multiplies or adds in place;
  a: multiply-adds of doubles in registers, as many as the sums of products need.
(copies): the copies through the window alone, without any kernel.
* slow, in fewer rounds. Results agreed before they were timed: window and resident bit for bit.`);

export function printFirst(place, samples) {
  const of = (key) => duration(median(samples.map((sample) => sample[key])));
  console.log(
    `\nfirst call in a fresh ${place}, medians of ${samples.length}: ${of('call')} with instantiation; ` +
      `the import takes ${of('imported')} more than that of an empty module`,
  );
}

export function printGrowth(results) {
  for (const { by, power, rows } of results) {
    console.log('');
    line(`sinusoidal, time ~ ${by}^${power.toFixed(2)}`, ['time', 'ns/element', 'wasm memory'], 13);
    for (const { length, dim, ms, nanoseconds, memory } of rows)
      line(
        `  ${length} x ${dim}`,
        [duration(ms), nanoseconds.toFixed(3), `${memory / 2 ** 20} MiB`],
        13,
      );
  }
}
