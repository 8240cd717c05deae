/**
 * Bundles pseudo-pack.js, which makes invented languages, with all English texts of the figures and
 * the apps.
 */
import { build } from 'esbuild';
import { FIGURES } from '../../web/build/figure-list.js';
import { root } from './browsers.js';

/** The names of the groups of texts that all figures share. */
export const CHASSIS = [
  ...['course', 'plot', 'transport', 'question', 'foot', 'table', 'help', 'panel', 'error'],
];

/** The modules that contain texts, by the names that language packs use. */
export const MODULES = {
  ...Object.fromEntries(FIGURES.map(({ folder }) => [folder, `figures/${folder}/words.js`])),
  'stretch-config': 'figures/stretch/config-words.js',
  listings: 'figures/listings/words.js',
  worksheet: 'worksheet/words.js',
};

/** The apps around the figures. For each app, the export of its words.js that has all texts. */
export const APPS = {
  checkup: 'words',
  editor: 'all',
  lab: 'labWords',
  quiz: 'quizWords',
  tour: 'tourWords',
};

/** Returns a script that adds the packs: `xx`, and `he` for texts from right to left. */
export async function pseudoPack() {
  const entries = Object.entries(MODULES);
  const imports = entries.map(([, path], at) => `import * as m${at} from './web/${path}';`);
  const modules = entries.map(([name], at) => `'${name}': m${at}`);
  const apps = Object.entries(APPS);
  const parts = apps.map(
    ([name, part]) => `import { ${part} as ${name}App } from './web/${name}/words.js';`,
  );
  const named = apps.map(([name]) => `${name}: ${name}App`);
  const groups = CHASSIS.map((name) => `${name}: chassis.${name}Words`);
  const contents = `import { addPseudo } from './tests/support/pseudo-pack.js';
import * as chassis from './web/figures/chassis/words.js';
${[...imports, ...parts].join('\n')}
addPseudo({ ${[...groups, ...modules, ...named].join(', ')} });`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0].text;
}
