/* Judges a rotation by what a model wants. The command and pe-doctor show the same judgement. */
import { EXPLAINED, NEAR, examineRotation, runsOn, withoutDepartures } from './pairs.js';
import { isAlike } from '../doctor/layouts.js';
import { normHint } from './norm-hint.js';
import { isStill, kindsOf, whatIs, whoWants } from './layer-kinds.js';
import { placesOf } from './readings.js';
import { coarseNotes, laterPositions, rotationCheck, sectionNotes } from './rotation-check.js';
import { mistakesOf } from './rotation-mistakes.js';

/** @typedef {import('./pairs.js').Pair} Pair */
/** @typedef {import('./pairs.js').Reading} Reading */
/** @typedef {import('./pairs.js').RotationFinding} RotationFinding */
/** @typedef {import('./rotation-check.js').RotationCheck} RotationCheck */
/** @typedef {import('./rotation-check.js').Wanted} Wanted */
/** @typedef {import('./layer-kinds.js').LayerKind} LayerKind */
/** @typedef {import('./readings.js').Place} Place */
/** @typedef {import('./readings.js').Places} Places */
/** @typedef {import('../inspect/describe-model.js').Description} Description */

/** @typedef {{library: typeof import('../index.js'), doctor: typeof import('../doctor/index.js')}} Parts */

/**
 * A model, the name of its file, and the layer of the arrays, if it is known.
 * @typedef {{name: string, model: Description, layer?: number}} Model
 */

/**
 * How a rotation fits a model.
 * @typedef {object} Judgement
 * @property {'right' | 'wrong' | 'unsure'} verdict 'unsure' if the rotation is right only under a
 *   condition: an unusual axis has the heads, positions begin later, or the elements have another
 *   order. Also 'unsure' if the elements are too coarse to show the base
 * @property {RotationFinding} found
 * @property {RotationCheck} compared the comparison with what the model wants
 * @property {Wanted} wanted the rotation of the layers that were compared
 * @property {string[]} causes what is wrong
 * @property {string[]} hints further sentences, such as which layers want the rotation `wanted`,
 *   and on which axes the verdict depends
 * @property {boolean} isMistake whether the causes are mistakes in code that no settings of a
 *   rotation can describe
 * @property {ReturnType<typeof laterPositions>} [later] the positions at which the rotation would
 *   be right
 * @property {number} [heads] how many heads the arrays have; missing if the heads are in an
 *   unexpected place, if the rotation is that of other layers, or if `isMistake` is true
 * @property {number} [length] the length of the sequence, if its axis is not the usual one
 */

/** A kind of layers, and a place of the heads. @typedef {{kind: LayerKind, place: Place}} Case */

/**
 * What a judgement is made from. `known` has the rotation that was found for each place of the
 * heads.
 * @typedef {Parts & Model & {pair: Pair, given: Reading, known: Map<Place, RotationFinding>}} About
 */

/**
 * Compares a pair of arrays with the rotation that a model wants: with each kind of its layers, and
 * in each place where heads may be.
 * @param {Pair} pair
 * @param {Reading} given
 * @param {Model} model
 * @param {Parts} parts
 * @returns {Judgement}
 * @throws {RangeError} if no axis has heads of the model's size
 */
export function judgeRotation(pair, given, model, parts) {
  const about = { ...model, ...parts, pair, given, known: new Map() };
  const kinds = kindsOf(model.model);
  const own = kinds.find(({ layers }) => layers?.includes(Number(model.layer ?? -1)));
  const wanted = own ? [own] : kinds.filter((kind) => !isStill(kind));
  const first = casesOf(about, wanted);
  return (
    agreement(about, first, own !== undefined) ??
    elsewhere(about, first, wanted) ??
    (own && ofOtherLayers(about, first, kinds, own)) ??
    departure(about, first, wanted)
  );
}

/** Returns the array whose heads are sought. @param {Pair} pair */
const arrayOf = ({ a, b, values }) => ({
  shape: a.shape,
  count: values[0].length,
  name: a.isText ? '' : `${a.name} ${b.name}`,
});

