/* Writes ONNX models as bytes. It knows only the fields of the format that small graphs need. */

export const FLOAT = 1;
export const INT32 = 6;
export const INT64 = 7;
const text = new TextEncoder();

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return [...bytes, Number(rest)];
}

/** Writes one field: a number as a varint, or a string or message after its length. */
const field = (number, value) => {
  if (typeof value === 'number') return [...varint(number << 3), ...varint(value)];
  const bytes = typeof value === 'string' ? [...text.encode(value)] : [...value];
  return [...varint((number << 3) | 2), ...varint(bytes.length), ...bytes];
};
const fields = (number, values) => values.flatMap((value) => field(number, value));

const attribute = ([name, value]) => [...field(1, name), ...field(3, value), ...field(20, 2)];
const operation = ([type, inputs, outputs, attributes = {}, domain = '']) => [
  ...fields(1, inputs),
  ...fields(2, outputs),
  ...field(4, type),
  ...fields(5, Object.entries(attributes).map(attribute)),
  ...field(7, domain),
];
const value = ([name, type, shape]) => {
  const tensor = [
    ...field(1, type),
    ...field(
      2,
      fields(
        1,
        shape.map((size) => field(1, size)),
      ),
    ),
  ];
  return [...field(1, name), ...field(2, field(1, tensor))];
};
const constant = ([name, type, shape, array]) => [
  ...fields(1, shape),
  ...field(2, type),
  ...field(8, name),
  ...field(9, new Uint8Array(array.buffer, array.byteOffset, array.byteLength)),
];

/**
 * Writes a model with one graph.
 * @param {object} graph
 * @param {any[][]} graph.inputs @param {any[][]} graph.outputs [name, type, shape]
 * @param {any[][]} graph.nodes [operator, inputs, outputs, whole-number attributes, domain]
 * @param {any[][]} [graph.constants] [name, type, shape, typed array]
 */
export function model({ inputs, outputs, nodes, constants = [] }) {
  const graph = [
    ...fields(1, nodes.map(operation)),
    ...field(2, 'bench'),
    ...fields(5, constants.map(constant)),
    ...fields(11, inputs.map(value)),
    ...fields(12, outputs.map(value)),
  ];
  const versions = [
    [...field(1, ''), ...field(2, 17)],
    [...field(1, 'com.microsoft'), ...field(2, 1)],
  ];
  return Uint8Array.from([...field(1, 8), ...field(7, graph), ...fields(8, versions)]);
}
