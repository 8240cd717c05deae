/**
 * Bundles web/ into dist/: modules, CommonJS modules, the classic script, and each page as a single
 * file. The arguments name the steps to make, and without arguments all steps are made:
 *
 *     node web/build/bundle.js
 *     node web/build/bundle.js modules classic
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import * as library from '../index.js';
import { figureEntries } from './figure-entries.js';
import { CLASSES, FIGURES } from './figure-list.js';
import { isForFigures, languagePacks } from './languages.js';
import { LICENCE, beside, besideLate, bundled, packed } from './minify.js';
import { labScripts, pageScript } from './page-scripts.js';
import { builtScript, singlePage } from './single-page.js';

/**
 * Lets bundles load the library from its own file, so that a page has only one copy of the kernels.
 */
const besideLibrary = beside(/\/index\.js$/, './posenc.js');

/** Lets the doctor, which is one folder below the library, load the library from its own file. */
const doctorBesideLibrary = beside(/^\.\.\/index\.js$/, './posenc.js');

/** The command and pe-doctor load these entries from their own files. */
const besideFiles = beside(/^\.\.\/files\/index\.js$/, './files.js');
const besideDoctor = beside(/^\.\.\/doctor\/index\.js$/, './doctor.js');

/** Writes files. `files` has the text of each file by its path. */
function write(files) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

/** Lets bundles load the figures from their own file, so that a page has only one copy of them. */
const besideFigures = beside(/\/elements\.js$/, './figures.js');

/** The worksheets take questions from the quiz, and load it from its own file. */
const besideQuiz = beside(/^\.\.\/quiz\.js$/, './quiz.js');

/** Node prints the whole line that throws an uncaught error, so the lines for Node are short. */
const FOR_NODE = { lineLimit: 500 };

/** The options of the entries: first the library and training, then the other entries. */
const MODULES = [
  { entryPoints: [{ in: 'web/index.js', out: 'posenc' }], ...FOR_NODE },
  { entryPoints: [{ in: 'web/train/index.js', out: 'train' }], ...FOR_NODE },
  {
    entryPoints: [{ in: 'web/elements.js', out: 'figures' }],
    plugins: [besideLibrary, besideLate],
  },
  {
    entryPoints: [{ in: 'web/doctor/index.js', out: 'doctor' }],
    plugins: [doctorBesideLibrary],
    ...FOR_NODE,
  },
  { entryPoints: [{ in: 'web/files/index.js', out: 'files' }], ...FOR_NODE },
  { entryPoints: [{ in: 'web/answers/index.js', out: 'answers' }] },
  {
    entryPoints: [{ in: 'web/quiz.js', out: 'quiz' }],
    plugins: [besideFigures, besideLibrary, besideLate],
  },
  {
    entryPoints: [{ in: 'web/tour.js', out: 'tour' }],
    plugins: [besideFigures, besideLibrary, besideLate],
  },
  {
    entryPoints: [{ in: 'web/worksheet.js', out: 'worksheet' }],
    plugins: [besideQuiz, besideFigures, besideLibrary, besideLate],
  },
  {
    entryPoints: [{ in: 'web/checkup.js', out: 'checkup' }],
    plugins: [besideDoctor, besideFiles, besideFigures, besideLibrary, besideLate],
  },
  {
    entryPoints: [{ in: 'web/editor.js', out: 'editor' }],
    plugins: [besideFigures, besideLibrary, besideLate],
  },
];

/** Returns all entries as modules. */
async function modules() {
  const packs = MODULES.map((entry) => packed({ ...entry, format: 'esm', outdir: 'dist' }));
  return Object.assign({}, ...(await Promise.all(packs)));
}

/**
 * Returns the CommonJS modules, whose identifiers are not shortened. esbuild cannot make CommonJS
 * modules that share parts, so the module of one figure takes its class from figures.js.
 */
async function commonJs() {
  const files = { 'dist/cjs/package.json': '{ "type": "commonjs" }\n' };
  for (const entry of MODULES) {
    const path = `dist/cjs/${entry.entryPoints[0].out}.js`;
    const options = { format: 'cjs', platform: 'node', minifyIdentifiers: false };
    files[path] = `${LICENCE}\n${await bundled({ ...entry, ...options })}\n`;
  }
  for (const { name, folder } of FIGURES)
    files[`dist/cjs/figures/${folder}.js`] =
      `${LICENCE}\nexports.${name} = require('../figures.js').${name};\n`;
  return files;
}

/** The command loads each part of posenc from its own file, when it needs it. */
const COMMAND = {
  entryPoints: [{ in: 'web/command/index.js', out: 'command' }],
  plugins: [doctorBesideLibrary, besideFiles, besideDoctor],
  ...FOR_NODE,
};

/**
 * Returns a script that also works as a module and with `require`. It stores a function in a
 * property of globalThis. The text of this function contains all that it needs, so that a worker
 * can run it.
 * @param {string} out the name of the file, without its extension
 * @param {string} entry the module that the script contains
 * @param {string} property the property's key is Symbol.for(property)
 * @param {string} result what the function returns; `code` is the module
 */
