/*
 * Makes random calls of the public API, and checks each of them:
 * - It is accepted, and its result has the bits of the same call with plain data. If there is a
 *   plain formula, the result is near that of the formula.
 * - Or it is refused by one error of the common form that names an argument. Nothing is written.
 * - It takes little time, and later calls still give the same bits.
 */
import fc from 'fast-check';
import * as posenc from '../../../web/index.js';
import * as oracle from '../oracle.js';
import { configs } from '../../inspect/tools.js';
import { Draw, SIGNATURES } from './signatures.js';
import {
  HARMLESS_ARRAYS,
  HARMLESS_LISTS,
  HARMLESS_OBJECTS,
  OBJECT_FORMS,
  ODD_NAMES,
  World,
  Thrown,
  bytesIn,
  renewArena,
  tagOf,
} from './worlds.js';

/** The most seconds of processor time for a small call, and for a call with a huge number. */
const MOST_SECONDS = 0.2;
const MOST_SECONDS_HUGE = 3;
/** The further seconds that each byte of a result may take. */
const MOST_SECONDS_PER_BYTE = 1e-8;

const NAMES = Object.keys(SIGNATURES);

/** Numbers at which a function may act differently. Others would only make large results. */
const NUMBERS = [
  0,
  -0,
  1,
  2,
  3,
  -1,
  0.5,
  1.5,
  NaN,
  Infinity,
  -Infinity,
  255,
  256,
  4097,
  8194,
  2 ** 29 + 1,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 31 + 1,
  2 ** 32,
  2 ** 40,
  -(2 ** 40),
  2 ** 41,
  2 ** 53,
  1e9,
  1e300,
  Number.MAX_VALUE,
  5e-324,
  1e-300,
  -1e300,
];
const KINDS = [
  'Float32Array',
  'Float64Array',
  'Int8Array',
  'Int16Array',
  'Int32Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Uint16Array',
  'Uint32Array',
  'BigInt64Array',
  'BigUint64Array',
];
const HARMLESS = { array: HARMLESS_ARRAYS, list: HARMLESS_LISTS, object: HARMLESS_OBJECTS };

const number = fc.constantFrom(...NUMBERS).map((value) => ({ is: 'value', value }));
const odd = fc.constantFrom(...ODD_NAMES).map((name) => ({ is: 'odd', name }));
const array = fc
  .tuple(fc.constantFrom(...KINDS), fc.nat(8), fc.constantFrom(...NUMBERS.slice(0, 11)))
  .map(([kind, length, x]) => ({
    is: 'array',
    kind,
    values: Array(length).fill(kind.startsWith('Big') ? 1 : x),
    form: 'plain',
  }));
const list = fc
  .array(number, { maxLength: 6 })
  .map((items) => ({ is: 'list', items, form: 'plain' }));
const same = fc.nat(5).map((at) => ({ is: 'same', at }));
const deep = fc
  .tuple(
    fc.constantFrom(10, 3000, 30000),
    fc.constantFrom('text_config', 'rope_scaling', 'scaling'),
  )
  .map(([depth, name]) => ({ is: 'deep', depth, name }));
const instead = fc.oneof(
  { weight: 5, arbitrary: number },
  { weight: 5, arbitrary: odd },
  { weight: 3, arbitrary: array },
  { weight: 2, arbitrary: list },
  { weight: 1, arbitrary: same },
  { weight: 1, arbitrary: deep },
);
const size = fc.oneof({ weight: 8, arbitrary: fc.nat(4) }, { weight: 1, arbitrary: fc.nat(20) });
const form = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 3, arbitrary: fc.nat(10) },
  { weight: 1, arbitrary: fc.nat(30) },
);

