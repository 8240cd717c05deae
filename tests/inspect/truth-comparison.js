/*
 * Compares descriptions of models with the truth, which tests/tools/model-truth.py found by running
 * the models' own code. A case has a config, and the truth about it:
 *
 * - kinds: the kinds of attention in the model
 * - stacks: for each layer, the index of its kind, or null for a layer without attention. A model
 *   has several stacks if it has an encoder and a decoder
 * - tables: tables in which the model looks up positions
 * - parameters: learned tables that the model adds as a whole
 * - sinusoids: tables of sines that the model stores or computes
 * - grids: sines of the rows and columns of a picture. `turns` tells whether the model multiplies
 *   coordinates by 2 pi
 * - buckets: arguments of T5's function that computes buckets
 * - alibi: slopes
 * - distant: frequencies beyond the length of training, if they differ there
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The largest relative error allowed for frequencies that the truth lists with 14 digits. */
const CLOSE = 4e-13;
/** The largest relative error allowed for frequencies computed from angles of 8 digits. */
const MEASURED = 1e-6;

/** Reads the cases of a file. @param {string | URL} file */
export function readCases(file) {
  const text = gunzipSync(readFileSync(file)).toString();
  return text.trim().split('\n').map(JSON.parse);
}

/** Matches names of weights and stacks in those parts of a model that read images or sound. */
const OTHER_PART = /vision|visual|image|video|audio|speech/;

/**
 * Returns the learned tables that the model adds as a whole. If the model has a stack for text,
 * tables for images and sound do not count.
 */
const ownParameters = ({ parameters = [], stacks = {} }) =>
  Object.keys(stacks).some((name) => !OTHER_PART.test(name))
    ? parameters.filter(({ name }) => !OTHER_PART.test(name))
    : parameters;

/** Returns the schemes of a case. A model that adds a table and biases has several schemes. */
export function schemesOf(truth) {
  const { kinds = [], alibi, buckets, tables, relative = [], modules = [] } = truth;
  const found = [
    kinds.some(({ scheme }) => scheme === 'rope') && 'rope',
    alibi && 'alibi',
    (buckets || relative.some((name) => ['t5', 'wavlm'].includes(name))) && 't5',
    (truth.sinusoids || modules.some((name) => name.includes('Sin'))) && 'sinusoidal',
    (tables || ownParameters(truth).length) && 'learned',
    ...relative,
  ].filter(Boolean);
  if (found.length) return found;
  return [kinds.length ? 'nope' : 'none'];
}

/** Returns whether a model has positions at all. */
export const hasPositions = (truth) => !['nope', 'none'].includes(schemesOf(truth)[0]);

const sameNumber = (a, b, bound) => Math.abs(a - b) <= bound * Math.abs(b);

/** Returns how a layer's rotation differs from the truth in texts of `contextLength` tokens. */
function rotationDifferences(layer, wanted, contextLength, api) {
  if (!wanted.frequencies) return [];
  const { headDim, rotaryDim, base, scaling } = layer;
  const options = { rotaryDim, base, scaling: scaling ?? null, contextLength };
  const { frequencies, attentionFactor } = api.ropeFrequencies(headDim, options);
  const { count, at, values } = wanted.frequencies;
  const bound = wanted.measured ? MEASURED : CLOSE;
  const found = [];
  if (frequencies.length !== count) found.push(`pairs ${frequencies.length}, not ${count}`);
  const wrong = at.findIndex((index, i) => !sameNumber(frequencies[index], values[i], bound));
  if (wrong >= 0)
    found.push(`frequency ${at[wrong]} is ${frequencies[at[wrong]]}, not ${values[wrong]}`);
  if (!sameNumber(attentionFactor, wanted.factor, 1e-9))
    found.push(`factor ${attentionFactor}, not ${wanted.factor}`);
  return found;
}

/** Returns how the window or chunk of a layer differs from the truth. */
function windowDifferences(layer, { window, chunk }) {
  const found = [];
  if (chunk !== undefined && layer.chunk !== chunk)
    found.push(`chunk ${layer.chunk}, not ${chunk}`);
  if (!window) return found;
  const [back, ahead] = window;
  if (layer.chunk) found.push(`chunk ${layer.chunk}, not none`);
  if ((layer.window ?? null) !== back) found.push(`window ${layer.window}, not ${back}`);
  // Windows of even width may have one token fewer before the query than after it.
  const wantedBoth = back !== null && (ahead === back || ahead === back + 1);
  if (back !== null && Boolean(layer.windowBothWays) !== wantedBoth)
    found.push(`window ${wantedBoth ? 'reaches both ways' : 'reaches back'}`);
  return found;
}

/** Returns how the description of a layer differs from its true kind of attention. */
function layerDifferences(layer, description, wanted, truth, api) {
  const found = [];
  const scheme = wanted ? wanted.scheme : 'none';
  if (layer.scheme !== scheme) return [`scheme ${layer.scheme}, not ${scheme}`];
  if (!wanted) return [];
  const check = (name, got, ...allowed) => {
    const known = allowed.filter((value) => value !== undefined);
    if (known.length && !known.includes(got))
      found.push(`${name} ${got}, not ${known.join(' or ')}`);
  };
  if (wanted.headDim) check('headDim', layer.headDim, wanted.headDim, wanted.rotatedDim);
  check('heads', layer.heads ?? description.heads, wanted.heads);
  check('keyHeads', layer.keyHeads, wanted.keyHeads, wanted.rotatedKeyHeads);
  found.push(...windowDifferences(layer, wanted));
  if (scheme !== 'rope' || wanted.unread) return found;
  check('layout', description.layout, wanted.layout);
  if (wanted.axes) return found;
  check('rotaryDim', layer.rotaryDim, wanted.width);
  check('rotaryStart', layer.rotaryStart ?? 0, wanted.start ?? 0);
  if (wanted.backwards && !/other way|backwards|negative|opposite/i.test(description.notes.join()))
    found.push('rotates the other way');
  found.push(...rotationDifferences(layer, wanted, 11, api));
  const { distant } = truth;
  const far = distant?.kinds[truth.kinds.indexOf(wanted)];
  if (far)
    for (const text of rotationDifferences(layer, far, distant.length, api))
      found.push(`at ${distant.length} tokens: ${text}`);
  return found;
}

