/* Chooses which tensors of the files are checked, and pairs tensors by their names. */
import { fits } from '../findings/pairs.js';
import { isMask, isPositions } from '../findings/row-arrays.js';
import { axesOf } from '../findings/tables.js';
import { isPositional, likelyTensors } from '../findings/tensors.js';

/** @typedef {import('../files/open.js').OpenedFile} OpenedFile */
/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('./examine.js').Choices} Choices */

/** A tensor, and the file that contains it. @typedef {{file: string, tensor: Tensor}} Chosen */

/**
 * The padding mask and the positions of the rows, which apply to all pairs. Each is missing if no
 * file contains it.
 * @typedef {{mask?: Chosen, positions?: Chosen}} RowFiles
 */

/**
 * A file with unchecked tensors, or with tensors among which the reader may choose.
 * @typedef {object} Asked
 * @property {string} file
 * @property {Chosen[]} unchecked the tensors that are reported as not checked
 * @property {boolean} [isUnclear] whether no name shows which tensor has positions
 * @property {boolean} [isMany] whether more than MOST tensors have names that suggest positions
 * @property {import('./examine.js').Choice} [choice]
 */

/**
 * What is checked. `groups` has pairs and single tensors, and pairs come first.
 * @typedef {{groups: Chosen[][], rowFiles?: RowFiles, asked: Asked[]}} Plan
 */

/** At most this many pairs and single tensors are examined. */
export const MOST = 32;

/** If no name suggests positions, tensors are examined only if a file has at most this many. */
const MOST_UNASKED = 3;

/** A list shows the names of at most this many tensors. */
const MOST_LISTED = 200;

/** In .gguf files, tensors with these names describe the model. They are not checked. */
const FACTORS = /^rope_(freqs|factors)/;

/**
 * Chooses the pairs and the single tensors that are checked.
 * @param {OpenedFile[]} files
 * @param {Choices} choices
 * @returns {Plan}
 */
export function chooseTensors(files, choices) {
  const readable = files.map((file) => listOf(file, choices));
  const every = readable.flatMap(({ all }) => all);
  const mask = every.find(({ tensor }) => isMask(tensor));
  const positions = every.find(({ tensor }) => isPositions(tensor));
  const ofRows = [mask, positions].filter((each) => each !== undefined);
  const others = readable.flatMap(({ wanted }) => wanted.filter((each) => !ofRows.includes(each)));
  const chosen = readable.filter(({ own, wanted }) => own && areFit(wanted));
  const pairs = chosen.map(({ wanted }) => wanted);
  pairs.push(...namedPairs(without(others, pairs.flat())));
  if (!pairs.length && ofRows.length && areFit(others)) pairs.push(others);
  const taken = new Set(pairs.length ? [...pairs.flat(), ...ofRows] : []);
  const selected = readable.map((file) => selectOf(file, taken));
  const singles = selected.flatMap(({ examined }) => examined);
  const asked = selected.flatMap(({ about }) => about ?? []);
  if (!pairs.length && areFit(singles) && !areTables(singles)) return { groups: [singles], asked };
  const rowFiles = pairs.length && ofRows.length ? { mask, positions } : undefined;
  return { groups: [...pairs, ...singles.map((each) => [each])], rowFiles, asked };
}

/** Returns the tensors that are not taken. @param {Chosen[]} all @param {Iterable<Chosen>} taken */
function without(all, taken) {
  const left = new Set(taken);
  return all.filter((each) => !left.has(each));
}

/** Whether these are two tensors that may be compared. @param {Chosen[]} tensors */
const areFit = (tensors) => tensors.length === 2 && fits(tensors[0].tensor, tensors[1].tensor);

/**
 * Whether these are tables of one file, such as those of an encoder and a decoder. They are not
 * compared, because each has its own formula.
 * @param {Chosen[]} tensors
 */
const areTables = (tensors) =>
  tensors.every(
    ({ file, tensor }) =>
      file === tensors[0].file && isPositional(tensor) && axesOf(tensor).length === 2,
  );

/**
 * The tensors of a file. If the reader chose one, `wanted` has only this one and its partner.
 * @typedef {{name: string, isWeights: boolean, all: Chosen[], own?: Chosen, wanted: Chosen[]}} Listed
 */

/** @param {OpenedFile} file @param {Choices} choices @returns {Listed} */
function listOf({ name, format, tensors }, { chosen, partners }) {
  const all = tensors
    .filter((each) => !each.unreadable && !FACTORS.test(each.name))
    .map((tensor) => ({ file: name, tensor }));
  const own = all.find(({ tensor }) => tensor.name === chosen.get(name));
  const partner = partners?.get(name);
  const pair =
    partner === undefined
      ? namedPairs(all).find((each) => own && each.includes(own))
      : all.filter((each) => each === own || each.tensor.name === partner);
  const wanted = own ? (pair ?? [own]) : all;
  return { name, isWeights: format === 'gguf', all, own, wanted };
}

/**
 * Selects single tensors of a file: those whose names suggest positions, or all tensors if there
 * are only a few.
 * @param {Listed} file
 * @param {Set<Chosen>} taken the tensors of pairs, and those that contain the mask or the positions
 * @returns {{examined: Chosen[], about?: Asked}}
 */
