/**
 * Begins a language: `npm run language fr` copies the German pack to web/languages/fr.js and fr/,
 * unless they exist already.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

const FOLDER = 'web/languages';

/** Prints one line on the error stream, and ends the process. */
function fail(message) {
  console.error(`posenc: ${message}`);
  process.exit(1);
}

const tag = process.argv[2] ?? '';
if (!/^[a-z]{2,3}$/.test(tag) || tag === 'en')
  fail(`language: expected the tag of a language other than English, such as fr, got "${tag}"`);
const [file, parts] = [`${FOLDER}/${tag}.js`, `${FOLDER}/${tag}`];
if (existsSync(file) !== existsSync(parts))
  fail(`language: expected both ${file} and ${parts}/, got only one of them`);
if (!existsSync(file)) {
  const pack = readFileSync(`${FOLDER}/de.js`, 'utf8')
    .replaceAll("'./de/", `'./${tag}/`)
    .replace("addLanguage('de'", `addLanguage('${tag}'`)
    .replace('The German words', `The words in the language ${tag}`);
  cpSync(`${FOLDER}/de`, parts, { recursive: true });
  writeFileSync(file, pack);
  console.log(`posenc: ${file} and ${parts}/ are copies of the German words. Translate them.`);
}