/**
 * Lists the places of heads for each kind of layers.
 * @param {About} about
 * @param {LayerKind[]} kinds
 * @returns {(Case & {places: Places, compared: RotationCheck})[]}
 */
function casesOf(about, kinds) {
  const { pair, given, name } = about;
  const array = arrayOf(pair);
  const cases = kinds.flatMap((kind) => {
    const places = placesOf(array, readingOf(pair, given), kind.wanted);
    return (places?.proper ?? []).flatMap((place) => {
      const compared = checkOf(about, place);
      return places && compared ? [{ kind, place, places, compared }] : [];
    });
  });
  if (cases.length) return cases;
  const [{ wanted }] = kinds;
  const { headDim, queryDim } = wanted;
  const got = `[${array.shape.join(', ')}]`;
  return queryDim === undefined
    ? refuse(pair.a.name, `heads of ${headDim} elements, as in ${name}`, got)
    : refuse(pair.a.name, `heads of ${headDim} or ${queryDim} elements, as in ${name}`, got);
}

/** @param {string} name @param {string} expected @param {string} got @returns {never} */
function refuse(name, expected, got) {
  throw new RangeError(`${name}: expected ${expected}, got ${got}`);
}

/**
 * Adds to a reading what test vectors say of their rows: the positions and the heads.
 * @param {Pair} pair
 * @param {Reading} given
 * @returns {Reading}
 */
function readingOf({ a, b }, given) {
  const { positions, shape } = a.positions ? a : b;
  if (!positions) return given;
  const [, heads, headDim] = shape;
  return { ...(shape.length === 3 && { heads, headDim }), positions, ...given };
}

/**
 * Compares a pair with what the model wants, if the heads are in the given place. The rotation that
 * was found for the first examined place shows to which type the elements are rounded.
 * @param {About} about
 * @param {Place} place
 */
function checkOf(about, place) {
  const { pair, library, known } = about;
  const [found = examine(about, [place])] = known.values();
  return rotationCheck(pair, { ...found, reading: place.reading }, place.wanted, library);
}

/**
 * Finds the rotation, with the heads in one of the given places.
 * @param {About} about
 * @param {Place[]} places
 * @returns {RotationFinding}
 */
function examine({ pair, given, doctor, known }, places) {
  const [first] = places;
  const old = places.length > 1 ? undefined : known.get(first);
  if (old) return old;
  const readings = places.map(({ reading }) => reading);
  const found = examineRotation(pair, { expected: first.wanted, ...given }, doctor, readings);
  if (places.length === 1) known.set(first, found);
  return found;
}

/**
 * @param {About} about
 * @param {ReturnType<typeof casesOf>} cases
 * @param {boolean} isKnown whether the layer is known
 * @returns {Judgement | undefined}
 */
function agreement(about, cases, isKnown) {
  const fit = cases.find(({ compared }) => !compared.differ);
  if (!fit) return undefined;
  const { kind, place, places, compared } = fit;
  const found = withoutDepartures(examine(about, [place]), place.wanted);
  const doubt = doubtOf(about, place, places);
  const isUnusual =
    doubt.length > 0 && about.pair.a.shape.length === 3 && place !== places.proper[0];
  const coarse = coarseNotes(found, place.wanted);
  const some = kind.layers ? [...whoWants(kind), 'Other layers want another rotation.'] : [];
  const layers = isKnown ? [whatIs(kind, Number(about.layer))] : some;
  return {
    verdict: isUnusual || coarse.length ? 'unsure' : 'right',
    ...{ found, compared, wanted: place.wanted, causes: [], isMistake: false },
    hints: [...doubt, ...coarse, ...layers],
    heads: place.heads,
    length: isUnusual ? place.reading.length : undefined,
  };
}

/**
 * Says on which axes a verdict depends, if several may have the heads.
 * @param {About} about
 * @param {Place} place
 * @param {Places} places
 */
