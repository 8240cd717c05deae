/*
 * Makes metadata for a .safetensors file of test vectors. The metadata describes the vectors, and
 * contains programs that read them. A test needs no other file.
 */

/** @typedef {import('../doctor/golden.js').Golden} Golden */

const README =
  'Exact numbers of a model, to test a port of it. Each tensor has the values that the port must ' +
  'compute for `positions`. The axes are [positions, heads, elements of a head] for q and k, and ' +
  '[heads, queries, keys] for a bias. A tensor whose name ends in ".before" is what the port ' +
  'starts from. If there are several parts, a name begins with the number of its part, such as ' +
  '"1.q", or with its name, such as "decoder.bias". `golden` in the metadata is JSON. It says ' +
  'how the inputs are made, and gives each tensor of `parts` its `tolerance` for arithmetic in ' +
  'float32, float16 and bfloat16, with the reason. A tolerance is a number for all values, or a ' +
  'list with one for each position. It is absolute, unless the tensor is `relative`. `readers` ' +
  'are programs that print a tensor, one number a line. Their arguments are the file and the ' +
  'name, for example: vectors.safetensors q.before.';

const PYTHON = `import json, struct, sys

path, name = sys.argv[1:]
with open(path, "rb") as file:
    (size,) = struct.unpack("<Q", file.read(8))
    start, end = json.loads(file.read(size))[name]["data_offsets"]
    file.seek(8 + size + start)
    for (x,) in struct.iter_unpack("<d", file.read(end - start)):
        print(repr(x))
`;

const JAVASCRIPT = `const { readFileSync } = require('node:fs');

const [path, name] = process.argv.slice(2);
const bytes = readFileSync(path);
const first = 8 + Number(bytes.readBigUInt64LE(0));
const [start, end] = JSON.parse(bytes.toString('utf8', 8, first))[name].data_offsets;
for (let at = start; at < end; at += 8) console.log(bytes.readDoubleLE(first + at));
`;

/**
 * Sets the values to undefined, so that JSON leaves them out.
 * @param {import('../doctor/golden.js').GoldenArray} array
 */
const withoutValues = (array) => ({
  ...array,
  values: undefined,
  before: array.before && true,
});

/**
 * Returns the metadata: all that `golden` made except the values, which the file stores as tensors.
 * @param {Golden} made
 */
export function metadataOf({ parts, ...others }) {
  const golden = {
    ...others,
    readme: README,
    parts: parts.map(({ arrays, ...part }) => ({
      ...part,
      arrays: Object.fromEntries(
        Object.entries(arrays).map(([name, array]) => [name, withoutValues(array)]),
      ),
    })),
    readers: { python: PYTHON, javascript: JAVASCRIPT },
  };
  return { readme: README, golden: JSON.stringify(golden) };
}
