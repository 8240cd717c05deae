/**
 * Checks the translation into a language, for example by `npm run language fr`. It lists missing
 * texts, texts of another form than in English, and texts that are still English or German. (A form
 * is, for example, the number of items of a list.) Then it writes a page with all figures, and with
 * links to everything else.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIGURES } from '../../web/build/figure-list.js';
import { root } from '../support/browsers.js';
import {
  differences,
  englishWords,
  lostNumbers,
  missing,
  missingPhrases,
  otherOptions,
  packOf,
  wrongPage,
  wrongPhrases,
} from '../support/languages.js';
import { phrases } from '../support/phrases.js';

/** The largest number of texts that are printed because they are the same in two languages. */
const MOST = 40;

/** The parts of the lab that are not figures, each with the end of its address. */
const APPS = {
  'The course, with tour and quiz': '',
  'The check of files': '#doctor',
  'The editor': '#editor',
  'A worksheet': '&worksheet=rope&key=',
};

const [language] = process.argv.slice(2);
const english = await englishWords();
const pack = await packOf(language);
// A translation begins as a copy of the German pack, so it is compared with this pack. The German
// pack itself is compared with the Chinese pack.
const complete = await packOf(language === 'de' ? 'zh' : 'de');

/** Returns whether a text has more than one word, not counting those in the braces of numbers. */
const hasWords = (text) => /\p{L}{3}.*\s.*\p{L}{3}/u.test(text.replace(/\{[^}]*\}/g, ''));

/** Lists the texts of more than one word that are the same in both languages. */
function same(one, other, path) {
  if (typeof one === 'string') return one === other && hasWords(one) ? [`${path}: ${one}`] : [];
  if (!one || typeof one !== 'object' || !other || one === other) return [];
  return Object.keys(one).flatMap((key) => same(one[key], other[key], `${path}.${key}`));
}

const books = Object.entries(phrases());

/** Lists the faults of questions, captions, the page and sentences. */
function otherFaults() {
  const { bank = {}, page = {}, 'tour-script': script = [] } = pack;
  return [
    ...otherOptions(english.bank, bank),
    ...lostNumbers(english.bank, bank, 'bank'),
    ...lostNumbers(english['tour-script'], script, 'tour-script'),
    ...wrongPage(complete.page, page),
    ...books.flatMap(([name, texts]) => wrongPhrases(texts, pack[name] ?? {}, name)),
  ];
}

const lists = {
  'differs in form': otherFaults(),
  'is missing': books.flatMap(([name, texts]) => missingPhrases(texts, pack[name] ?? {}, name)),
  'is as in English': [],
  'is as in German': [],
};
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
if (language !== 'de')
  for (const [name, words] of Object.entries(complete))
    lists['is as in German'].push(...same(words, pack[name], name));
for (const [what, found] of Object.entries(lists)) {
  const most = what.startsWith('is as') ? MOST : Infinity;
  const rows = found.slice(0, most).map((each) => `\n  ${each}`);
  if (found.length > most) rows.push(`\n  and ${found.length - most} more`);
  console.log(`${found.length} ${what}${rows.join('')}`);
}

const lab = `posenc-lab.html?lang=${language}&level=full`;
const links = Object.entries(APPS).map(([text, at]) => `<li><a href="${lab}${at}">${text}</a>`);
const figures = FIGURES.map(({ tag }) => `<h2>${tag}</h2>\n<${tag}></${tag}>`).join('\n');
const page = `<!doctype html>
<html lang="${language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${language}</title>
<script src="languages/${language}.js"></script>
<script src="figures.iife.js" defer></script>
<ul lang="en">
${links.join('\n')}
</ul>
${figures}
`;
writeFileSync(join(root, `dist/figures-${language}.html`), page);
console.log(`Open dist/figures-${language}.html: it shows every figure, and leads to the rest.`);
process.exitCode = lists['differs in form'].length ? 1 : 0;
