/*
 * Finds the tests that a change reaches: their files import a changed file, directly or through
 * others, or name it, as tests name golden numbers.
 *
 * web/index.js and web/elements.js import nearly everything. What imports a name from them reaches
 * only the file of this name. A test that imports all names tests all of posenc, so any change would
 * reach it: such tests are left to the whole run.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, parse } from 'node:path';
import { projectFiles } from '../../web/build/sources.js';
import { importsOf } from './code.js';

/** The modules that pass on the names of many others. */
const DOORS = ['web/index.js', 'web/elements.js'];

/** The sources of the files that the build writes: what changes in them changes these modules. */
const GENERATED = [
  [/^c\/train\//, 'web/train/kernels.js'],
  [/^c\//, 'web/kernels.js'],
  [/^web\/figures\/chassis\/style\.css$/, 'web/figures/chassis/style-text.js'],
];

const read = (name) => readFileSync(name, 'utf8');

/** Returns the lines that git prints. */
const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns the names of the files that differ from HEAD, new ones included. */
const changedFiles = () => [
  ...git('diff', '--name-only', 'HEAD'),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/** Returns what the statements of a file import from a door: names, or '*' for all of them. */
function namesFrom(source, door) {
  const file = basename(door).replace('.', '\\.');
  const pattern = new RegExp(`import\\s+([^;]*?)\\s+from\\s+['"][./]*(?:web/)?${file}['"]`, 'g');
  const lists = [...source.matchAll(pattern)].map(([, what]) => what);
  return lists.flatMap((what) =>
    what.startsWith('{')
      ? what
          .slice(1, -1)
          .split(',')
          .map((name) => name.trim().split(' as ')[0])
          .filter(Boolean)
      : ['*'],
  );
}

/** Returns the file of each name that a door exports. */
function filesOfNames(door) {
  const files = new Map();
  for (const [, names, from] of read(door).matchAll(/export\s*\{([^}]*)\}\s*from\s*['"](.*?)['"]/g))
    for (const name of names.split(',').map((each) => each.trim().split(' as ').at(-1)))
      if (name) files.set(name, `web/${from.replace(/^\.\//, '')}`);
  return files;
}

/** The imports of all JavaScript files of the project. */
class Graph {
  constructor(files) {
    this.files = new Set(files);
    this.doors = new Map(DOORS.map((door) => [door, filesOfNames(door)]));
    this.imports = new Map();
  }

  /** Returns what a file imports. The doors are replaced by the files of the names. */
  importsOf(name) {
    if (!this.imports.has(name)) this.imports.set(name, this.readImports(name));
    return this.imports.get(name);
  }

  readImports(name) {
    if (!this.files.has(name) || !name.endsWith('.js')) return [];
    const source = read(name);
    return importsOf(name, source).flatMap((from) => {
      if (!this.doors.has(from)) return [from];
      const names = namesFrom(source, from);
      if (!names.length || names.includes('*')) return [from];
      return names.map((each) => this.doors.get(from).get(each) ?? from);
    });
  }

  /** Returns whether one of these files that belongs to tests/ names a file of data. */
  names(files, data) {
    if (data.endsWith('.js')) return false;
    const { base, name } = parse(data);
    const isTest = (file) => /^tests\/.*\.js$/.test(file) && this.files.has(file);
    return [...files]
      .filter(isTest)
      .map(read)
      .some((source) => source.includes(base) || source.includes(`'${name}'`));
  }

  /** Returns all files that a file imports, directly or through others. */
  reachedFrom(start) {
    const seen = new Set([start]);
    for (const name of seen)
      if (!DOORS.includes(name)) for (const from of this.importsOf(name)) seen.add(from);
    return seen;
  }
}

const isSource = (name) => /^(web|c)\//.test(name);

/** Returns whether a test is in the folder of tests/ that belongs to the folder of a source. */
const isBeside = (test, source) =>
  dirname(source).startsWith('web/') && dirname(test) === dirname(source).replace(/^web/, 'tests');

/**
 * Returns the test files that the changes since HEAD reach, and those that are left out because they
 * test all of posenc.
 */
export function reachedTests(changes = changedFiles()) {
  const files = projectFiles();
  const graph = new Graph(files);
  const changed = changes.map(
    (name) => GENERATED.find(([pattern]) => pattern.test(name))?.[1] ?? name,
  );
  const reached = [];
  const skipped = [];
  for (const test of files.filter((name) => /^tests\/.*\.test\.js$/.test(name))) {
    const from = graph.reachedFrom(test);
    const isReached = (name) => from.has(name) || isBeside(test, name) || graph.names(from, name);
    if (changed.some(isReached)) reached.push(test);
    else if (DOORS.some((door) => from.has(door)) && changed.some(isSource)) skipped.push(test);
  }
  return { reached, skipped };
}
