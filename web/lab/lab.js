import { colorize, sinusoidal } from '../index.js';
import { PeFigure } from '../elements.js';
import { palette } from '../figures/palette.js';
import { textNumber } from './numbers.js';

const $ = (selector) => document.querySelector(selector);
const store = {
  get(key) { try { return localStorage.getItem(key); } catch { return null; } },
  set(key, value) { try { localStorage.setItem(key, value); } catch { /* a sandboxed page has no storage */ } },
};

// Numbers in the text are computed like those in the figures; without kernels the printed ones stay.
try {
  for (const place of document.querySelectorAll('[data-n]')) place.textContent = textNumber(place.dataset.n);
} catch { /* the figures say why */ }

// Theme.
const figures = () => [...document.querySelectorAll('*')].filter((each) => each instanceof PeFigure);
const theme = $('#theme');
function setTheme(value) {
  document.documentElement.dataset.theme = value;
  for (const figure of figures()) figure.setAttribute('theme', value);
}
theme.hidden = false;
theme.addEventListener('change', (event) => {
  setTheme(event.target.value);
  showWords();
  store.set('posenc-theme', event.target.value);
});
const kept = [...theme.querySelectorAll('input')].find((input) => input.value === store.get('posenc-theme'));
if (kept) {
  kept.checked = true;
  setTheme(kept.value);
}

// The bag of words.
const words = ['dog', 'bites', 'man'];
const place = $('#words');
const stamp = $('#stamp');
$('#hint').hidden = stamp.hidden = false;
const still = matchMedia('(prefers-reduced-motion: reduce)');
const darkPage = matchMedia('(prefers-color-scheme: dark)');
darkPage.addEventListener('change', () => showWords());
const buttons = new Map(words.map((word) => {
  const button = document.createElement('button');
  button.className = 'word';
  button.type = 'button';
  button.textContent = word;
  button.addEventListener('click', () => swap(word));
  return [word, button];
}));

function swap(word) {
  const before = new Map([...buttons].map(([each, button]) => [each, button.offsetLeft]));
  const at = words.indexOf(word);
  const next = (at + 1) % words.length;
  [words[at], words[next]] = [words[next], words[at]];
  showWords();
  buttons.get(word).focus();
  if (still.matches) return;
  for (const [each, button] of buttons) {
    button.style.transition = 'none';
    button.style.translate = `${before.get(each) - button.offsetLeft}px 0`;
  }
  place.getBoundingClientRect();
  for (const button of buttons.values()) button.style.transition = button.style.translate = '';
}

/** A word over the first numbers of its position, and the position itself. */
function stamped(word, position) {
  const stamp = document.createElement('span');
  stamp.className = 'stamped';
  const mark = document.createElement('sub');
  mark.textContent = String(position);
  stamp.append(word, mark);
  try {
    const row = sinusoidal(1, 16, { start: position });
    const canvas = document.createElement('canvas');
    canvas.width = row.length;
    canvas.height = 1;
    const dark = theme.querySelector(':checked').value === 'auto' ? darkPage.matches : theme.querySelector(':checked').value === 'dark';
    canvas.getContext('2d').putImageData(new ImageData(colorize(row, palette(dark ? 'dark' : 'light')), row.length, 1), 0, 0);
    stamp.append(canvas);
  } catch { /* without kernels the number alone says it */ }
  return stamp;
}

function showWords() {
  place.replaceChildren(...words.map((word) => buttons.get(word)));
  const marked = stamp.querySelector('input').checked;
  $('#set-label').textContent = marked ? 'Stamped, every order is a new set' : 'Attention alone receives, in any order';
  const set = [...words].sort().flatMap((word, at) => {
    return [at ? ', ' : '{ ', marked ? stamped(word, words.indexOf(word)) : word];
  });
  const line = document.createElement('span');
  line.append(...set, ' }');
  $('#set').replaceChildren(line);
}
stamp.addEventListener('change', showWords);
showWords();

// Where the reader is, and which predictions have been made.
const links = [...document.querySelectorAll('.chapters ol a')];
const chapterLink = (section) => links.find((link) => link.hash === `#${section?.id}`);
const sections = links.map((link) => $(link.hash));
const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    for (const link of links) link.removeAttribute('aria-current');
    chapterLink(entry.target)?.setAttribute('aria-current', 'true');
  }
}, { rootMargin: '-30% 0px -65% 0px' });
sections.forEach((section) => seen.observe(section));
for (const id of (store.get('posenc-done') ?? '').split(' ')) links.find((link) => link.hash === `#${id}`)?.classList.add('done');
document.addEventListener('pe-reveal', (event) => {
  chapterLink(event.target.closest('section'))?.classList.add('done');
  store.set('posenc-done', links.filter((link) => link.classList.contains('done')).map((link) => link.hash.slice(1)).join(' '));
});

// A link to a state: the figure takes the rest of its state from the start, so that it shows just what is said.
for (const link of document.querySelectorAll('a.see')) {
  link.addEventListener('click', () => {
    const figure = document.getElementById(link.hash.slice(5).split('/')[0]);
    figure?.reset();
    figure?.scrollIntoView({ block: 'start' });
  });
}
