/* The texts of pe-doctor. */
import { translated } from '../figures/chassis/language.js';

/** @param {number} count @param {string} one */
const counted = (count, one) => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

export const words = translated('checkup', {
  /** @param {string[]} sentences */
  joined: (sentences) => sentences.join(' '),
  drop: 'Drop files here, or choose them',
  /** Replaces `drop` on devices where readers cannot drop files. */
  pick: 'Choose files',
  kinds:
    'config.json, .gguf, .safetensors, .npy, .npz, .csv, or golden.json together with your arrays; ' +
    'two arrays are compared with each other, and you can add a mask and positions',
  private: 'Nothing leaves this page: your browser reads the files here.',
  paste: 'Or paste a config.json',
  check: 'Check this text',
  example: 'Try an example',
  again: 'Start again',
  exchange: 'Exchange both arrays',
  pastedName: 'config.json',
  working: 'Reading the files …',
  /**
   * @param {number} files
   * @param {{wrong: number, unsure: number, checked: number, unchecked: number}} counts `checked`
   *   counts reports, and `unchecked` tensors
   */
  done: (files, { wrong, unsure, checked, unchecked }) => {
    const read = `${counted(files, 'file')} read.`;
    if (!checked) return `${read} Nothing was checked.`;
    const left =
      unchecked === 1 ? '1 tensor was not checked.' : `${unchecked} tensors were not checked.`;
    const rest = unchecked ? ` ${left}` : '';
    if (wrong) return `${read} ${counted(wrong, 'check')} below failed.${rest}`;
    const found = unsure
      ? `${counted(unsure, 'check')} below left a doubt.`
      : 'Nothing looks wrong.';
    return `${read} ${found}${rest}`;
  },
  nothing: 'No file could be read.',
  /** @param {string} name */
  refused: (name) => `${name} was not read`,
  verdicts: {
    right: 'Right',
    wrong: 'Wrong',
    unsure: 'Unsure',
    none: 'What it does',
    unchecked: 'Not checked',
  },
  settings: 'What was found',
  command: 'This check as a command:',
  copy: 'Copy',
  copied: 'The command was copied.',
  notCopied: 'The browser did not allow copying.',
  golden: 'Download golden vectors',
  goldenWhy: 'Exact numbers to test a port against, with the tolerances of each type.',
  goldenDone: 'Your browser is saving golden.json.',
  /** @param {string} figure */
  open: (figure) => `Open in the figure: ${figure}`,
  figures: /** @type {Record<string, string>} */ ({
    stretch: 'stretching the context',
    rope: 'rotation of pairs',
    heatmap: 'the table',
    alibi: 'ALiBi',
  }),
  choose: 'Tensor',
  chooseFirst: 'Choose a tensor',
  partner: 'with',
  /** @param {string} names */
  noPair: (names) =>
    `No second array was found for ${names}. Names such as q_before and q_after make a pair.`,
  /** @param {number} count */
  tensors: (count) =>
    `The file has ${counted(count, 'tensor')}. Their names do not show which ones encode positions.`,
  /** @param {unknown} error */
  cannotRun: (error) =>
    `The check cannot run here. ${error instanceof Error ? error.message : error}`,
  pair: 'before and after',
  ifCompared: 'If one array is from your port and one from a reference, they agree.',
  vectors: 'These are test vectors. Give an array of your port, too. The vectors are:',
  noVector: 'No test vector has as many elements as this array. The vectors are:',
  lonely:
    'No formula explains this array. If it is rotated, give the array before the rotation, too.',
  learned: 'The model learns this table, so there is no formula to compare it with.',
  withModel: 'Give the config.json, too, to learn whether the model wants this rotation.',
  /** @param {string} what @param {number} elements */
  certain: (what, elements) =>
    `Certain: this ${what} explains all ${elements.toLocaleString('en')} elements.`,
  /** @param {string} what @param {number} elements */
  certainRead: (what, elements) =>
    `Certain: this ${what} explains all ${elements.toLocaleString('en')} elements that were read.`,
  /** @param {string} what @param {string} share */
  likely: (what, share) => `Likely: this ${what} explains ${share}. The others differ.`,
  /** @param {string} what @param {string} share */
  guess: (what, share) => `A guess: this ${what} explains only ${share}.`,
  positions: 'Positions of the rows',
  positionsForm: 'The first position, such as 5, a range such as 5..20, or a list such as 0,1,4.',
  place: 'Check again',
  rotation: 'rotation',
  formula: 'formula',
  others: 'You can choose another tensor.',
  /** @param {string} title */
  tooLarge: (title) => `${title} is too large for a page. The command posenc can read it.`,
  /** @param {string} title @param {string} wanted */
  noShape: (title, wanted) => `${title} cannot be checked. Expected ${wanted}.`,
});
