/*
 * The public functions of posenc/files. Everything else in this folder is internal. Readers read
 * only the parts of a file that are needed, and refuse what breaks the rules of a format.
 */
export { readConfig } from './config.js';
export { readGguf } from './gguf.js';
export { readNpy } from './npy.js';
export { readNpz } from './npz.js';
export { openFile } from './open.js';
export { FileError } from './refuse.js';
export { readSafetensors } from './safetensors.js';
export { writeCsv, writeJson, writeNpy, writeNpz, writeSafetensors } from './write.js';
