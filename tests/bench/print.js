/* Prints the tables as text, and the table of the README as Markdown. */
import { SIDES, leadOf } from './leads.js';
import { median } from './measure.js';

const digits = (x) => (x >= 99.95 ? x.toFixed(0) : x.toPrecision(3));
const duration = (ms) => (ms >= 1 ? `${digits(ms)} ms` : `${digits(ms * 1000)} us`);
const times = (ratio) => `${digits(ratio)} x`;

/** Returns the ratio of two times as text, or an empty text if a time is missing. */
const over = (a, b) => (a && b ? times(a.ms / b.ms) : '');

const NAME = 52;
const line = (name, cells, { width = 12, last = '' } = {}) =>
  console.log(
    `${name.padEnd(NAME)}${cells.map((cell) => cell.padStart(width)).join('')}${last}`.trimEnd(),
  );

/** Says for each bar of a row whether it is met. A bar is a required ratio of two times. */
function barsOf({ bars, times: { window, resident, loop, limit } }) {
  const says = (bar, met) => `${bar} ${met ? 'met' : 'MISSED'}`;
  const results = [];
  if (bars.window && limit)
    results.push(says(`yours ${bars.window}`, window.ms / limit.ms <= bars.window));
  if (bars.resident && limit)
    results.push(says(`arena ${bars.resident}`, resident.ms / limit.ms <= bars.resident));
  if (bars.loop && loop) {
    const under = bars.orBelow ? ` or ${duration(bars.orBelow)}` : '';
    const met = loop.ms / window.ms >= bars.loop || window.ms < bars.orBelow;
    results.push(says(`loop ${bars.loop}${under}`, met));
  }
  return results;
}

/**
 * Names the fastest rival and its time. Names two rivals if another rival is the fastest for
 * arenas.
 */
function fastestOf(row) {
  const leads = Object.keys(SIDES).map((side) => leadOf(row, side));
  const texts = leads.filter(Boolean).map(({ by, ms }) => `${duration(ms)} ${by}`);
  return [...new Set(texts)].join(', ');
}

const lead = (row, side) => {
  const found = row && leadOf(row, side);
  return found ? times(found.ratio) : '';
};

export const head = () =>
  line(
    '',
    [
      ...Object.values(SIDES).flatMap((side) => [side, 'lead']),
      'limit',
      'yours/limit',
      '(copies)',
      'arena/limit',
      'fresh',
    ],
    { last: '   fastest rival; bars' },
  );

const BESIDE = {
  loop: 'the plain loop',
  article: "the article's code",
  rows: 'rows shifted by set()',
  pieces: 'pieces placed by set()',
  separately: 'one axis after the other',
};

/** Prints one row for a case, and one more row for each rival that is not the fastest. */
export function printRow(row) {
  const { window, resident, limit, copies, fresh, allocation } = row.times;
  const cells = [
    duration(window.ms),
    lead(row, 'window'),
    duration(resident.ms),
    lead(row, 'resident'),
    limit ? duration(limit.ms) + (row.arithmetic ? ' a' : '') : '',
    over(window, limit),
    copies && limit ? `(${over(copies, limit)})` : '',
    over(resident, limit),
    over(fresh, allocation),
  ];
  line(row.name, cells, { last: `   ${[fastestOf(row), ...barsOf(row)].join('; ')}` });
  const first = leadOf(row, 'window')?.by;
  for (const [by, { beside, way }] of Object.entries(row.rivals)) {
    if (by === first) continue;
    const { ms, rounds } = row.times[by];
    const ratio = (side) => (beside.includes(side) ? times(ms / row.times[side].ms) : '');
    const few = rounds < window.rounds ? '*' : '';
    const how = way && way !== 'direct' ? `, by ${way}` : '';
    line(`  beside ${BESIDE[by] ?? by}${how}`, ['', ratio('window'), '', ratio('resident')], {
      last: `   ${duration(ms)}${few}`,
    });
  }
}

export const noteOnLeads = () =>
  console.log(`
lead: the time of the fastest rival divided by the time of posenc.
  Results agreed before they were timed.
your arrays: they are copied through the window of the wasm memory.
in an arena: nothing is copied.`);

export const noteOnLimits = () =>
  console.log(`limit: a SIMD loop over the same bytes that stores, multiplies or adds in place;
  a: multiply-adds of doubles in registers, as many as the sums of products need.
(copies): the copies through the window alone, without any kernel, divided by the limit.
fresh: a call without \`out\`, divided by the allocation of its result alone.
bars: yours N, arena N: at most N times the limit; loop N: at least N times as fast as the loop.
* slow, in fewer rounds.`);

