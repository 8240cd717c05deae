/* Reads .npz files: zip files whose members are .npy files. */
import { readNpyTensor } from './npy.js';
import { refuseFile } from './refuse.js';
import { openSource } from './source.js';
import { membersOf } from './zip.js';

/** @typedef {import('./source.js').FileSource} FileSource */
/** @typedef {import('./tensor.js').Tensor} Tensor */

/**
 * The tensors of an .npz file.
 * @typedef {{format: 'npz', name: string, tensors: Tensor[]}} NpzFile
 */

/**
 * Opens a .npz file, whose members may be stored (numpy.savez) or deflated (numpy.savez_compressed).
 * The checksum of every member is checked. Files of 4 GiB and more (zip64) are read, too.
 *
 * @param {FileSource} source
 * @param {string} [name] what messages call the file; default: the file's own name
 * @returns {Promise<NpzFile>}
 * @throws {RangeError | TypeError} a FileError if the file breaks the rules of its format
 * Sources: numpy/lib/npyio.py; APPNOTE.TXT of PKWARE
 * @example
 * const cos = { data: Float32Array.of(1, 0), shape: [2] };
 * const sin = { data: Float64Array.of(0, 1), shape: [2] };
 * const { tensors } = await readNpz(writeNpz({ cos, sin }));
 * console.log(tensors.map(({ name, dtype }) => `${name} ${dtype}`)); // ['cos float32', 'sin float64']
 */
export async function readNpz(source, name) {
  const opened = await openSource(source, name);
  const tensors = [];
  for (const { name: member, head, data } of await membersOf(opened)) {
    if (member.endsWith('.pkl'))
      refuseFile(opened.name, 'the format', 'an array saved by NumPy or safetensors', {
        says: 'a file of torch.save',
      });
    if (!member.endsWith('.npy'))
      refuseFile(opened.name, 'a member', 'a name that ends in .npy', member);
    tensors.push(await readNpyTensor(head, member.slice(0, -4), data));
  }
  return { format: 'npz', name: opened.name, tensors };
}
