/* Examines the files that a reader gives to pe-doctor, and makes reports of them. */
import * as doctor from '../doctor/index.js';
import * as library from '../index.js';
import { plainMessage, translatedPhrase } from '../figures/chassis/phrases.js';
import { fitOf, isLearnedTable, laterFirst } from '../findings/model-differences.js';
import { describeOpened, modelReport } from '../findings/models.js';
import { judgeImage } from '../findings/image-rotation.js';
import { firstOfRows, numbersOf } from '../findings/number-list.js';
import {
  NEAR,
  examineDifference,
  examineLargeDifference,
  examineRotation,
  firstRows,
  looksRotated,
  oddElements,
  readPair,
  rotationCauses,
} from '../findings/pairs.js';
import { canRotate } from '../findings/readings.js';
import { allCompared, elements, firstRead, titled } from '../findings/reports.js';
import { hasHeads, judgeRotation, openNotes } from '../findings/judge-rotation.js';
import { layerOf } from '../findings/layer-kinds.js';
import { judged, rotationCheck } from '../findings/rotation-check.js';
import { inItems, listText, selectRows } from '../findings/row-arrays.js';
import {
  IDENTIFIABLE,
  NOTHING,
  axesOf,
  examineTensor,
  isIdentifiable,
} from '../findings/tables.js';
import { listed } from '../findings/tensors.js';
import { wholeCheck } from '../findings/whole-rotation.js';
import { MOST, chooseTensors, inOrder, isComparison, isRotated } from './choose.js';
import { comparisonHeat, rotationHeat, tableHeat } from './expected.js';
import { biasLink, modelLinks, ropeLink, tableLink } from './figure-links.js';
import { shareCards } from './shared-cards.js';
import { words } from './words.js';

/** @typedef {import('../files/open.js').OpenedFile} OpenedFile */
/** @typedef {import('../files/tensor.js').Tensor} Tensor */
/** @typedef {import('../inspect/describe-model.js').Description} Description */
/** @typedef {import('../findings/model-differences.js').Fit} Fit */
/** @typedef {import('../findings/judge-rotation.js').Judgement} Judgement */
/** @typedef {import('../findings/pairs.js').Pair} Pair */
/** @typedef {import('../findings/pairs.js').RotationFinding} RotationFinding */
/** @typedef {import('../findings/pairs.js').CompareFinding} CompareFinding */
/** @typedef {import('../findings/whole-rotation.js').Whole} Whole */
/** @typedef {import('./choose.js').Chosen} Chosen */
/** @typedef {import('./choose.js').RowFiles} RowFiles */
/** @typedef {import('./figure-links.js').FigureLink} FigureLink */
/** @typedef {import('./heat.js').Heat} Heat */

/**
 * What pe-doctor says about one model, array or pair of arrays.
 * @typedef {object} Report
 * @property {string} title
 * @property {'right' | 'wrong' | 'unsure' | 'none' | 'unchecked'} verdict
 * @property {string} [sure] how sure the verdict is
 * @property {string[]} says the sentences, with the most important one first
 * @property {Record<string, unknown>} [settings]
 * @property {Heat} [heat] the heat map of the differences
 * @property {FigureLink[]} [links]
 * @property {string} [command] the command line that gives the same report
 * @property {string} [range] the positions at which the rows seem to be
 * @property {PositionsField} [positions] the field for the positions of the rows, where they matter
 * @property {object} [golden] the config or the description for `golden`
 * @property {Choice} [choice]
 * @property {true} [pair] whether the reader may exchange the two arrays
 * @property {boolean} [areEqual] whether the report only says that two arrays agree
 * @property {true} [isModel] whether the report only describes a model
 * @property {number} [unchecked] the number of tensors that were not checked
 */

/**
 * The tensors of a file that the reader may choose, by their names.
 * @typedef {object} Choice
 * @property {string} file
 * @property {string[]} names
 * @property {string} [chosen] the tensor that the reader has chosen
 * @property {string} [partner] the other tensor of its pair; empty if there is none
 */

/**
 * The field in which the reader gives the positions of the rows.
 * @typedef {object} PositionsField
 * @property {string} of the name of the array with these rows
 * @property {string} text what the field contains
 * @property {string} [error] a sentence that says why the text was not used
 */

/** The positions that the reader gave for an array, if any. @typedef {{of: string, text?: string}} Asked */

/**
 * A model, and the learned table of its bias, if the files contain that table.
 * @typedef {import('../findings/model-differences.js').Wanted & {golden: object}} Model
 */