/**
 * Prints one table for several engines. For each case, it shows how many times as fast as its
 * fastest rival posenc is.
 */
export function printLeads(hosts) {
  const names = [...new Set(hosts.flatMap(({ rows }) => rows.map(({ name }) => name)))];
  line(
    'leads',
    hosts.flatMap(({ engine }) => [engine, '']),
  );
  line(
    '',
    hosts.flatMap(() => Object.values(SIDES)),
    { last: '   fastest rival' },
  );
  for (const name of names) {
    const rows = hosts.map(({ rows }) => rows.find((row) => row.name === name));
    const cells = rows.flatMap((row) => Object.keys(SIDES).map((side) => lead(row, side)));
    line(name, cells, { last: `   ${rows[0] ? fastestOf(rows[0]) : ''}` });
  }
}

/** Prints which cases and peers failed. */
export function printFailures(hosts) {
  console.log('');
  for (const { name, failures, peers } of hosts) {
    for (const { name: of, error } of failures) console.log(`${of} failed in ${name}: ${error}`);
    for (const { name: of, peer, error } of peers?.failures ?? [])
      console.log(`${peer} failed, ${of}: ${error}`);
  }
}

/** Prints the smallest leads, and every lead below 1. */
export function printSummary({ slowest, below }) {
  const where = ({ name, by, engine }) => `(${name}, ${by}, ${engine})`;
  for (const { side, ratio, ...rest } of slowest)
    console.log(`slowest lead, ${SIDES[side]}: ${times(ratio)} ${where(rest)}`);
  if (below.length) console.log('leads below 1:');
  for (const { side, ratio, ...rest } of below)
    console.log(`  ${times(ratio)}, ${SIDES[side]} ${where(rest)}`);
}

/** The cases in the table of the README. */
export const README_CASES = [
  'sinusoidal 4096 x 4096',
  'sinusoidal 512 x 512',
  'ropeTable 2048, 128',
  'applyRope [2048, 32, 128] half',
  'applyRope [1, 32, 128] half, start 1000',
  'addPositional [2048, 1024]',
  'alibiBias [32, 1024, 1024]',
  'addAlibi [32, 1024, 1024]',
  't5Buckets [1024, 1024]',
  'attention 8 heads x 512 x 64',
  'similarity 1024 x 512',
];

/**
 * Prints the table of the README. It has the times and leads in the first engine, and the leads in
 * the other engines.
 */
export function printMarkdown([host, ...others]) {
  const leads = ({ rows }, name) => {
    const row = rows.find((row) => row.name === name);
    return Object.keys(SIDES).map((side) => lead(row, side));
  };
  const columns = (cells) => console.log(`| ${cells.join(' | ')} |`);
  const sides = Object.values(SIDES).flatMap((side) => [side, 'lead']);
  console.log('');
  columns(['', 'fastest rival', ...sides, ...others.map(({ engine }) => `leads in ${engine}`)]);
  columns(['---', ...Array(5 + others.length).fill('--:')]);
  for (const name of README_CASES) {
    const row = host.rows.find((row) => row.name === name);
    if (!row) continue;
    const own = leads(host, name).flatMap((lead, i) => [
      duration(row.times[Object.keys(SIDES)[i]].ms),
      lead,
    ]);
    const elsewhere = others.map((other) => leads(other, name).join(', '));
    columns([name, fastestOf(row), ...own, ...elsewhere]);
  }
}

export function printFirst(place, samples) {
  const of = (key) => duration(median(samples.map((sample) => sample[key])));
  console.log(
    `\nfirst call in a fresh ${place}, medians of ${samples.length}: ` +
      `${of('call')} with instantiation; ` +
      `the import takes ${of('imported')} more than that of an empty module`,
  );
}

export function printGrowth(results, name) {
  for (const { by, power, rows } of results) {
    console.log('');
    line(`sinusoidal in ${name}, time ~ ${by}^${power.toFixed(2)}`, [
      'time',
      'ns/element',
      'wasm memory',
    ]);
    for (const { length, dim, ms, nanoseconds, memory } of rows)
      line(`  ${length} x ${dim}`, [
        duration(ms),
        nanoseconds.toFixed(3),
        `${memory / 2 ** 20} MiB`,
      ]);
  }
}
