/** Runs the examples of the reference, and finds functions by a word. */
import * as answers from '../answers/index.js';
import * as doctor from '../doctor/index.js';
import * as files from '../files/index.js';
import * as train from '../train/index.js';
import { promisedLines, runExample } from './example.js';

const { posenc } = globalThis;
const functions = Object.entries(posenc).filter(([name]) => !/^Pe[A-Z]/.test(name));
const library = { ...Object.fromEntries(functions), ...doctor, ...train, ...files, ...answers };

/** The texts under an example. */
const SAID = { same: 'as the comments say', other: 'not as the comments say' };

/** Runs the example of a form, and shows what it prints, or its error. */
async function run(form) {
  const output = form.querySelector('output');
  const text = form.querySelector('textarea').value;
  const verdict = document.createElement('span');
  verdict.className = 'verdict';
  let printed;
  try {
    const lines = await runExample(text, library);
    const isSame = lines.join('\n') === promisedLines(text).join('\n');
    printed = lines.join('\n');
    verdict.textContent = isSame ? SAID.same : SAID.other;
    output.dataset.state = isSame ? 'same' : 'other';
  } catch (error) {
    printed = `${error.name}: ${error.message}`;
    output.dataset.state = 'error';
  }
  const pre = document.createElement('pre');
  pre.textContent = printed;
  output.replaceChildren(pre, verdict);
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  run(event.target);
});
document.addEventListener('keydown', (event) => {
  const isRun = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  if (!isRun || !event.target.matches('.example textarea')) return;
  event.preventDefault();
  run(event.target.form);
});

// The reader types words into this box to find functions. Entries without one of the words are
// hidden. The links to these entries in the list of names are hidden, too.
const find = document.getElementById('find');
const found = document.querySelector('.found');
const entries = [...document.querySelectorAll('.entry')].map((entry) => ({
  entry,
  link: document.querySelector(`.names li > [href="#${entry.id}"]`),
  text: `${entry.textContent} ${entry.querySelector('textarea')?.value ?? ''}`.toLowerCase(),
}));

function showFound() {
  const words = find.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const { entry, link, text } of entries) {
    const isFound = words.every((word) => text.includes(word));
    entry.hidden = !isFound;
    link.parentElement.hidden = !isFound;
    count += isFound;
  }
  for (const family of document.querySelectorAll('.family'))
    family.hidden = !family.querySelector('.entry:not([hidden])');
  for (const section of document.querySelectorAll('.names section'))
    section.hidden = !section.querySelector('li:not([hidden])');
  found.textContent = words.length ? `${count} of ${entries.length}` : '';
}
find.addEventListener('input', showFound);
find.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') {
    find.value = '';
    showFound();
  }
  if (key === 'Enter')
    document.querySelector('.entry:not([hidden])')?.scrollIntoView({ block: 'start' });
});

// A link to an entry shows the entry, even if the search has hidden it.
addEventListener('hashchange', () => {
  const entry = document.getElementById(location.hash.slice(1));
  if (!entry?.closest('[hidden]')) return;
  find.value = '';
  showFound();
  entry.scrollIntoView();
});