/**
 * What the reader has decided.
 * @typedef {object} Choices
 * @property {Map<string, string>} chosen the names of tensors, by the names of their files
 * @property {Map<string, string>} [partners] the other tensors of their pairs
 * @property {boolean} isExchanged whether the two arrays of a pair are exchanged
 * @property {Map<string, string>} positions the positions of rows as texts, by the names of arrays
 */

const parts = { library, doctor };

/** At most this many elements of an array are read. */
const MOST_ELEMENTS = 4194304;

/** A formula that explains this fraction of the elements is probably the right formula. */
const LIKELY = 0.9;

/**
 * Examines files: describes models, finds the rotation between the arrays of a pair, and finds the
 * formula of each single array.
 * @param {OpenedFile[]} files
 * @param {Choices} choices
 * @returns {Promise<Report[]>}
 */
export async function examine(files, choices) {
  /** @type {Report[]} */
  const reports = [];
  /** @type {Model[]} */
  const models = [];
  for (const file of files) {
    const { report, model } = await reportModel(file);
    if (report) reports.push(report);
    if (model) models.push(model);
  }
  const golden = files.find(({ tensors }) => tensors.some(({ tolerance }) => tolerance));
  const others = files.filter((file) => file !== golden);
  const plan = chooseTensors(others, choices);
  const tensors = plan.groups.flat();
  if (golden && !tensors.length) reports.push(vectorsReport(golden));
  const found = golden
    ? await Promise.all(tensors.map((each) => examineAgainst(each, golden)))
    : await examineGroups(plan, models[0], choices);
  for (const each of plan.asked) {
    const own = reports.find(({ title }) => title === each.file);
    if (own) own.choice = each.choice;
    else reports.push(askedReport(each));
  }
  return [...found, ...reports];
}

/**
 * Says which tensors of a file were not checked, or that the reader may choose another one.
 * @param {import('./choose.js').Asked} asked
 * @returns {Report}
 */
function askedReport({ file, unchecked, choice, isUnclear, isMany }) {
  const names = unchecked.map(({ tensor }) => tensor.name);
  const why = isUnclear ? words.tensors(names.length) : words.noPair(listed(names));
  const says = names.length && !isMany ? why : words.others;
  const verdict = names.length ? 'unchecked' : 'none';
  return { title: file, verdict, says: [says], choice, unchecked: names.length };
}

/**
 * Adds the learned table of T5's biases to the model, if the tensors include that table and a bias.
 * @param {Model | undefined} model
 * @param {Chosen[][]} groups
 * @returns {Promise<{model: Model | undefined, rest: Chosen[][]}>} `rest`: the other groups
 */
async function withWeights(model, groups) {
  const { scheme, buckets, heads } = model?.model ?? {};
  const tensors = groups.flat();
  const isBias = tensors.some(({ tensor }) => axesOf(tensor).length === 3);
  const shape = `${buckets},${heads}`;
  const table = tensors.find(({ tensor }) => tensor.shape.join() === shape);
  if (!model || scheme !== 't5' || !isBias || !table) return { model, rest: groups };
  const weights = { name: wordOf(table), values: await table.tensor.readFloats() };
  return { model: { ...model, weights }, rest: groups.filter((group) => !group.includes(table)) };
}