function selectOf({ name: file, isWeights, all, own, wanted }, taken) {
  const left = without(wanted, taken);
  const tensors = left.map(({ tensor }) => tensor);
  const likely = likelyTensors(tensors);
  const isLikely = new Set(likely);
  const isFew = left.length > 1 && left.length <= MOST_UNASKED && !isWeights;
  const isClear = own || isFew || likely.length === 1 || likely !== tensors;
  const examined = isClear
    ? left.filter(({ tensor }) => own || isLikely.has(tensor)).slice(0, MOST)
    : [];
  const isMany = isClear && likely.length > MOST;
  const hasPair = all.some((each) => taken.has(each));
  const isOpen = (!isClear || hasPair) && !isWeights;
  const isLeft = (/** @type {Tensor} */ each) => isOpen || (isMany && isLikely.has(each));
  const unchecked = without(left, examined).filter((each) => isLeft(each.tensor));
  const checked = own ? 1 : all.length - left.length + examined.length;
  // If there are pairs, examineGroups may leave out single tensors. The reader may then choose one.
  if (all.length <= (hasPair && left.length ? 2 : Math.max(2, checked))) return { examined };
  const names = all.map(({ tensor }) => tensor.name).slice(0, MOST_LISTED);
  const partner = wanted.find((each) => each !== own);
  const choice = own
    ? { file, names, chosen: own.tensor.name, partner: partner?.tensor.name ?? '' }
    : { file, names };
  return { examined, about: { file, unchecked, choice, isMany, isUnclear: !isClear && !hasPair } };
}

/** Words in the names of arrays before a rotation and after it. */
const BEFORE = /^(before|pre|in|inputs?|raw)$/;
const AFTER = /^(after|post|out|outputs?|rot|rotated|rotary|roped?|embed)$/;
/** Words in the names of arrays of a port, and of a reference. */
const PORT = /^(my|mine|ours?|port|ported|actual|got)$/;
const REFERENCE = /^(ref|expect|gold|truth|theirs|hf|torch)/;
/**
 * Words in the names of arrays that are rotated. Words for before and after are not enough: names
 * of other layers, such as mlp_in and mlp_out, contain them, too.
 */
const ROTATING = /^([qk]|qk|query|queries|keys?|[qk]cur|pe|x)$/;

/** Returns the words in the names of a tensor and its file. @param {Chosen} chosen @returns {string[]} */
const wordsIn = ({ file, tensor }) =>
  `${file.replace(/\.\w+$/, '')} ${tensor.name}`
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+|\d+/g) ?? [];

/** Whether a word of a name matches one of the patterns. @param {Chosen} chosen @param {...RegExp} patterns */
const has = (chosen, ...patterns) =>
  wordsIn(chosen).some((word) => patterns.some((pattern) => pattern.test(word)));

/**
 * Finds the pairs of tensors whose names differ only in words for "before" and "after" a rotation,
 * or in words for a port and a reference.
 * @param {Chosen[]} tensors
 * @returns {Chosen[][]}
 */
function namedPairs(tensors) {
  const rotating = tensors.filter((each) => has(each, ROTATING));
  const pairs = alike(rotating, BEFORE, AFTER);
  const rest = without(tensors, pairs.flat());
  return [...pairs, ...alike(rest, PORT, REFERENCE)];
}

/**
 * Pairs tensors that have the same name apart from words that match the patterns. Three tensors
 * with the same name are not paired.
 * @param {Chosen[]} tensors
 * @param {...RegExp} patterns
 */
function alike(tensors, ...patterns) {
  /** @type {Map<string, Chosen[]>} */
  const groups = new Map();
  for (const each of tensors) {
    const words = wordsIn(each).filter((word) => !patterns.some((pattern) => pattern.test(word)));
    const stem = words.join(' ');
    groups.set(stem, [...(groups.get(stem) ?? []).slice(0, 2), each]);
  }
  return [...groups.values()].filter(areFit);
}

/**
 * Whether the names say that the first array is from a port, and the other from a reference.
 * @param {Chosen[]} pair
 */
const isPortFirst = ([port, other]) =>
  has(port, PORT) && has(other, REFERENCE) && !has(port, REFERENCE);

/** Whether the names say that two arrays should be equal. @param {Chosen[]} pair */
export function isComparison([one, other]) {
  const isOfPort = isPortFirst([one, other]) || isPortFirst([other, one]);
  return isOfPort && [BEFORE, AFTER].every((side) => has(one, side) === has(other, side));
}

/**
 * Returns the side of a rotation on which an array is: -1 before, 1 after, 0 if unknown.
 * @param {Chosen} chosen
 */
const sideOf = (chosen) => (has(chosen, BEFORE) ? -1 : Number(has(chosen, AFTER, /^(mine|port)$/)));

/**
 * Whether the names say that one array is before a rotation, and the other one after it. One such
 * name is enough. The result is also true if both names contain "before", as in before_after.npz.
 * @param {Chosen[]} pair
 */
export const isRotated = ([one, other]) => sideOf(one) !== sideOf(other) || sideOf(one) < 0;

/**
 * Puts the array before the rotation first, if the names show which one it is. If the names mention
 * a port and a reference, puts the array of the port first.
 * @param {Chosen[]} pair
 * @param {boolean} isExchanged
 */
export function inOrder(pair, isExchanged) {
  const isLast = isComparison(pair) ? !isPortFirst(pair) : sideOf(pair[0]) > sideOf(pair[1]);
  return isLast === isExchanged ? pair : [pair[1], pair[0]];
}
