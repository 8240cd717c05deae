/** Bundles the languages of web/languages/ into scripts that a page loads before the figures. */
import { readdirSync } from 'node:fs';
import { packed } from './minify.js';

/** The languages that have a pack: the first parts of their tags. */
export const LANGUAGES = readdirSync('web/languages')
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.slice(0, -'.js'.length));

/**
 * Words import a few constants from the models of the figures. esbuild may leave out all that no
 * word uses, the kernels too.
 */
const onlyUsed = {
  name: 'only what words use',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^\.\.?\// }, async ({ path, pluginData, ...others }) => {
      if (pluginData?.isResolved) return undefined;
      const found = await resolve(path, { ...others, pluginData: { isResolved: true } });
      return { ...found, sideEffects: false };
    });
  },
};

/** Returns the packs. Each file is a classic script and works as a module, also for `require`. */
export async function languagePacks() {
  const files = {};
  for (const language of LANGUAGES) {
    const entryPoints = [{ in: `web/languages/${language}.js`, out: `languages/${language}` }];
    const made = await packed({
      entryPoints,
      format: 'iife',
      outdir: 'dist',
      charset: 'utf8',
      plugins: [onlyUsed],
    });
    const [script] = Object.values(made);
    files[`dist/cjs/languages/${language}.js`] = script;
    for (const folder of ['dist/types', 'dist/cjs/types'])
      files[`${folder}/languages/${language}.d.ts`] = 'export {};\n';
    Object.assign(files, made);
  }
  return files;
}