/** Returns how a description with rope differs from one stack of layers in the truth. */
function stackDifferences(description, rows, truth, api) {
  const { perLayer } = description;
  const layers = perLayer ?? rows.map(() => description);
  if (layers.length !== rows.length) return [`${layers.length} layers, not ${rows.length}`];
  const seen = new Map();
  const known = new Set();
  rows.forEach((kind, index) => {
    const key = `${kind} ${JSON.stringify(layers[index])}`;
    if (known.has(key)) return;
    known.add(key);
    const wanted = kind === null ? undefined : truth.kinds[kind];
    for (const text of layerDifferences(layers[index], description, wanted, truth, api))
      if (!seen.has(text)) seen.set(text, index);
  });
  return [...seen].map(([text, index]) => `layer ${index}: ${text}`);
}

/** Returns how the sines of rows and columns in a description differ from the truth. */
function gridDifferences({ layout, dim, base, notes }, wanted) {
  const turns = notes.some((note) => note.includes('2 pi'));
  const got = { layout, dim, base, turns };
  return Object.keys(got)
    .filter((name) => got[name] !== wanted[name])
    .map((name) => `${name} ${got[name]}, not ${wanted[name]}`);
}

/** Returns the shortest of several lists of differences. */
const shortest = (lists) => lists.reduce((a, b) => (b.length < a.length ? b : a));

/** For each scheme, the function that returns how a description differs from the truth. */
const COMPARE = {
  rope(description, truth, api) {
    const stacks = Object.values(truth.stacks).map((rows) =>
      stackDifferences(description, rows, truth, api),
    );
    return shortest(stacks);
  },
  alibi(description, { alibi }, api) {
    const { heads, maxBias } = description;
    const slopes = api.alibiSlopes(heads, { maxBias });
    // The truth has the bias of the second key minus that of the first. Its sign may be either.
    const wrong = alibi.some((slope, i) => !sameNumber(Math.abs(slope), slopes[i], 5e-3));
    return wrong || slopes.length !== alibi.length ? [`slopes ${slopes}, not ${alibi}`] : [];
  },
  t5({ buckets, maxDistance, bidirectional, parts }, truth) {
    const described = Object.values(parts ?? { only: { bidirectional } });
    return (truth.buckets ?? [])
      .filter(({ num_buckets }) => num_buckets !== undefined)
      .flatMap(({ num_buckets, max_distance, bidirectional: wanted }) => {
        const isSame = num_buckets === buckets && max_distance === maxDistance;
        const isPart = described.some((part) => part.bidirectional === wanted);
        return [
          ...(isSame
            ? []
            : [`buckets ${buckets} to ${maxDistance}, not ${num_buckets} to ${max_distance}`]),
          ...(isPart ? [] : [`no part has bidirectional ${wanted}`]),
        ];
      });
  },
  sinusoidal(description, { sinusoids, grids }) {
    const { layout, dim, start } = description;
    if (grids) return shortest(grids.map((wanted) => gridDifferences(description, wanted)));
    if (!sinusoids) return [];
    return shortest(
      sinusoids.map((wanted) =>
        wanted.layout === layout && wanted.dim === dim && wanted.start === (start ?? 0)
          ? []
          : [
              `${layout} ${dim} from ${start}, not ${wanted.layout} ${wanted.dim} from ${wanted.start}`,
            ],
      ),
    );
  },
  learned(description, truth) {
    const { dim, maxPositions, offset = 0 } = description;
    const { tables = [] } = truth;
    const lists = tables
      .filter((table) => table.offset !== undefined)
      .map((table) =>
        table.dim === dim && table.rows === maxPositions && table.offset === offset
          ? []
          : [
              `${maxPositions} x ${dim} from ${offset}, not ${table.rows} x ${table.dim} from ${table.offset}`,
            ],
      );
    for (const { shape } of ownParameters(truth)) {
      // In SAM 2's tables, the axis of dimensions comes before those of rows and columns.
      const isChannelsFirst = shape.length === 4 && shape[1] === dim;
      const width = isChannelsFirst ? shape[1] : shape.at(-1);
      const rows = shape.reduce((a, b) => a * b) / width;
      lists.push(
        width === dim && rows === maxPositions ? [] : [`${maxPositions} x ${dim}, not ${shape}`],
      );
    }
    for (const table of tables.filter(({ offset }) => offset === undefined))
      lists.push(
        table.dim === dim && table.rows === maxPositions
          ? []
          : [`${maxPositions} x ${dim}, not ${table.rows} x ${table.dim}`],
      );
    return lists.length ? shortest(lists) : [];
  },
};

/**
 * Compares the description of a case's config with the truth.
 * @returns {{refused?: string, differences: string[]}}
 */
export function compare({ config, truth }, api) {
  let description;
  try {
    description = api.describeModel(structuredClone(config));
  } catch (error) {
    return { refused: error.message, differences: [] };
  }
  const schemes = schemesOf(truth);
  const { scheme } = description;
  if (!schemes.includes(scheme) && !(schemes[0] === 'nope' && scheme === 'none'))
    return { description, differences: [`scheme ${scheme}, not ${schemes.join(' or ')}`] };
  return { description, differences: COMPARE[scheme]?.(description, truth, api) ?? [] };
}
