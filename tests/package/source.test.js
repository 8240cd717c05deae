/* Checks rules that no tool checks. For instance, some files may only use certain functions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectFiles } from '../../web/build/sources.js';
import hex from '../../web/kernels.js';
import { root } from '../support/browsers.js';
import { codeOf, importsOf, stringsOf } from '../support/code.js';

const read = (name) => readFileSync(join(root, name), 'utf8');
const files = projectFiles(root);
const web = files.filter((name) => /^web\/(?!build\/|recipes\/).*\.js$/.test(name));
const imports = (name) => importsOf(name, read(name));

/** The modules that the build writes. */
const GENERATED = [
  'web/kernels.js',
  'web/kernels-scalar.js',
  'web/train/kernels.js',
  'web/train/kernels-scalar.js',
  'web/figures/chassis/style-text.js',
];

/** The packages that files import. The build includes these packages in its bundles. */
const BUNDLED = {
  'web/files/zip-member.js': 'fflate',
  'web/lab/carried.js': 'fflate',
  'web/editor/markdown.js': 'marked',
};

test('comments and strings are distinguished from code', () => {
  const cases = {
    'a /** b ** c */ d': 'a   d',
    "x('Math.sin') // Math.cos\ny": "x('') \ny",
    '`Math.sin ${Math.cos(`${a}`)} b`': '`${Math.cos(`${a}`)}`',
    'a = /"[/]**"/g; b ** c': 'a = / /g; b ** c',
    'a / b / c ** d': 'a / b / c ** d',
    "f('\\'**', \"'\") ** 2": "f('', '') ** 2",
    '`${ {a: 1}.a } ** ` ** 2': '`${ {a: 1}.a }` ** 2',
    'return /\\/\\*/.test(x) ** 2': 'return / /.test(x) ** 2',
  };
  for (const [source, wanted] of Object.entries(cases))
    assert.equal(codeOf(source), wanted, source);
});

/** Functions and constants of Math whose bits are all defined by the language or by IEEE 754. */
const EXACT = [
  ...['abs', 'ceil', 'clz32', 'floor', 'fround', 'imul', 'max', 'min', 'round', 'sign', 'sqrt'],
  ...['trunc', 'E', 'LN10', 'LN2', 'LOG10E', 'LOG2E', 'PI', 'SQRT1_2', 'SQRT2'],
];

test('no code in web/ uses ** or a function whose last bits differ between engines', () => {
  assert.ok(web.length > 15, `${web}`);
  const found = [];
  for (const name of web) {
    const text = codeOf(read(name));
    for (const [use, called] of text.matchAll(/\bMath\b(?:\s*\??\.\s*(\w+))?/g))
      if (!EXACT.includes(called)) found.push(`${name}: ${use}`);
    if (text.includes('**')) found.push(`${name}: ${/.*\*\*.*/.exec(text)[0].trim()}`);
  }
  assert.deepEqual(found, []);
});

test('only web/wasm.js mentions WebAssembly and imports the bytes of the kernels', () => {
  const naming = web.filter((name) => /\bWebAssembly\b/.test(codeOf(read(name))));
  assert.deepEqual(naming, ['web/wasm.js']);
  const importing = web.filter((name) => imports(name).includes('web/kernels.js'));
  assert.deepEqual(importing, ['web/wasm.js']);
});

test('figures import only the public names and the shared drawing parts', () => {
  const isFigure = (name) => name.startsWith('web/figures/') || name === 'web/elements.js';
  const allowed =
    /^web\/((index|scalar|doctor\/elementary)\.js|train\/(trainer|train-scalar)\.js|figures\/[\w/-]+\.js)$/;
  const figures = web.filter(isFigure);
  assert.ok(figures.length > 5, `${figures}`);
  for (const name of figures)
    for (const from of imports(name)) assert.match(from, allowed, `${name} imports ${from}`);
});