/** Quotes a name for a shell, if that is necessary. @param {string} name */
const quoted = (name) => (/^[\w./:,-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`);

/** Names a file for a command, which takes a name that begins with a dash for an option. */
const pathOf = (/** @type {string} */ file) => (file.startsWith('-') ? `./${file}` : file);

/** @param {...string} args */
const commandOf = (...args) => `npx posenc ${args.map(quoted).join(' ')}`;

/** @param {Chosen} chosen */
const wordOf = ({ file, tensor }) =>
  file.endsWith('.npy') ? pathOf(file) : `${pathOf(file)}:${tensor.name}`;

/**
 * @param {OpenedFile} file
 * @returns {Promise<{report?: Report, model?: Model}>}
 */
async function reportModel(file) {
  const { name } = file;
  try {
    const model = await describeOpened(file, parts);
    if (!model) return {};
    const config = file.format === 'config' ? file.config : undefined;
    const { says, settings, notes } = modelReport(name, model, config);
    const golden = config ?? model;
    const report = {
      title: name,
      verdict: /** @type {const} */ ('none'),
      says: [...says, ...notes],
      settings,
      links: modelLinks(model),
      command: commandOf('describe', pathOf(name)),
      golden: GOLDEN.includes(model.scheme) ? golden : undefined,
      isModel: /** @type {const} */ (true),
    };
    return { report, model: { name, model, golden } };
  } catch (error) {
    return { report: { title: name, verdict: 'unsure', says: [sentenceOf(error)] } };
  }
}

/** The schemes that `golden` knows. */
const GOLDEN = ['rope', 'alibi', 't5', 'sinusoidal'];

/** The names of the errors of posenc, whose messages are for readers. */
const KNOWN = ['TypeError', 'RangeError', 'FileError'];

/** Returns the message of an error as a sentence. @param {unknown} error */
export function sentenceOf(error) {
  const { name = '' } = /** @type {Error} */ (error);
  const message = plainMessage(error);
  return KNOWN.includes(name) || !message ? `${message}.` : `${name}: ${message}.`;
}

/**
 * Examines pairs and single tensors. If there are pairs, leaves out single tensors that no formula
 * explains, because they may be the values (V) of attention.
 * @param {import('./choose.js').Plan} plan
 * @param {Model | undefined} known
 * @param {Choices} choices
 * @returns {Promise<Report[]>}
 */
async function examineGroups({ groups, rowFiles, asked }, known, { isExchanged, positions }) {
  const { model, rest } = await withWeights(known, groups);
  const hasPairs = rest[0]?.length === 2;
  /** @type {Report[]} */
  const reports = [];
  for (const group of rest) {
    const [first] = group;
    const isPair = group.length === 2;
    const of = wordOf(first);
    const field = positions.has(of) ? { of, text: positions.get(of) } : { of };
    const run = isPair
      ? () => examinePair(inOrder(group, isExchanged), model, field, rowFiles)
      : () => examineOne(first, model, field);
    const isLeft =
      reports.length >= MOST || (!isPair && hasPairs && axesOf(first.tensor).length > 2);
    const report = isLeft ? undefined : await attempt(isPair ? words.pair : first.file, run);
    const isLonely = hasPairs && report?.says[0] === words.lonely;
    if (report && !isLonely) reports.push(report);
    else leaveOut(group, asked);
    if (report?.areEqual && model) reports.push(...(await alsoAgainst(first, model, field)));
  }
  const isWrong = (/** @type {Report} */ { verdict }) => verdict === 'wrong';
  const shared = shareCards(reports);
  return [...shared.filter(isWrong), ...shared.filter((each) => !isWrong(each))];
}

/**
 * Compares one of two equal arrays with the config. Leaves out an array that no formula explains,
 * because it may contain hidden states.
 * @param {Chosen} chosen
 * @param {Model} model
 * @param {Asked} asked
 */
async function alsoAgainst(chosen, model, asked) {
  if (axesOf(chosen.tensor).length !== 2 || !isIdentifiable(chosen.tensor)) return [];
  const found = await examineTensor(chosen.tensor, parts, tell, model.model);
  return found.data.matched >= LIKELY ? [await reportOne(chosen, found, model, asked)] : [];
}

/** @param {Chosen[]} group @param {import('./choose.js').Asked[]} asked */
function leaveOut(group, asked) {
  for (const each of group) {
    const own = asked.find(({ file }) => file === each.file);
    if (own) own.unchecked.push(each);
    else asked.push({ file: each.file, unchecked: [each] });
  }
}

/** Reports which arrays a golden file has. @param {OpenedFile} golden @returns {Report} */
const vectorsReport = ({ name, tensors }) => ({
  title: name,
  verdict: 'unchecked',
  says: [words.vectors, ...tensors.map(titled)],
});

/**
 * Compares a tensor with the nearest test vector of its size. If the tensor differs, the report
 * also says what is wrong with the rotation that produced the tensor.
 * @param {Chosen} chosen
 * @param {OpenedFile} golden
 * @returns {Promise<Report>}
 */
function examineAgainst(chosen, golden) {
  const { name: file, tensors } = golden;
  return attempt(chosen.file, async () => {
    const known = tensors.filter(({ tolerance }) => tolerance);
    const sized = known.filter(({ length }) => length === chosen.tensor.length);
    if (!sized.length)
      return {
        title: chosen.file,
        verdict: 'unsure',
        says: [words.noVector, ...known.map(titled)],
      };
    const read = (/** @type {Tensor} */ tensor) => tensor.readFloats();
    const pairs = await Promise.all(sized.map((vector) => readPair([chosen.tensor, vector], read)));
    const all = pairs.map((pair) => ({ pair, found: examineDifference(pair, {}, doctor) }));
    const [{ pair, found }] = all.sort(
      (one, other) => other.found.data.agreed - one.found.data.agreed,
    );
    const input = tensors.find(({ name }) => name === `${pair.b.name}.before`);
    const isRotated = !found.agrees && input?.length === pair.a.length;
    const causes = isRotated ? rotationCauses(await readPair([input, pair.a], read), doctor) : [];
    const report = await reportDifference(pair, found);
    const names = [wordOf(chosen), `${pathOf(file)}:${pair.b.name}`];
    return {
      title: names.join(' → '),
      ...report,
      says: [...causes, ...report.says],
      command: commandOf('compare', ...names),
    };
  });
}

/**
 * @param {string} title
 * @param {() => Promise<Report>} run
 * @returns {Promise<Report>}
 */
async function attempt(title, run) {
  try {
    return await run();
  } catch (error) {
    return { title, verdict: 'unsure', says: [sentenceOf(error)] };
  }
}

/** Returns the layer in the tensors' names, or else in the files' names. @param {Chosen[]} pair */
const layerIn = (pair) =>
  layerOf(pair.map(({ tensor }) => tensor.name)) ?? layerOf(pair.map(({ file }) => file));

/**
 * Returns the first rows of a tensor, with at most MOST_ELEMENTS elements.
 * @param {Tensor} tensor
 * @returns {Tensor}
 */
function pieceOf(tensor) {
  const { length, shape } = tensor;
  if (length <= MOST_ELEMENTS) return tensor;
  const end = Math.floor(MOST_ELEMENTS / (length / shape[0]));
  if (end < 2) throw new RangeError(words.tooLarge(titled(tensor)).slice(0, -1));
  return firstRows(tensor, end);
}

/**
 * Reads the mask and the positions. Returns the rows of a pair that are not padding, with their
 * positions.
 * @param {Pair} pair
 * @param {RowFiles} rowFiles
 */
async function readRows(pair, { mask, positions }) {
  const given = { mask: await readRowArray(mask), positions: await readRowArray(positions) };
  return selectRows(pair, given, library);
}

/**
 * @param {Chosen | undefined} chosen
 * @returns {Promise<import('../findings/row-arrays.js').RowArray | undefined>}
 */
async function readRowArray(chosen) {
  if (!chosen) return undefined;
  const { shape } = chosen.tensor;
  return { shape, data: await chosen.tensor.readFloats() };
}

/**
 * Compares the two arrays of a pair element by element, because their shape allows no rotation.
 * @param {Chosen[]} chosen
 * @param {Pair} pair
 * @param {boolean} isPart whether only the first rows were read
 * @returns {Promise<Report>}
 */
async function examineEqual(chosen, pair, isPart) {
  const names = chosen.map(wordOf);
  const tensors = chosen.map(({ tensor }) => tensor);
  const whole = isPart ? { tensors, read: pair.a.shape[0], tell } : undefined;
  const report = await reportDifference(pair, examineDifference(pair, {}, doctor), whole);
  return {
    title: comparedTitle(names),
    pair: true,
    ...report,
    command: commandOf('compare', ...names),
  };
}

/** Returns the title of a report that calls the arrays a and b. @param {string[]} names */
const comparedTitle = ([a, b]) => `${a} (a) → ${b} (b)`;

/**
 * @param {Chosen[]} chosen
 * @param {Model | undefined} model
 * @param {Asked} asked
 * @param {RowFiles} [rowFiles]
 * @returns {Promise<Report>}
 */
async function examinePair(chosen, model, asked, rowFiles) {
  const tensors = chosen.map(({ tensor }) => tensor);
  const both = await readPair(tensors.map(pieceOf), (tensor) => tensor.readFloats());
  const [[rows], [read]] = [tensors[0].shape, both.a.shape];
  const isPart = read < rows;
  if (isPart && rowFiles) throw new RangeError(words.tooLarge(titled(tensors[0])).slice(0, -1));
  const selected = rowFiles ? await readRows(both, rowFiles) : undefined;
  const pair = selected?.pair ?? both;
  if (selected?.axes && !isComparison(chosen))
    return examineImage(chosen, pair, selected.axes, model, rowFiles);
  if (pair.a.length && !canRotate(pair.a)) return examineEqual(chosen, pair, isPart);
  const field = { ...asked, text: asked.text ?? listText(selected?.positions ?? []) };
  const isNamed = isRotated(chosen);
  const rope =
    model?.model.scheme === 'rope' && (isNamed || hasHeads(pair, model.model)) ? model : undefined;
  const wanted = rope && { ...rope, layer: layerIn(chosen) };
  const { result, positions } = withPositions(field, (given) => {
    const reading = given ? { positions: cut(given, rows, read) } : {};
    const judgement = wanted && judgeRotation(pair, reading, wanted, parts);
    return { judgement, found: judgement?.found ?? examineRotation(pair, reading, doctor) };
  });
  const { judgement, found } = result;
  const given = positions.error ? undefined : numbersIn(positions.text);
  const whole = isPart ? { tensors, read, positions: given, tell } : undefined;
  const difference = examineDifference(pair, {}, doctor, model?.model.headDim);
  const compares = isComparison(chosen);
  const mistaken = !compares && judgement?.isMistake;
  const isJudged = judgement && (isNamed || mistaken || judgement.verdict !== 'wrong');
  const isStill = rope && found.data.matched === 1 && !found.data.rotaryDim;
  const isRotation =
    !compares && (isJudged || isStill || looksRotated(found, difference.data, !!rope));
  const rotated = async () => {
    if (judgement && rope) return reportJudged(pair, judgement, rope, whole);
    // The model's heads do not fit these arrays. This call throws an error that tells the reader.
    if (model?.model.scheme === 'rope') judgeRotation(pair, {}, model, parts);
    return reportRotation(pair, found, whole, model);
  };
  const report = await (isRotation ? rotated() : reportDifference(pair, difference, whole));
  const odd = report.verdict === 'right' ? [] : oddElements(pair);
  const names = chosen.map(wordOf);
  const isTyped = asked.text !== undefined;
  const isOpen = rope || (isRotation && !countsFromZero(found));
  const isKnown = mistaken || compares || pair.a.positions || pair.b.positions;
  const isAsked = positions.text || (isOpen && !isKnown);
  return {
    title: isRotation ? names.join(' → ') : comparedTitle(names),
    pair: true,
    ...report,
    says: [...odd, ...(isRotation ? inItems(report.says, selected?.kept) : report.says)],
    positions: isAsked ? { ...positions, text: positions.text || (report.range ?? '') } : undefined,
    command: isRotation
      ? commandOf(
          'rotation',
          ...names,
          ...rowOptions(rowFiles, isTyped),
          ...optionsOf(report.range, rowFiles && !isTyped ? undefined : positions, model),
        )
      : commandOf('compare', ...names, ...headOption(difference, pair)),
  };
}

/**
 * Compares a pair with the rotation that a model prescribes for images.
 * @param {Chosen[]} chosen
 * @param {Pair} pair
 * @param {number[][]} axes the positions of all rows on each axis
 * @param {Model | undefined} model
 * @param {RowFiles} [rowFiles]
 * @returns {Promise<Report>}
 */
async function examineImage(chosen, pair, axes, model, rowFiles) {
  const found = judgeImage(pair, axes, model?.name ?? '', model?.model, library);
  const names = chosen.map(wordOf);
  return {
    title: names.join(' → '),
    pair: true,
    verdict: found.agrees ? 'right' : 'wrong',
    says: found.says,
    heat: rotationHeat(pair, found.compared),
    command: commandOf(
      'rotation',
      ...names,
      ...rowOptions(rowFiles, false),
      ...optionsOf(undefined, undefined, model),
    ),
  };
}

/**
 * Returns the option --headDim for a command. Without it, the command would not know the heads if
 * no axis of the arrays has the size of a head.
 * @param {CompareFinding} difference
 * @param {Pair} pair
 */
const headOption = ({ headDim }, { a }) =>
  headDim && !a.shape.includes(headDim) ? ['--headDim', `${headDim}`] : [];

/** Ignores the progress of a comparison, which the page does not show. */
const tell = () => undefined;

/** Returns the positions in a text, if there are any. @param {string} text */
const numbersIn = (text) => (text ? numbersOf('positions', text) : undefined);

/**
 * Returns the positions of the rows that are read.
 * @param {number[]} positions one for each row; a list of another length is returned unchanged
 * @param {number} rows
 * @param {number} read
 */
const cut = (positions, rows, read) =>
  positions.length === rows ? positions.slice(0, read) : positions;

/**
 * Examines arrays at the positions that the reader gives. If these positions cannot be used, the
 * arrays are examined without them, and the field says why.
 * @template T
 * @param {PositionsField} asked
 * @param {(positions?: number[]) => T} run
 * @returns {{result: T, positions: PositionsField}}
 */
function withPositions(asked, run) {
  if (!asked.text) return { result: run(), positions: asked };
  try {
    return { result: run(numbersOf('positions', asked.text)), positions: asked };
  } catch (error) {
    return { result: run(), positions: { ...asked, error: sentenceOf(error) } };
  }
}

/**
 * Whether the rows have the positions 0, 1, 2 and so on.
 * @param {RotationFinding} found
 */
function countsFromZero({ data }) {
  const { matched, start, step, rotaryDim, rowPositions } = data;
  return matched >= NEAR && rotaryDim > 0 && start === 0 && step === 1 && !rowPositions;
}

/**
 * Returns the options of a command that name the files with the mask and the positions of rows.
 * @param {RowFiles | undefined} rowFiles
 * @param {boolean} isTyped whether the reader gave other positions
 */
function rowOptions({ mask, positions } = {}, isTyped) {
  const named = positions && !isTyped ? ['--positions', wordOf(positions)] : [];
  return [...(mask ? ['--mask', wordOf(mask)] : []), ...named];
}

/**
 * Returns the options of the command that a report shows.
 * @param {string | undefined} range the positions at which the rows seem to be
 * @param {PositionsField | undefined} positions
 * @param {Model | undefined} model
 */
function optionsOf(range, positions, model) {
  const { text = '', error } = positions ?? {};
  const given = error ? '' : text.replace(/\s/g, '').replaceAll('，', ',');
  const where = given || range;
  return [
    ...(model ? ['--config', pathOf(model.name)] : []),
    ...(model?.weights ? ['--weights', model.weights.name] : []),
    ...(where ? ['--positions', where] : []),
  ];
}

/**
 * Whether a table that no formula explains has no element that is NaN or infinite, as far as known.
 * @param {{scheme: string, departure?: {got: number}}} data
 */
const areFinite = ({ scheme, departure }) =>
  scheme === 'unknown' || Number.isFinite(departure?.got);

/**
 * Returns a sentence that says how sure it is that `what` explains an array.
 * @param {string} what
 * @param {number} matched
 * @param {number} count the number of elements
 * @param {boolean} [isPart] whether these are only a part of the elements
 */
function sureOf(what, matched, count, isPart = false) {
  if (matched === 1) return isPart ? words.certainRead(what, count) : words.certain(what, count);
  if (matched < NOTHING) return undefined;
  const share = translatedPhrase(elements(matched, count));
  return matched >= LIKELY ? words.likely(what, share) : words.guess(what, share);
}

/** Names the most important settings of a rotation. @param {RotationFinding['data']} data */
const rotatedBy = ({ layout, base }) =>
  layout === undefined ? [] : [`The rotation has the layout ${layout} and the base ${base}.`];

/**
 * Reports a rotation if the files contain no model with RoPE.
 * @param {Pair} pair
 * @param {RotationFinding} found
 * @param {Whole | undefined} whole
 * @param {Model | undefined} model
 * @returns {Promise<Omit<Report, 'title'>>}
 */
async function reportRotation(pair, found, whole, model) {
  const { data, notes: own, settings, doubts } = found;
  const all = whole && !data.departure ? await wholeCheck(whole, found, data, parts) : undefined;
  const notes = [...own, ...readNotes(whole, all)];
  if (all?.differ) return { verdict: 'wrong', says: [...all.causes, ...notes], settings };
  const wanted = model && [
    `${model.name} wants ${model.model.scheme}, but these arrays show a rotation.`,
  ];
  const says = [...(wanted ?? doubts), ...rotatedBy(data), ...notes];
  const common = { sure: sureOfRotation(pair, found, whole, all), settings };
  const links = [ropeLink(data)];
  if (model && !data.departure) return { ...common, links, says, verdict: 'wrong' };
  const rest = { ...common, links, says: model ? says : [...says, words.withModel] };
  if (!data.departure) return { ...rest, verdict: 'none' };
  const nearest = rotationCheck(pair, found, data, library);
  return { ...rest, verdict: 'wrong', heat: rotationHeat(pair, nearest) };
}

/**
 * @param {Pair} pair
 * @param {RotationFinding} found
 * @param {Whole | undefined} whole
 * @param {{count: number} | undefined} all
 */
function sureOfRotation({ values: [{ length }] }, { data }, whole, all) {
  const matched = data.rowPositions ? 1 : data.matched;
  return sureOf(words.rotation, matched, all?.count ?? length, !!whole && !all);
}

/**
 * Reports how a rotation fits a model.
 * @param {Pair} pair
 * @param {Judgement} judgement
 * @param {Model} model
 * @param {Whole | undefined} whole
 * @returns {Promise<Omit<Report, 'title'>>}
 */
async function reportJudged(pair, judgement, model, whole) {
  const { found, compared, wanted, causes, hints, later } = judgement;
  const { data, settings } = found;
  const isStill = !data.rotaryDim && data.matched === 1 && wanted.rotaryDim !== 0;
  if (isStill) return reportStill(pair, judgement, model, whole);
  const all = whole && !compared.differ ? await wholeCheck(whole, found, wanted, parts) : undefined;
  const notes = [...found.notes.filter((note) => !causes.includes(note)), ...readNotes(whole, all)];
  const verdict = judged(model.name, all ?? compared);
  if (all?.differ) return { verdict: 'wrong', says: [...all.causes, verdict, ...notes], settings };
  const heat = rotationHeat(pair, compared);
  if (judgement.isMistake) {
    const read = [...found.notes.slice(-1), ...readNotes(whole, all)];
    return { verdict: 'wrong', says: [...causes, verdict, ...hints, ...read], heat };
  }
  const open = later ? [] : openNotes(pair, judgement);
  if (open.length) return { verdict: 'unsure', says: [...open, verdict], heat };
  const sure = sureOfRotation(pair, found, whole, all);
  const links = data.layout ? [ropeLink({ ...data, weights: model.model.layout })] : [];
  if (later) {
    const [first, ...others] = causes;
    const says = [first, ...later.says, ...others, ...hints, ...notes];
    const range = whole ? later.range.split('..')[0] : later.range;
    return { settings, links, verdict: 'unsure', says, range };
  }
  if (!compared.differ) {
    const isCoarse = judgement.verdict === 'unsure' && judgement.length === undefined;
    const told = isCoarse ? [...hints, verdict] : [verdict, ...hints];
    const says = [...told, ...rotatedBy(data), ...notes];
    return { sure, settings, links, verdict: judgement.verdict, says };
  }
  const says = [...causes, ...notes, verdict, ...hints];
  return { sure, settings, links, verdict: judgement.verdict, says, heat };
}

/**
 * Says which rows of large arrays were read.
 * @param {Whole | undefined} whole
 * @param {object} [all] what the comparison of all rows found, if there was one
 */
function readNotes(whole, all) {
  if (!whole) return [];
  const { read, tensors } = whole;
  const [rows] = tensors[0].shape;
  return [all ? allCompared(read, rows) : firstRead(read, rows)];
}

/**
 * Reports two equal arrays whose names do not say that they should be equal.
 * @param {Pair} pair
 * @param {Judgement} judgement
 * @param {Model} model
 * @param {Whole | undefined} whole
 * @returns {Promise<Omit<Report, 'title'>>}
 */
async function reportStill(pair, { found, compared }, { name }, whole) {
  const all = whole && (await examineLargeDifference(whole.tensors, {}, doctor, tell));
  if (all && !all.agrees) return differenceReport(all);
  const isWrong = compared.differ && found.reading.positions;
  return {
    verdict: isWrong ? 'wrong' : 'unsure',
    says: [...found.notes, ...(isWrong ? [judged(name, compared)] : [words.ifCompared])],
    heat: isWrong ? rotationHeat(pair, compared) : undefined,
  };
}

/**
 * Reports the difference of two arrays. All rows of large arrays are compared.
 * @param {Pair} pair
 * @param {CompareFinding} found
 * @param {Whole} [whole]
 * @returns {Promise<Omit<Report, 'title'>>}
 */
async function reportDifference(pair, found, whole) {
  if (!whole) return { ...differenceReport(found), heat: comparisonHeat(pair, found.data) };
  return differenceReport(await examineLargeDifference(whole.tensors, {}, doctor, tell));
}

/**
 * @param {CompareFinding} found
 * @returns {Omit<Report, 'title'>}
 */
const differenceReport = ({ agrees, says, notes, settings }) => ({
  verdict: agrees ? 'right' : 'wrong',
  areEqual: agrees,
  says: agrees ? says : [...says, ...notes],
  settings,
});

/**
 * @param {Chosen} chosen
 * @param {Model | undefined} model
 * @param {Asked} asked
 * @returns {Promise<Report>}
 */
async function examineOne(chosen, model, asked) {
  const { tensor } = chosen;
  if (isIdentifiable(tensor))
    return reportOne(chosen, await examineTensor(tensor, parts, tell, model?.model), model, asked);
  return {
    title: titleOf(chosen),
    verdict: 'unsure',
    says: [words.noShape(titled(tensor), translatedPhrase(IDENTIFIABLE))],
  };
}

/** @param {Chosen} chosen */
const titleOf = (chosen) =>
  `${wordOf(chosen)}, ${chosen.tensor.dtype} [${chosen.tensor.shape.join(', ')}]`;

/**
 * Reports what made a tensor, and how it fits a model.
 * @param {Chosen} chosen
 * @param {Awaited<ReturnType<typeof examineTensor>>} found
 * @param {Model | undefined} model
 * @param {Asked} asked
 * @returns {Promise<Report>}
 */
async function reportOne(chosen, found, model, asked) {
  const { tensor } = chosen;
  const title = titleOf(chosen);
  const { says, notes, settings, data } = found;
  if (isUnexplained(found, model?.model)) return { title, verdict: 'unsure', says: [words.lonely] };
  const names = [tensor.name, chosen.file, model?.weights?.name ?? ''];
  const wanted = model && { ...model, names };
  const { fit, later, positions } = judgeTable(found, wanted, { text: '', ...asked });
  const { differences } = fit;
  const isDifferent = differences.length > 0 && !later;
  const isUnnamed = ['relative', 'none'].includes(data.scheme);
  const isWrong = isDifferent || (!found.agrees && !isUnnamed && data.matched >= LIKELY);
  const isPart = found.count < tensor.length && !('padding' in found);
  const isNoise = found.kind !== 'bias' && data.matched < NOTHING && areFinite(data);
  const isLearned = model && !differences.length && isLearnedTable(model.model, found);
  const isOpen = fit.isUnchecked || fit.isUndecided;
  const isRight = model && !differences.length && found.agrees && !isOpen;
  const isNamed = (found.agrees || isLearned) && !differences.length && !fit.isUndecided;
  const otherwise = isNamed ? 'none' : 'unsure';
  const calm = isRight ? 'right' : otherwise;
  return {
    title,
    verdict: isWrong ? 'wrong' : calm,
    sure:
      isUnnamed || data.scheme === 't5'
        ? undefined
        : sureOf(words.formula, data.matched, found.count, isPart),
    unchecked: isLearned ? 1 : undefined,
    says: [
      ...(isLearned ? [words.learned] : []),
      ...differences,
      ...fit.notes,
      ...(later ? [`If the first row has the position ${later}, the table is right.`] : []),
      ...(fit.isExplained ? [] : says.slice(0, isLearned ? 1 : undefined)),
      ...(isNoise || fit.isExplained ? [] : notes),
    ],
    settings,
    heat: found.kind === 'table' ? await tableHeat(tensor, found) : undefined,
    links: linksOf(found),
    positions,
    command: commandOf('identify', wordOf(chosen), ...optionsOf(later, positions, model)),
  };
}

/**
 * Whether no formula explains an array, and the model has no such array. It may then be queries,
 * keys or values.
 * @param {Awaited<ReturnType<typeof examineTensor>>} found
 * @param {Description | undefined} model
 */
const isUnexplained = ({ kind, data, agrees }, model) =>
  model?.scheme === 'rope' &&
  !agrees &&
  (kind === 'bias' ? data.scheme === 'none' : data.matched < NEAR);

/** @param {Awaited<ReturnType<typeof examineTensor>>} found */
const rowsOf = (found) => (found.kind === 'table' ? found.length : 1);

/**
 * Compares a table or a bias with what a model prescribes, at the positions that the reader gives.
 * @param {Awaited<ReturnType<typeof examineTensor>>} found
 * @param {Model | undefined} model
 * @param {PositionsField} asked
 * @returns {{fit: Fit, later?: string, positions?: PositionsField}} `later` is the position of the
 *   first row at which the table would be right
 */
function judgeTable(found, model, asked) {
  if (!model) return { fit: { differences: [], notes: [] } };
  const { result, positions } = withPositions(asked, (given) =>
    fitOf(model, found, library, given && firstOfRows(given, rowsOf(found))),
  );
  const isGiven = positions.text && !positions.error;
  const later = isGiven ? undefined : laterFirst(model, found, library)?.toString();
  const isAsked = positions.text || later;
  return {
    fit: result,
    later,
    positions: isAsked ? { ...positions, text: positions.text || (later ?? '') } : undefined,
  };
}

/** @param {Awaited<ReturnType<typeof examineTensor>>} found */
function linksOf(found) {
  const { scheme } = found.data;
  if (scheme === 'alibi') return [biasLink(found.data)];
  if (found.kind !== 'table' || found.data.matched < NEAR) return [];
  if (found.data.scheme === 'sinusoidal') return [tableLink({ dim: found.dim, ...found.data })];
  return found.data.scheme === 'rope' ? [ropeLink(found.data)] : [];
}
