/**
 * Bundles each figure as a module of its own. All of them import one common module, which has the
 * chassis and the kernels that figures call. Of the rest of the library, the module of a figure has
 * only the functions that the figure calls. A third module has the code that a figure loads late.
 */
import { resolve } from 'node:path';
import { readFileSync } from 'node:fs';
import { FIGURES, defining } from './figure-list.js';
import { kernelsNamedIn } from './figure-kernels.js';
import { besideLate, besideLateAbove, bundled, packed } from './minify.js';

/**
 * The modules that all figures share. Some of them keep a state, so a page must have only one copy.
 * Most figures need most of the other modules.
 */
const SHARED = /\/web\/(figures\/(?:chassis|questions)\/.*|wasm|check|kernels|arena)\.js$/;

/**
 * The module with all kernels as hexadecimal digits. The bundle has a module with fewer kernels in
 * its place.
 */
const KERNELS = /\/web\/kernels\.js$/;

/** The file of each public function, by the name of the function. */
const FILES = {};
const EXPORTS = /^export \{(.+)\} from '\.\/(.+)';$/gm;
for (const [, names, file] of readFileSync('web/index.js', 'utf8').matchAll(EXPORTS))
  for (const name of names.match(/\w+/g)) FILES[name] = file;

/**
 * Lets a module import each public function from the file of this function. Otherwise esbuild puts
 * all functions that index.js exports into one chunk, including those that are needed late.
 */
const withOwnFiles = (text) =>
  text.replace(/^import \{([^}]+)\} from '(.+)\/index\.js';$/gm, (_, names, folder) =>
    names
      .match(/\w+/g)
      .map((name) => `import { ${name} } from '${folder}/${FILES[name]}';`)
      .join(' '),
  );

/** Lets the class of a figure keep its name, although the names in these modules are shortened. */
const withClassNames = (text) =>
  text.replace(/^export class (Pe[A-Z]\w*) .*\{$/m, "$& static name = '$1';");

/**
 * Lets the late module of a figure import the chassis, as all entries do. Otherwise esbuild divides
 * the common module into two: the part that the late module needs, and the rest.
 */
const LIKE_ENTRIES = "export { PeFigure } from '../chassis/figure.js';";

/** Returns the text of a module as the entries need it. */
function prepared(path) {
  const text = withClassNames(withOwnFiles(readFileSync(path, 'utf8')));
  return path.endsWith('/late.js') ? text + LIKE_ENTRIES : text;
}

/**
 * Makes the entry of each figure from its name, and the kernels from `digits`. Each figure gets a
 * copy of each module that is not shared. A suffix of the path distinguishes the copies.
 */
const copiesForFigures = (digits) => ({
  name: 'copies-for-figures',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^figure:/ }, ({ path }) => ({ path: path.slice(7), namespace: 'figure' }));
    onLoad({ filter: /./, namespace: 'figure' }, ({ path: folder }) => ({
      contents: defining(FIGURES.find((figure) => figure.folder === folder)),
      resolveDir: '.',
      pluginData: folder,
    }));
    onResolve({ filter: /^\./ }, ({ path, resolveDir, pluginData: folder }) => {
      const file = resolve(resolveDir, path);
      if (!folder || SHARED.test(file)) return { path: file, sideEffects: false };
      return { path: file, sideEffects: false, suffix: `?${folder}`, pluginData: folder };
    });
    onLoad({ filter: /\.js$/ }, ({ path, pluginData }) => {
      if (KERNELS.test(path)) return { contents: `export default '${digits}';` };
      return { contents: prepared(path), pluginData };
    });
  },
});

/** Returns the texts of the entries and of the modules that they share, by their paths. */
export async function figureEntries() {
  const program = await bundled({
    stdin: { contents: FIGURES.map(defining).join('\n'), resolveDir: '.' },
    format: 'esm',
    plugins: [besideLate],
  });
  const digits = kernelsNamedIn(program);
  return packed({
    entryPoints: FIGURES.map(({ folder }) => ({
      in: `figure:${folder}`,
      out: `figures/${folder}`,
    })),
    format: 'esm',
    minifyIdentifiers: true,
    splitting: true,
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    plugins: [besideLateAbove, copiesForFigures(digits)],
  });
}