const rarely = fc.oneof(
  { weight: 15, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);

/** A random call, as plain data. */
export const calls = fc.record({
  which: fc.noBias(fc.nat(NAMES.length - 1)),
  sizes: fc.tuple(size, size, size, size, size, size, size, size),
  seed: fc.nat(1e6),
  kept: fc.tuple(fc.nat(2 ** 24), fc.nat(2 ** 24)).map(([a, b]) => a & b),
  forms: fc.array(form, { maxLength: 6 }),
  swaps: fc.array(fc.record({ at: fc.nat(40), instead }), { maxLength: 2 }),
  options: form,
  trick: fc.option(
    fc.record({
      on: fc.nat(9),
      does: fc.constantFrom('call', 'fill', 'detach', 'resize'),
      at: fc.nat(3),
    }),
    { freq: 4 },
  ),
  described: rarely,
});

const DESCRIPTIONS = Object.values(configs).map((config) => posenc.describeModel(config));

/**
 * Returns the places of all recipes (see worlds.js) in a container, also of recipes inside other
 * recipes. Lists at most 20 places inside each recipe. A place is a pair [container, name].
 */
function slots(container) {
  return Object.keys(container).flatMap((name) => {
    const inner = container[name];
    const children = inner.is === 'object' ? inner.entries : inner.is === 'list' && inner.items;
    return [[container, name], ...(children ? slots(children).slice(0, 20) : [])];
  });
}

/**
 * Changes a large number that replaces an argument, if it would make a result of gigabytes.
 * @param {{is: string, value?: number}} recipe
 * @param {boolean} isSecond whether another argument of the call may be large, too
 * @param {boolean} isHalf whether the elements of the result have 16 bits
 */
function resized(recipe, isSecond, isHalf) {
  const { value } = recipe;
  if (isSecond && value > 256 && value < 2 ** 29) return { is: 'value', value: 256 };
  // With two bytes each, this many elements would still be accepted.
  if (isHalf && value >= 2 ** 29 && value < 2 ** 31) return { is: 'value', value: 2 * value };
  return recipe;
}

/** Returns the name of the function to call, and the recipes of its arguments. */
export function planOf(spec) {
  const signature = NAMES[spec.which];
  const [before, after] = signature.split('|');
  const [name, ...parameters] = before.trim().split(' ');
  const required = after.trim().split(' ');
  const args = SIGNATURES[signature](new Draw(spec));
  const options = Object.keys(args).filter((key) => !parameters.includes(key));
  options.forEach((key, i) => {
    if (!required.includes(key) && !((spec.kept >> i) & 1)) delete args[key];
  });
  const isHalf = /16/.test(args.dtype?.value);
  spec.swaps.forEach(({ at, instead }, i) => {
    const recipe = resized(instead, i > 0, isHalf);
    const all = slots(args);
    const [container, key] = all[at % all.length] ?? [{}, 0];
    container[key] = recipe;
  });
  const recipes = parameters.map((key) => args[key]);
  const entries = Object.fromEntries(options.filter((o) => args[o]).map((o) => [o, args[o]]));
  if (spec.described)
    for (const [key, value] of Object.entries(DESCRIPTIONS[spec.seed % DESCRIPTIONS.length]))
      entries[key] ??= { is: 'value', value };
  const isWithout = !options.length || (!Object.keys(entries).length && !spec.options);
  if (!isWithout)
    recipes.push({
      is: 'object',
      entries,
      form: OBJECT_FORMS[spec.options % OBJECT_FORMS.length],
      trick: spec.trick,
    });
  return { name, recipes };
}

/** Returns whether no part of a recipe is a reason to refuse the call. */
function isHarmless(recipe) {
  if (recipe.trick || recipe.is === 'odd' || recipe.is === 'deep') return false;
  if (recipe.form && !HARMLESS[recipe.is].includes(recipe.form)) return false;
  return [...(recipe.items ?? []), ...Object.values(recipe.entries ?? {})].every(isHarmless);
}

/** Returns the function with this name, or the method of a new object. */
function target(name, module) {
  if (name === 'rope.apply')
    return posenc.createRope({ heads: 2, keyHeads: 1, headDim: 4, length: 8 }).apply;
  if (name === 'arena.float32') return smallArena().float32;
  return module[name];
}
let arena = posenc.createArena(1 << 20);
let taken = 0;
function smallArena() {
  if (taken++ % 20 === 19) arena = posenc.createArena(1 << 20);
  return arena;
}

/** Makes the arguments and calls the function. The time is in seconds. */
function attempt({ name, recipes }, world, module = posenc) {
  const f = target(name, module);
  const args = recipes.map((recipe) => world.make(recipe));
  world.before = world.arrays.map((each) => tagOf(each) && bytesIn(each));
  world.numbers = world.lists.map((each) => each.slice());
  const start = performance.now();
  try {
    return { result: f(...args), time: (performance.now() - start) / 1000 };
  } catch (error) {
    return { error, isRefused: true, time: (performance.now() - start) / 1000 };
  }
}

/**
 * Returns the seconds of processor time that a call takes. Making its arguments is not measured.
 */
function processorTime({ name, recipes }) {
  const f = target(name, posenc);
  const world = new World(true);
  const args = recipes.map((recipe) => world.make(recipe));
  const before = process.cpuUsage();
  try {
    f(...args);
  } catch {
    // A refusal may take long, too.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Returns whether an error comes from the caller's own getter or proxy. */
const isOfCaller = (error) => error instanceof Thrown || /proxy|revoked/i.test(error?.message);

/** Returns what is wrong with an error, or undefined. */
function faultOf(error) {
  if (isOfCaller(error)) return undefined;
  const Kind = error?.constructor;
  if (Kind !== TypeError && Kind !== RangeError) return `a raw error: ${error?.stack}`;
  if (!/^\w+: [^:]+: expected [^]+, got [^]+$/.test(error.message) || error.message.length > 2000)
    return `an error of another form: ${error.stack.slice(0, 1000)}`;
}

/** Returns whether a refused call has changed an array. */
function written(world) {
  const expected = world.before.slice();
  for (const { index, bytes } of world.acts)
    world.arrays.forEach((each, i) => {
      if (each === world.arrays[index]) expected[i] = bytes;
    });
  const isChanged = (each, i) => tagOf(each) && !bytesIn(each).equals(expected[i]);
  const isOther = (list, i) =>
    list.length !== world.numbers[i].length ||
    list.some((x, k) => !Object.is(x, world.numbers[i][k]));
  return world.arrays.some(isChanged) || world.lists.some(isOther);
}

/**
 * Returns whether two results are equal, bit for bit. Parts below depth 20 count as equal, since
 * only arguments are so deep.
 */
function alike(a, b, one, two, depth = 0) {
  if (depth > 20) return true;
  const at = Object(a) === a ? one.made.indexOf(a) : -1;
  if (at >= 0) return two.made[at] === b;
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null)
    return Object.is(a, b) || (typeof a === 'function' && typeof b === 'function');
  if (tagOf(a) || tagOf(b)) return tagOf(a) === tagOf(b) && bytesIn(a).equals(bytesIn(b));
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => alike(a[name], b[name], one, two, depth + 1))
  );
}