test('the core imports its own files only: no figure, no reader of files, no app', () => {
  const own = /^web\/(?:[\w-]+\.js|(?:angles|tables|rope|bias|attention|inspect)\/[\w-]+\.js)$/;
  const entries = ['elements', 'quiz', 'tour', 'worksheet', 'checkup', 'editor'];
  const isEntry = (name) => entries.includes(name.slice('web/'.length, -'.js'.length));
  const core = web.filter((name) => own.test(name) && !isEntry(name));
  assert.ok(core.length > 40, `${core}`);
  for (const name of core)
    for (const from of imports(name))
      assert.ok(own.test(from) && !isEntry(from), `${name} imports ${from}`);
});

test('only load-beside.js looks for scripts, and only trusted.js and load-beside.js make them', () => {
  const outside = web.filter((name) => !/^web\/(build|site|recipes)\//.test(name));
  const isSearch =
    /(?:getElementById|querySelector(?:All)?)\([^)]*(?:posenc-(?!answers)|SOURCE\b|script)|getElementsBy|document\.(?:scripts|currentScript)/;
  const isMade =
    /createElement\('script|h\('script|innerHTML =|outerHTML =|insertAdjacentHTML|document\.write|new Function|\beval\(|srcdoc|createContextualFragment/;
  const having = (pattern) =>
    outside.filter((name) => pattern.test(read(name).replace(/^\s*(?:\/\*)?\*.*$/gm, '')));
  // reporter.js reads the attributes of its own script, and no text.
  const finds = ['web/editor/reporter.js', 'web/figures/chassis/load-beside.js'];
  assert.deepEqual(having(isSearch).sort(), finds);
  const makes = ['web/figures/chassis/load-beside.js', 'web/figures/chassis/trusted.js'];
  assert.deepEqual(having(isMade).sort(), makes);
});

test('the doctor imports the public names, two shared files and its own files only', () => {
  const allowed = /^web\/(index|check|half-precision|doctor\/[\w-]+)\.js$/;
  const doctor = web.filter((name) => name.startsWith('web/doctor/'));
  assert.ok(doctor.length > 3, `${doctor}`);
  for (const name of doctor)
    for (const from of imports(name)) assert.match(from, allowed, `${name} imports ${from}`);
});

test('readers of files import two shared files and their own files only', () => {
  const allowed = /^web\/(check|half-precision|files\/[\w-]+)\.js$/;
  const readers = web.filter((name) => name.startsWith('web/files/'));
  assert.ok(readers.length > 8, `${readers}`);
  for (const name of readers)
    for (const from of imports(name))
      if (from !== BUNDLED[name]) assert.match(from, allowed, `${name} imports ${from}`);
});

test('the lab imports the public names, the elements, few other parts and its own files', () => {
  const allowed =
    /^web\/(index\.js|elements\.js|(checkup|editor|quiz|tour|worksheet)\.js|editor\/(lesson|sheet)\.js|(figures|quiz|lab)\/[\w/-]+\.js)$/;
  for (const name of web.filter((name) => name.startsWith('web/lab/')))
    for (const from of imports(name).filter((from) => from !== BUNDLED[name]))
      assert.match(from, allowed, `${name} imports ${from}`);
});

test('the quiz imports the public names, the elements, the figures and its own files only', () => {
  const allowed = /^web\/(index\.js|elements\.js|(figures|quiz)\/[\w/-]+\.js)$/;
  const quiz = web.filter((name) => /^web\/quiz(\.js|\/)/.test(name));
  assert.ok(quiz.length > 15, `${quiz}`);
  for (const name of quiz)
    for (const from of imports(name)) assert.match(from, allowed, `${name} imports ${from}`);
});

test('the tour imports the figures, the numbers of texts and its own files only', () => {
  const allowed = /^web\/(quiz\/numbers\.js|(figures\/chassis|tour)\/[\w-]+\.js)$/;
  const tour = web.filter((name) => /^web\/tour(\.js|\/)/.test(name));
  assert.ok(tour.length > 7, `${tour}`);
  for (const name of tour)
    for (const from of imports(name)) assert.match(from, allowed, `${name} imports ${from}`);
});

test('worksheets import the public names, the elements, the quiz, and few parts of the figures', () => {
  const allowed =
    /^web\/((index|elements|quiz)\.js|(figures\/(chassis|parts)|worksheet)\/[\w-]+\.js)$/;
  const worksheet = web.filter((name) => /^web\/worksheet(\.js|\/)/.test(name));
  assert.ok(worksheet.length > 8, `${worksheet}`);
  for (const name of worksheet)
    for (const from of imports(name)) assert.match(from, allowed, `${name} imports ${from}`);
});

test('the checkup imports the public names, findings, and few parts of the figures', () => {
  const allowed =
    /^web\/((doctor\/|files\/)?index\.js|elements\.js|figures\/stretch\/read-config\.js|(figures\/chassis|findings|checkup)\/[\w-]+\.js)$/;
  const checkup = web.filter((name) => /^web\/checkup(\.js|\/)/.test(name));
  assert.ok(checkup.length > 9, `${checkup}`);
  for (const name of checkup)
    for (const from of imports(name)) assert.match(from, allowed, `${name} imports ${from}`);
});

test('the editor imports the elements, parts of the figures and its own files only', () => {
  const allowed =
    /^web\/(elements\.js|answers\/scorm\.js|files\/(checksum|json-levels|zip-writer)\.js|figures\/(chassis|questions)\/[\w-]+\.js|editor\/[\w-]+\.js)$/;
  const editor = web.filter((name) => /^web\/editor(\.js|\/)/.test(name));
  assert.ok(editor.length > 9, `${editor}`);
  for (const name of editor)
    for (const from of imports(name))
      if (from !== BUNDLED[name]) assert.match(from, allowed, `${name} imports ${from}`);
});

test('findings import no kernels and no files, which their callers load', () => {
  const findings = web.filter((name) => name.startsWith('web/findings/'));
  assert.ok(findings.length > 5, `${findings}`);
  // Files in web/findings/ may import these files of the doctor, which import nothing themselves.
  const shared = ['layouts', 'rounding', 'scaling-differences', 'sections'].map(
    (name) => `web/doctor/${name}.js`,
  );
  for (const name of shared) assert.deepEqual(imports(name), [], name);
  for (const name of findings)
    for (const from of imports(name))
      if (!shared.includes(from))
        assert.match(from, /^web\/findings\/[\w-]+\.js$/, `${name} imports ${from}`);
});

test('the site imports its own files, entries, and few of the lab and the figures', () => {
  const allowed =
    /^web\/(site\/[\w-]+\.js|lab\/(choices|wanted-language)\.js|figures\/chassis\/state\.js|(answers|doctor|files|train)\/index\.js)$/;
  const site = web.filter((name) => name.startsWith('web/site/'));
  assert.ok(site.length > 4, `${site}`);
  for (const name of site)
    for (const from of imports(name)) assert.match(from, allowed, `${name} imports ${from}`);
});

test('the command imports the entries, Node, one file of the readers and its own files only', () => {
  const allowed =
    /^(node:[\w]+|web\/(index|doctor\/index|files\/(index|printable)|(command|findings)\/[\w-]+)\.js)$/;
  const command = web.filter((name) => name.startsWith('web/command/'));
  assert.ok(command.length > 10, `${command}`);
  for (const name of command)
    for (const from of imports(name)) assert.match(from, allowed, `${name} imports ${from}`);
});

test('only code that inflates and Markdown depend on a package, and only the command on Node', () => {
  const isThere = (name, from) =>
    GENERATED.includes(from) ||
    files.includes(from) ||
    from === BUNDLED[name] ||
    (name.startsWith('web/command/') && from.startsWith('node:'));
  for (const name of web)
    for (const from of imports(name)) assert.ok(isThere(name, from), `${name} imports ${from}`);
});

/** Returns the names of the functions that posenc.h exports. */
function exportsOfHeader() {
  const header = read('c/posenc.h').replace(/\/\*[^]*?\*\//g, '');
  const names = [...header.matchAll(/\bPE_API\b[^;(]*?\b(\w+)\s*\(/g)].map(([, name]) => name);
  return names.filter((name) => name !== '__attribute__').sort();
}

test('the wasm exports the functions of posenc.h and no other, and imports nothing', () => {
  const declared = exportsOfHeader();
  assert.ok(
    declared.length > 20 && declared.every((name) => name.startsWith('pe_')),
    `${declared}`,
  );
  const bytes = Buffer.from(hex, 'hex');
  const module = new WebAssembly.Module(bytes);
  const exported = WebAssembly.Module.exports(module)
    .filter(({ kind, name }) => kind === 'function' && name.startsWith('pe_'))
    .map(({ name }) => name);
  assert.deepEqual(exported.sort(), declared);
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  const same = readFileSync(join(root, 'dist/posenc.wasm')).equals(bytes);
  assert.ok(same, 'dist/posenc.wasm is another build than web/kernels.js');
});

test('no file names a package registry, a token or a path of one machine', () => {
  const patterns = [
    /\bregistry[.-]\w+[.]\w/,
    /"resolved"\s*:/,
    /_auth[T]oken/,
    /[/]work[/]/,
    /[/]root[/]/,
    /[/]home[/]\w/,
    /https?:[/][/]\d+[.]\d+[.]\d+[.](?!1\b)\d+/,
  ];
  const found = [];
  for (const name of files) {
    const text = read(name);
    if (text.includes('\0')) continue;
    for (const pattern of patterns)
      if (pattern.test(text)) found.push(`${name}: ${pattern.exec(text)[0]}`);
  }
  assert.deepEqual(found, []);
});

test('every C source names its licence in its first line', () => {
  const sources = files.filter((name) => /^(c|web|tests)\/.*\.[ch]$/.test(name));
  assert.ok(sources.length > 20);
  for (const name of sources)
    assert.match(read(name), /^\/\* SPDX-License-Identifier: MIT \*\/\n/, name);
});

test('at most one line in a hundred is wider than 100 columns', () => {
  const sources = files.filter((name) => /^(c|web|tests)\/.*\.(c|h|js|css|html)$/.test(name));
  const lines = sources.flatMap((name) => read(name).split('\n'));
  const wide = lines.filter((line) => line.length > 100).length;
  assert.ok(lines.length > 10_000);
  assert.ok(wide <= lines.length / 100, `${wide} of ${lines.length} lines are wider`);
});

test('few parameters have an unknown type', () => {
  const found = web.flatMap((name) => [...read(name).matchAll(/@param \{any\}/g)].map(() => name));
  assert.ok(found.length <= 21, `${found.length}: ${[...new Set(found)].join(', ')}`);
});

test('every figure is a folder of the same four files', () => {
  const folders = new Set(
    files.map(
      (name) => /^web\/figures\/(?!(?:chassis|parts|listings|questions)\/)(\w+)\//.exec(name)?.[1],
    ),
  );
  folders.delete(undefined);
  assert.ok(folders.size >= 12, `${[...folders]}`);
  for (const name of folders)
    for (const part of [name, 'model', 'picture', 'words'])
      assert.ok(files.includes(`web/figures/${name}/${part}.js`), `${name}: no ${part}.js`);
});

test('no sentence of a figure is outside its words.js', () => {
  const isFigure = (name) => /^web\/figures\/(?!chassis\/|listings\/)\w+\/[\w-]+\.js$/.test(name);
  const maySpeak = (name) => /\/((config-)?words|configs|listings|[\w-]+-style)\.js$/.test(name);
  const isClasses = (string) => /^pe-[\w-]+( pe-[\w-]+)*$/.test(string);
  const found = [];
  for (const name of web.filter((name) => isFigure(name) && !maySpeak(name)))
    for (const string of stringsOf(read(name)))
      if (/[a-z]{2,} [a-z]{2,}/i.test(string) && !isClasses(string))
        found.push(`${name}: ${string}`);
  assert.deepEqual(found, []);
});
