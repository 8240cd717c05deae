/**
 * Makes a new figure from the files of figure-template/. `npm run new figure NAME` writes
 * web/figures/NAME/ and tests/figures/NAME.test.js. It adds the element to web/elements.js, and its
 * section to web/figures/README.md.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const TEMPLATE = join(import.meta.dirname, 'figure-template');

/** Prints one line on the error stream, and ends the process. */
function fail(message) {
  console.error(`posenc: ${message}`);
  process.exit(1);
}

/** Returns a file of the template for a new name: sample becomes name, Sample becomes Name. */
function renamed(file, name) {
  const text = readFileSync(join(TEMPLATE, file), 'utf8');
  const capital = name[0].toUpperCase() + name.slice(1);
  return text.replaceAll('Sample', capital).replaceAll('sample', name);
}

/** Adds a line to a text, so that it and all lines that match `like` stay sorted. */
function insertSorted(text, like, line) {
  const lines = text.split('\n');
  const rows = [...lines.keys()].filter((at) => like.test(lines[at]));
  const before = rows.find((at) => lines[at].localeCompare(line) > 0) ?? rows.at(-1) + 1;
  lines.splice(before, 0, line);
  return lines.join('\n');
}

/** Adds the element to web/elements.js: its import, its tag and its export. */
function register(name, className) {
  const path = 'web/elements.js';
  let text = readFileSync(path, 'utf8');
  const from = `./figures/${name}/${name}.js`;
  text = insertSorted(text, /^import \{ Pe/, `import { ${className} } from '${from}';`);
  const tags = [...text.matchAll(/^Pe\w+\.define\(.*$/gm)];
  const last = tags.at(-1);
  const end = last.index + last[0].length;
  text = `${text.slice(0, end)}\n${className}.define('pe-${name}');${text.slice(end)}`;
  text = insertSorted(text, /^ {2}Pe\w+,$/, `  ${className},`);
  writeFileSync(path, text);
}

const [kind, name] = process.argv.slice(2);
if (kind !== 'figure')
  fail(`new: expected "figure NAME", got "${process.argv.slice(2).join(' ')}"`);
if (!/^[a-z]+$/.test(name ?? '')) fail(`NAME: expected small letters only, got "${name ?? ''}"`);
const folder = `web/figures/${name}`;
if (existsSync(folder)) fail(`NAME: expected a new name, but ${folder} is there already`);

mkdirSync(folder);
writeFileSync(`${folder}/${name}.js`, renamed('sample.js', name));
for (const file of ['model.js', 'picture.js', 'words.js'])
  writeFileSync(`${folder}/${file}`, renamed(file, name));
writeFileSync(`tests/figures/${name}.test.js`, renamed('sample.test.js', name));
register(name, `Pe${name[0].toUpperCase()}${name.slice(1)}`);

const run = (...args) => execFileSync(process.execPath, args, { stdio: 'inherit' });
const changed = [folder, `tests/figures/${name}.test.js`, 'web/elements.js'];
run('node_modules/prettier/bin/prettier.cjs', '--write', '--log-level', 'warn', ...changed);
run('tests/tools/elements-reference.js', 'write');
console.log(`posenc: pe-${name} is in ${folder}/; its test is tests/figures/${name}.test.js`);