/**
 * Returns whether the arrays of two calls have the same contents afterwards, unless they are
 * detached.
 */
function left(one, two) {
  const isSame = (each, i) =>
    bytesIn(each).length === 0 ||
    (tagOf(each) === tagOf(two.arrays[i]) && bytesIn(each).equals(bytesIn(two.arrays[i])));
  const areSame = (list, i) =>
    list.length === two.lists[i].length &&
    list.every((x, k) => Object.is(x, two.lists[i][k]) || typeof x === 'symbol' || Object(x) === x);
  return one.arrays.every((each, i) => !tagOf(each) || isSame(each, i)) && one.lists.every(areSame);
}

/**
 * Compares an accepted call with plain calls. Returns what is wrong, or undefined. If getters
 * changed arrays during the call, the result may be that of the contents before or after any
 * change.
 */
function differs(plan, world, { result }) {
  let fault;
  for (const act of [undefined, ...world.acts.toReversed()]) {
    const twin = new World(false, act);
    const plain = attempt(plan, twin);
    if (plain.isRefused) fault ??= `the plain call is refused: ${plain.error?.message}`;
    else if (!alike(result, plain.result, world, twin)) fault = 'the result differs';
    else if (!left(world, twin)) fault = 'the arrays differ';
    else return undefined;
  }
  return fault;
}

const near = (a, b, tolerance) =>
  Object.is(a, b) || Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b));
function isNear(a, b) {
  if (typeof b === 'number') return near(a, b, 1e-6);
  if (ArrayBuffer.isView(b) || Array.isArray(b)) {
    const tolerance = tagOf(a) === 'Float32Array' ? 4e-6 : 1e-7;
    return a.length === b.length && b.every((x, i) => near(a[i], x, tolerance));
  }
  return Object.keys(b).every((name) => isNear(a[name], b[name]));
}

const ORACLES = (
  'wavelengths sinusoidal shiftMatrix shiftRows learnedTable lookup ropeFrequencies ropeTable ' +
  'applyRope swapRopeLayout alibiSlopes alibiBias t5Buckets t5Bias attention similarity'
).split(' ');

/** The numbers of calls that were accepted, refused, and compared with a plain formula. */
export const tally = { accepted: 0, refused: 0, compared: 0 };

/**
 * Compares a plain call with the formulas of oracle.js, unless these lack an option of the call.
 * Returns what is wrong, or undefined.
 */
function departs(plan) {
  // The formula of lookup has no options. The formula of sinusoidal does not have all layouts.
  const options = plan.recipes.at(-1);
  if (plan.name === 'lookup' && options.is === 'object') return undefined;
  const { layout, scaling, contextLength, dtype } = options.entries ?? {};
  // Bits cannot be compared within a tolerance. halves.test.js compares numbers of 16 bits.
  if (/16/.test(dtype?.value)) return undefined;
  if (layout?.value === 'fairseq') return undefined;
  // The formulas do not derive the context length from the positions.
  const type = scaling?.entries?.rope_type ?? scaling?.entries?.type;
  if (['dynamic', 'longrope'].includes(type?.value) && !contextLength) return undefined;
  const one = attempt(plan, new World(false));
  const two = attempt(plan, new World(false), oracle);
  if (two.isRefused) return /the oracle has no/.test(two.error.message) ? undefined : two.error;
  tally.compared++;
  return isNear(one.result, two.result) ? undefined : 'the result is far from the formula';
}