function doubtOf({ pair, name }, { axis }, { proper, isCounted }) {
  const axes = proper.map((each) => each.axis);
  const other = axes.find((each) => each !== axis);
  if (axis === undefined || other === undefined || pair.a.shape.length < 3) return [];
  const [low, high] = [axis, other].sort((a, b) => a - b);
  return isCounted
    ? [
        `Axis ${low} or axis ${high} may have the heads: the result holds if axis ${axis} is the sequence.`,
      ]
    : [
        `No axis has as many elements as ${name} has heads: the result holds if axis ${axis} is the sequence.`,
      ];
}

/**
 * Looks for the rotation that the model wants, with the heads in unexpected places. The code under
 * test may have used a wrong axis as the axis of the heads.
 * @param {About} about
 * @param {ReturnType<typeof casesOf>} cases
 * @param {LayerKind[]} kinds
 * @returns {Judgement | undefined}
 */
function elsewhere(about, cases, kinds) {
  const [{ compared }] = cases;
  for (const kind of kinds) {
    const places = cases.find((each) => each.kind === kind)?.places;
    for (const place of places?.others ?? []) {
      if (place.oddity === 'span' || checkOf(about, place)?.differ !== 0) continue;
      const found = examine(about, [place]);
      const causes = [...oddityOf(about, place), ...found.data.notes];
      return {
        verdict: 'wrong',
        ...{ found, compared, wanted: place.wanted, causes, isMistake: false },
        hints: whoWants(kind),
      };
    }
  }
  return undefined;
}

/**
 * Says what is odd about the place in which a rotation was found.
 * @param {About} about
 * @param {Place} place
 */
function oddityOf({ pair, name, model }, { oddity, axis, reading }) {
  if (oddity === 'batch') {
    const [rows, first] = [pair.a.shape[Number(axis)], Number(reading.positions?.[0] ?? 0)];
    return [runsOn(first, rows)];
  }
  return [
    `The array agrees only if axis ${axis} of [${pair.a.shape.join(', ')}] is the sequence: is it rotated along the heads?`,
    `In ${name}, queries have ${model.heads} heads, and keys have ${model.keyHeads}.`,
  ];
}

/**
 * Looks for the rotation of layers other than the arrays' own layer.
 * @param {About} about
 * @param {ReturnType<typeof casesOf>} cases
 * @param {LayerKind[]} kinds
 * @param {LayerKind} own
 * @returns {Judgement | undefined}
 */
function ofOtherLayers(about, cases, kinds, own) {
  const [{ compared }] = cases;
  const others = kinds.filter((kind) => kind !== own && !isStill(kind));
  for (const kind of others) {
    const places = placesOf(arrayOf(about.pair), readingOf(about.pair, about.given), kind.wanted);
    for (const place of places?.proper ?? []) {
      if (checkOf(about, place)?.differ !== 0) continue;
      const { notes, ...found } = examine(about, [place]);
      return {
        verdict: 'wrong',
        found: { ...found, notes: notes.filter((note) => !found.data.notes.includes(note)) },
        ...{ compared, wanted: cases[0].place.wanted, hints: [], isMistake: false },
        causes: [...whoWants(kind), whatIs(own, Number(about.layer))],
      };
    }
  }
  return undefined;
}

/**
 * Says how a rotation differs from that of the kind of layers to which it is nearest.
 * @param {About} about
 * @param {ReturnType<typeof casesOf>} cases
 * @param {LayerKind[]} kinds
 * @returns {Judgement}
 */
