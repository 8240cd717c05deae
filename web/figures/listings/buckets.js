import { printing } from './listing.js';

/** @typedef {import('../buckets/model.js').State} State */

/**
 * Makes programs that print the bucket of a distance.
 * @param {import('../buckets/model.js').Model} model
 */
export function buckets({ state, count }) {
  const { ruler, both, distance, max } = state;
  if (ruler === 't5') return t5(state, count);
  const last = count - 1;
  const isEven = ruler === 'even';
  const floor = `Math.floor((${distance} * ${count}) / ${max})`;
  const inPython = isEven ? `${distance} * ${count} // ${max}` : distance;
  const shown = both && distance ? `bucket, ${count} + bucket` : 'bucket';
  return printing(whatOf(state), {
    javascript: `
const bucket = Math.min(${isEven ? floor : distance}, ${last});
console.log(${shown});`,
    numpy: `
bucket = np.minimum(${inPython}, ${last})
print(${shown})`,
    torch: `
bucket = torch.tensor(${inPython}).clamp(max=${last}).item()
print(${shown})`,
  });
}

/** Describes the numbers that the programs print. @param {State} state */
const whatOf = ({ both, distance }) =>
  both && distance
    ? `the buckets of an earlier and of a later word at distance ${distance}`
    : `the bucket of an earlier word at distance ${distance}`;

/**
 * Makes programs that print the bucket of a distance in T5.
 * @param {State} state
 * @param {number} count the number of buckets for one direction
 */
function t5(state, count) {
  const { both, buckets: all, max, distance } = state;
  const options = `{ bidirectional: ${both}, buckets: ${all}, maxDistance: ${max} }`;
  const exact = Math.floor(count / 2);
  const later = both && distance > 0;
  const shown = later ? `bucket, ${count} + bucket` : 'bucket';
  const toLater = `const [later] = t5Buckets(${distance + 1}, 1, options);\n`;
  return printing(whatOf(state), {
    uses: 't5Buckets',
    javascript: `
const options = ${options};
// One query sees the keys before it, the farthest first.
const [earlier] = t5Buckets(1, ${distance + 1}, options);
${later ? toLater : ''}console.log(${later ? 'earlier, later' : 'earlier'});`,
    numpy: `
exact, count = ${exact}, ${count}
distance = ${distance}
share = np.log(max(distance, 1) / exact) / np.log(${max} / exact)
far = exact + int(share * (count - exact))
bucket = distance if distance < exact else min(far, count - 1)
print(${shown})`,
    torch: `
exact, count = ${exact}, ${count}
distance = torch.tensor(${distance})
share = torch.log(distance.clamp(min=1) / exact) / torch.log(torch.tensor(${max} / exact))
far = (exact + (share * (count - exact)).int()).clamp(max=count - 1)
bucket = torch.where(distance < exact, distance, far).item()
print(${shown})`,
  });
}
