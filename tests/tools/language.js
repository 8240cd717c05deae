/**
 * Checks a language: npm run language de. It lists words that differ in form from the English ones,
 * missing words, and words that are the same as in English. Then it writes a page with all figures.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIGURES } from '../../web/build/figure-list.js';
import { root } from '../support/browsers.js';
import { differences, englishWords, missing, packOf } from '../support/languages.js';

const [language] = process.argv.slice(2);
const english = await englishWords();
const pack = await packOf(language);

/** Lists the texts of more than one word that are the same in both languages. */
function same(one, other, path) {
  if (typeof one === 'string')
    return one === other && /\p{L}{3}.*\s.*\p{L}{3}/u.test(one) ? [`${path}: ${one}`] : [];
  if (!one || typeof one !== 'object' || !other || one === other) return [];
  return Object.keys(one).flatMap((key) => same(one[key], other[key], `${path}.${key}`));
}

const lists = { 'differs in form': [], 'is missing': [], 'is as in English': [] };
for (const [name, words] of Object.entries(english)) {
  const own = pack[name];
  if (!own) {
    lists['is missing'].push(`${name} as a whole`);
    continue;
  }
  lists['differs in form'].push(...differences(words, own, name));
  lists['is missing'].push(...missing(words, own, name));
  lists['is as in English'].push(...same(words, own, name));
}
for (const [what, found] of Object.entries(lists))
  console.log(`${found.length} ${what}${found.map((each) => `\n  ${each}`).join('')}`);

const figures = FIGURES.map(({ tag }) => `<h2>${tag}</h2>\n<${tag}></${tag}>`).join('\n');
const page = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${language}</title>
<script src="languages/${language}.js"></script>
<script src="figures.iife.js" defer></script>
${figures}
`;
writeFileSync(join(root, `dist/figures-${language}.html`), page);
console.log(`Open dist/figures-${language}.html to see every figure.`);
process.exitCode = lists['differs in form'].length ? 1 : 0;
