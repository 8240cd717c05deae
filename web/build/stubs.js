/**
 * Writes or removes the folders of the entries that the package exports. Tools that do not read
 * `exports` in package.json, such as Parcel and webpack 4, find the entries there. The folders
 * exist only while npm packs the package.
 *   node web/build/stubs.js write
 *   node web/build/stubs.js remove
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { FIGURES } from './figure-list.js';
import { LANGUAGES, PARTS } from './languages.js';

/** Writes the folder of one entry. `up` is the path from this folder to that of the package. */
function writeStub(folder, up, entry, types) {
  const stub = {
    main: `${up}/dist/cjs/${entry}.js`,
    module: `${up}/dist/${entry}.js`,
    types: `${up}/dist/types/${types}.d.ts`,
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, `${JSON.stringify(stub, null, 2)}\n`);
}

const FOLDERS = [
  ...['answers', 'checkup', 'doctor', 'editor', 'figures', 'files', 'languages'],
  ...['quiz', 'scalar', 'tour', 'train', 'train-scalar', 'worksheet'],
];
for (const folder of FOLDERS) rmSync(folder, { recursive: true, force: true });
if (process.argv[2] === 'write') {
  writeStub('figures', '..', 'figures', 'elements');
  writeStub('train-scalar', '..', 'train-scalar', 'train/train-scalar');
  for (const entry of ['checkup', 'editor', 'quiz', 'scalar', 'tour', 'worksheet'])
    writeStub(entry, '..', entry, entry);
  for (const entry of ['answers', 'doctor', 'files', 'train'])
    writeStub(entry, '..', entry, `${entry}/index`);
  for (const { folder } of FIGURES)
    writeStub(`figures/${folder}`, '../..', `figures/${folder}`, `figures/${folder}`);
  for (const language of LANGUAGES)
    for (const name of [language, ...PARTS.map((part) => `${language}/${part}`)])
      writeStub(
        `languages/${name}`,
        name.includes('/') ? '../../..' : '../..',
        `languages/${name}`,
        `languages/${name}`,
      );
}