async function storing(out, entry, property, result) {
  const options = { format: 'iife', globalName: 'code', outdir: 'dist' };
  const files = await packed({ entryPoints: [{ in: entry, out }], ...options });
  const [text] = Object.values(files);
  const value = `function(){${text};return ${result}}`;
  const place = `Symbol.for("${property}"),{configurable:true,value:${value}}`;
  const script = `${LICENCE}\nObject.defineProperty(globalThis,${place});\n`;
  return { [`dist/${out}.js`]: script, [`dist/cjs/${out}.js`]: script };
}

/** Returns the code that trains models: see web/train/trainer.js. */
const trainer = () => storing('trainer', 'web/train/runner.js', 'posenc-trainer', 'code');

/** Returns the scalar kernels that train: see web/train/train-scalar.js. */
const trainScalar = () =>
  storing('train-scalar', 'web/train/kernels-scalar.js', 'posenc-train-scalar', 'code.default()');

/** Returns the scalar kernels, as a script that also works as a module and with `require`. */
async function scalarKernels() {
  const entryPoints = [{ in: 'web/scalar.js', out: 'scalar' }];
  const files = await packed({ entryPoints, format: 'iife', outdir: 'dist' });
  const [script] = Object.values(files);
  return { ...files, 'dist/cjs/scalar.js': script };
}

/** Returns the script that collects the answers of a saved lesson. */
const reporter = () =>
  packed({
    entryPoints: [{ in: 'web/editor/reporter.js', out: 'reporter' }],
    format: 'iife',
    outdir: 'dist',
  });

/** The module for workerd, which only runs WebAssembly that it has loaded from a file. */
const workerModule = `${LICENCE}
import module from './posenc.wasm';
import { useModule } from './posenc.js';
useModule(module);
export * from './posenc.js';
`;

/**
 * Returns a line that exports all names from a classic script, if the script runs as a module. In a
 * module, `await` is a keyword. So the slash after it begins a regular expression, which ends at
 * the next slash. In a classic script, `await` is a name. So the slash divides it by a string,
 * which contains the rest of the line. Neither expression is ever evaluated.
 */
const exportIfModule = (names) => `0&&await/"/;export const{${names}}=posenc;//"\n`;

/**
 * Returns the classic script, which defines the figures and the global `posenc`. Also returns
 * cdn.js, which CDNs serve for URLs without a path. It works as a script and as a module.
 */
async function classicScripts() {
  const contents = `export * from './web/index.js'; export * from './web/elements.js';`;
  const options = { format: 'iife', globalName: 'posenc', outfile: 'dist/figures.iife.js' };
  const stdin = { contents, resolveDir: '.' };
  const files = await packed({ stdin, ...options, plugins: [besideLate] });
  const [script] = Object.values(files);
  const names = [...Object.keys(library), ...CLASSES];
  return { ...files, 'dist/cdn.js': `${script}\n${exportIfModule(names)}` };
}

/** Returns the command, which runs in Node. */
const command = () => packed({ ...COMMAND, format: 'esm', platform: 'node', outdir: 'dist' });

/** Returns the page that other sites show in an iframe. It contains the scripts for training. */
const embed = async () =>
  singlePage({
    page: 'embed.html',
    style: 'embed.css',
    scripts: [{ source: await pageScript('web/lab/embed.js') }],
    later: ['trainer', 'train-scalar'].map(builtScript),
    isIn: isForFigures,
    out: 'embed.html',
  });

/** Returns the lab, which contains scripts of earlier steps. */
const lab = async () =>
  singlePage({
    page: 'index.html',
    style: 'lab.css',
    ...(await labScripts()),
    out: 'posenc-lab.html',
  });

/** The functions of each step, in their order. Each returns the texts of files by their paths. */
const STEPS = {
  modules: [modules],
  figures: [figureEntries],
  commonjs: [commonJs],
  command: [command],
  workerd: [() => ({ 'dist/posenc.workerd.js': workerModule })],
  classic: [classicScripts],
  scalar: [scalarKernels],
  train: [trainer, trainScalar],
  reporter: [reporter],
  languages: [languagePacks],
  embed: [embed],
  lab: [lab],
};

const names = process.argv.slice(2);
for (const name of names)
  if (!(name in STEPS)) {
    const expected = Object.keys(STEPS).join(', ');
    process.stderr.write(`bundle.js: expected steps among ${expected}, got ${name}\n`);
    process.exit(1);
  }
if (!names.length)
  for (const folder of ['chunks', 'figures', 'cjs/figures', 'languages', 'cjs/languages'])
    rmSync(`dist/${folder}`, { recursive: true, force: true });
for (const [name, makers] of Object.entries(STEPS))
  if (!names.length || names.includes(name)) for (const make of makers) write(await make());