/** Returns the bits of some calls, which must stay the same whatever other calls do. */
function known() {
  const x = Float32Array.from({ length: 32 }, (_, i) => (i * 0.37) % 1);
  const parts = [
    posenc.sinusoidal(3, 8),
    posenc.applyRope(x.slice(), { heads: 2, headDim: 8 }),
    posenc.alibiBias(2, 3, 4),
    posenc.similarity(x, 4, 8),
    posenc.attention({ q: x, k: x, v: x, heads: 1, queries: 4, keys: 4, headDim: 8 }).output,
    posenc.ropeTable(3, 8, { base: 500 }).cos,
  ];
  return Buffer.concat(parts.map(bytesIn));
}
const KNOWN = known();
let count = 0;

const isHuge = (spec) =>
  spec.swaps.some(({ instead: { value, depth } }) => value > 1000 || depth > 100);

/** Tries a random call. Returns what is wrong, or undefined. */
export function faultIn(spec) {
  renewArena();
  const plan = planOf(spec);
  const world = new World(true);
  const outcome = attempt(plan, world);
  if (++count % 64 === 0 && !known().equals(KNOWN)) return 'a known call gives other bits';
  const most =
    (isHuge(spec) ? MOST_SECONDS_HUGE : MOST_SECONDS) +
    MOST_SECONDS_PER_BYTE * (outcome.result?.byteLength ?? 0);
  // Other programs may have slowed the first call.
  if (outcome.time > most && processorTime(plan) > most) return `it takes ${outcome.time} s`;
  if (!outcome.isRefused) {
    tally.accepted++;
    const isPlain = !spec.swaps.length && !world.acts.length && ORACLES.includes(plan.name);
    return differs(plan, world, outcome) ?? (isPlain ? departs(plan) : undefined);
  }
  tally.refused++;
  // addPositional refuses frozen rows, since it cannot change them. The plain call has none.
  const isFrozen = /frozen/.test(outcome.error?.message);
  const fault = faultOf(outcome.error) ?? (written(world) ? 'it has written' : undefined);
  if (fault || isFrozen || !plan.recipes.every(isHarmless))
    return fault && `${fault} (${outcome.error})`;
  const twin = attempt(plan, new World(false));
  if (!twin.isRefused) return `only the plain call is accepted: ${outcome.error.message}`;
  if (plan.name !== 'arena.float32' && twin.error?.message !== outcome.error.message)
    return `the plain call is refused otherwise: ${twin.error?.message}, ${outcome.error.message}`;
}

/** Returns a text that shows the call of a plan. */
export function shown({ name, recipes }) {
  const text = (recipe) => {
    const form = recipe.form && recipe.form !== 'plain' ? `${recipe.form} ` : '';
    if (recipe.is === 'object') {
      const trick = recipe.trick ? `${JSON.stringify(recipe.trick)} ` : '';
      const entries = Object.entries(recipe.entries).map(([key, each]) => `${key}: ${text(each)}`);
      return `${form}${trick}{${entries.join(', ')}}`;
    }
    if (recipe.is === 'list') return `${form}[${recipe.items.map(text).join(', ')}]`;
    if (recipe.is === 'array') return `${form}${recipe.kind}(${recipe.values})`;
    if (recipe.is === 'value')
      return typeof recipe.value === 'number' ? String(recipe.value) : JSON.stringify(recipe.value);
    return JSON.stringify(recipe);
  };
  return `${name}(${recipes.map(text).join(', ')})`;
}

/**
 * Makes random calls.
 * @returns {{failed: boolean, text: string}} the smallest call that fails, with its seed and path
 */
export function fuzz(numRuns, seed, onCall = () => {}, path = undefined) {
  const property = fc.property(calls, (spec) => {
    onCall();
    const fault = faultIn(spec);
    if (fault) throw new Error(fault);
  });
  const details = fc.check(property, { numRuns, seed, ...(path ? { path } : {}) });
  if (!details.failed) return { failed: false, text: '' };
  const [spec] = details.counterexample;
  const where = `seed ${seed}, path ${details.counterexamplePath}`;
  return {
    failed: true,
    text: `${shown(planOf(spec))}\n  ${faultIn(spec) ?? details.errorInstance}\n  ${where}\n  ${fc.stringify(spec)}`,
  };
}
