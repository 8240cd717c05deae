/**
 * Bundles the scripts of single-file pages. The lab has several scripts: first the language, then
 * the figures, and then the code that only the lab has. A saved lesson contains the script of the
 * figures.
 */
import { relative } from 'node:path';
import { besideApps, besideLate, bundled, modulesOf } from './minify.js';
import { builtScript } from './single-page.js';

const BESIDE = [besideApps, besideLate];

/** The options of every script. A script may be UTF-8, because every page declares this charset. */
const SCRIPT = { format: 'iife', charset: 'utf8' };

/** The global with the modules that the scripts of the lab share. */
const SHARED = 'posencParts';

/** The figures with their library. */
const FIGURES = ['web/elements.js', 'web/index.js'];

/**
 * Returns the options of a script that imports modules and stores them in a global, by their paths.
 * @param {string[]} paths
 */
function importsOf(paths) {
  const lines = paths.map((path, at) => `import * as part${at} from './${path}';`);
  const parts = paths.map((path, at) => `${JSON.stringify(path)}: part${at}`);
  const contents = `${lines.join('\n')}\nglobalThis.${SHARED} = { ${parts.join(', ')} };`;
  return { stdin: { contents, resolveDir: '.' }, plugins: BESIDE };
}

/** Bundles a script that shares no modules with other scripts. @param {string} entry */
export const pageScript = (entry) => bundled({ entryPoints: [entry], ...SCRIPT, plugins: BESIDE });

/**
 * Takes the modules of the figures from the global, and notes which modules are taken.
 * @param {Set<string>} own the paths of the modules that an earlier script has
 * @param {Set<string>} taken
 */
const sharing = (own, taken) => ({
  name: 'sharing',
  setup({ onLoad, onResolve, resolve }) {
    onResolve({ filter: /^\.\.?\// }, async ({ path, pluginData, ...others }) => {
      if (pluginData?.isResolved) return undefined;
      const found = await resolve(path, { ...others, pluginData: { isResolved: true } });
      const module = relative('.', found.path);
      if (!own.has(module)) return found;
      taken.add(module);
      return { path: module, namespace: 'shared' };
    });
    onLoad({ filter: /./, namespace: 'shared' }, ({ path }) => ({
      contents: `module.exports = ${SHARED}[${JSON.stringify(path)}];`,
    }));
  },
});

/** Returns the scripts of the lab in their order. The scripts of `later` run only on demand. */
export async function labScripts() {
  const own = await modulesOf(importsOf(FIGURES));
  const taken = new Set();
  const language = 'web/lab/language.js';
  const plugins = [sharing(new Set([...own, language]), taken), ...BESIDE];
  const lab = await bundled({ entryPoints: ['web/lab/lab.js'], ...SCRIPT, plugins });
  const apps = await Promise.all(
    ['editor', 'checkup'].map(async (id) => {
      const source = await bundled({ entryPoints: [`web/${id}.js`], ...SCRIPT, plugins });
      return { id, source };
    }),
  );
  taken.delete(language);
  const figures = await bundled({ ...importsOf([...taken].sort()), ...SCRIPT });
  const scripts = [
    { source: await pageScript(language) },
    { source: figures, id: 'figures' },
    { source: lab },
  ];
  return {
    scripts,
    later: [...apps, ...['trainer', 'train-scalar', 'reporter'].map(builtScript)],
  };
}