function departure(about, cases, kinds) {
  const all = kinds.flatMap((kind) => {
    const own = cases.filter((each) => each.kind === kind);
    if (!own.length) return [];
    const { places } = own[0];
    const spans = places.others.filter(({ oddity }) => oddity === 'span');
    const sized = places.proper.filter(({ wanted }) => wanted === places.proper[0].wanted);
    const found = examine(about, [...sized, ...spans]);
    const one = own.find(({ place }) => place.reading === found.reading) ?? own[0];
    const wanted = { name: about.name, model: /** @type {Description} */ (one.place.wanted) };
    const later = laterPositions(about.pair, found, wanted, about.library);
    return [{ ...one, found, later }];
  });
  const [best] = all.sort((a, b) => distanceOf(a) - distanceOf(b));
  const { kind, place, places, compared, found, later } = best;
  const rest = { compared, wanted: place.wanted, hints: [], heads: place.heads };
  const known = { found, causes: found.data.notes, isMistake: false };
  if (later) {
    const hints = [...whoWants(kind), ...doubtOf(about, place, places)];
    return { ...rest, ...known, hints, verdict: 'unsure', later };
  }
  if (isReordered(about, place, found))
    return { ...rest, ...known, verdict: 'unsure', hints: whoWants(kind) };
  const mistake = mistakeIn(about, all);
  if (mistake) return mistake;
  const odd = found.data.matched < NEAR ? oddDeparture(about, places) : undefined;
  if (odd) return { ...rest, ...odd, verdict: 'wrong', isMistake: false, heads: undefined };
  const layers = kinds.length > 1 ? comparedWith(kind) : [];
  return { ...rest, ...known, verdict: 'wrong', hints: layers };
}

/**
 * Whether only the order of the elements differs, which changes no score if queries and keys both
 * have this order.
 * @param {About} about
 * @param {Place} place
 * @param {RotationFinding} found
 */
function isReordered(about, place, { data: { layout } }) {
  const wanted = { ...place.wanted, layout };
  return isAlike(layout, place.wanted.layout) && checkOf(about, { ...place, wanted })?.differ === 0;
}

/** Says with which layers an array was compared. @param {LayerKind} kind */
const comparedWith = ({ layers }) =>
  layers
    ? [`The array was compared with the layers that fit it best, such as layer ${layers[0]}.`]
    : [];

/**
 * Returns a number that is smaller if a rotation is nearer to what layers want.
 * @param {{found: RotationFinding, later?: object}} about
 */
const distanceOf = ({ found, later }) =>
  (later ? 0 : 1) + found.data.notes.length + (found.data.matched < NEAR ? 100 : 0);

/**
 * @param {About} about
 * @param {(Case & {places: Places, compared: RotationCheck, found: RotationFinding})[]} all
 * @returns {Judgement | undefined}
 */
function mistakeIn(about, all) {
  const { pair, library } = about;
  for (const { kind, place, places, compared, found } of all) {
    const { proper } = places;
    const read = { ...found, readings: proper.map(({ reading }) => reading) };
    const named = mistakesOf(pair, read, place.wanted, library);
    const own = named ? proper.find(({ reading }) => reading === named.reading) : undefined;
    if (!named) continue;
    const { reading, says: causes } = named;
    const { wanted } = own ?? place;
    return {
      verdict: 'wrong',
      found: { ...found, reading },
      compared: (own && checkOf(about, own)) ?? compared,
      ...{ wanted, causes, hints: whoWants(kind), isMistake: true },
    };
  }
  return undefined;
}

/**
 * Looks for any rotation with the heads in unexpected places.
 * @param {About} about
 * @param {Places} places
 */
function oddDeparture(about, { others }) {
  for (const place of others) {
    if (place.oddity === 'span') continue;
    const found = examine(about, [place]);
    if (found.data.matched < EXPLAINED) continue;
    return { found, causes: [...oddityOf(about, place), ...found.data.notes] };
  }
  return undefined;
}

/**
 * Whether an axis of the arrays has heads of the model's size.
 * @param {Pair} pair
 * @param {Description} model
 */
export const hasHeads = (pair, model) =>
  kindsOf(model).some(({ wanted }) => placesOf(arrayOf(pair), {}, wanted));

/**
 * Says what may explain arrays that differ from what a model wants, although the code is right: a
 * norm before the rotation, or positions on several axes.
 * @param {Pair} pair
 * @param {Pick<Judgement, 'found' | 'compared' | 'wanted' | 'causes'>} judgement
 * @returns {string[]}
 */
export function openNotes(pair, { found, compared, wanted, causes }) {
  if (!compared.differ || !found.data.departure) return [];
  const isUnexplained = causes.length < 2 && /^No rotation/.test(causes[0]);
  return [...(isUnexplained ? normHint(pair, wanted) : []), ...sectionNotes(wanted)];
}
