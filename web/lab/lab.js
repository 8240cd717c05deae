import { PeFigure } from '../elements.js';
import { textNumber } from './numbers.js';
import { store } from './store.js';
import { offerLevels, offerThemes } from './choices.js';

const $ = (selector) => document.querySelector(selector);
const figures = [...document.querySelectorAll('.chapter > *')].filter(
  (each) => each instanceof PeFigure,
);

// Computes the numbers in the text with the models of the figures, when their chapter comes near
// the screen. Without kernels, the text keeps the numbers that are written in the page.
const resting = window.requestIdleCallback ?? ((run) => setTimeout(run, 30));
const unread = [];
function readNumber() {
  const [place] = unread;
  try {
    place.textContent = textNumber(place.dataset.n);
    unread.shift();
    if (unread.length) resting(readNumber);
  } catch {
    // The kernels cannot run yet. If they never can, the figures say why.
    document.addEventListener('pe-ready', readNumber, { once: true });
  }
}
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      if (!unread.length) resting(readNumber);
      unread.push(...target.querySelectorAll('[data-n]'));
    }
  },
  { rootMargin: '50% 0px' },
);
for (const chapter of document.querySelectorAll('.chapter')) near.observe(chapter);

offerThemes(figures);
offerLevels(figures);

// The list of chapters marks the chapter that the reader is in. It closes after a click on a link.
const chapters = $('#chapters');
const links = [...chapters.querySelectorAll('a')];
const summary = chapters.querySelector('summary');
const sections = links.map((link) => $(link.hash));

/** Marks the last chapter that begins above this line, as a fraction of the screen's height. */
const READING_LINE = 0.31;
function markChapter() {
  const isAbove = (section) => section.getBoundingClientRect().top <= READING_LINE * innerHeight;
  const at = Math.max(0, sections.findLastIndex(isAbove));
  for (const link of links) link.removeAttribute('aria-current');
  links[at].setAttribute('aria-current', 'true');
  const count = document.createElement('span');
  count.className = 'count';
  count.textContent = at < links.length - 1 ? `${at + 1} of ${links.length - 1}` : '';
  $('#here').replaceChildren(count, links[at].textContent);
  $('.top').style.setProperty('--way', (at + 1) / links.length);
}
// The observer reports each chapter that enters or leaves the line.
const seen = new IntersectionObserver(markChapter, { rootMargin: '-30% 0px -69% 0px' });
for (const section of sections) seen.observe(section);
markChapter();
chapters.addEventListener('click', (event) => {
  if (event.target.closest('a')) chapters.open = false;
});
chapters.addEventListener('focusout', (event) => {
  if (event.relatedTarget && !chapters.contains(event.relatedTarget)) chapters.open = false;
});
document.addEventListener('pointerdown', (event) => {
  if (!chapters.contains(event.target)) chapters.open = false;
});
chapters.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || !chapters.open) return;
  chapters.open = false;
  summary.focus();
});

// Counts the predictions that the reader has made. Only this browser stores them.
const made = new Set(
  (store.get('posenc-made') ?? '')
    .split(' ')
    .filter((id) => figures.some((figure) => figure.id === id)),
);
function showMade() {
  for (const link of links) {
    const asked = figures.filter((figure) => figure.parentElement === $(link.hash));
    link.classList.toggle('done', asked.length > 0 && asked.every(({ id }) => made.has(id)));
  }
  $('#made').hidden = !made.size;
  $('#made').textContent =
    `${made.size} of ${figures.length} predictions made. Only this browser stores the count.`;
}
document.addEventListener('pe-predict', ({ target }) => {
  made.add(target.id);
  store.set('posenc-made', [...made].join(' '));
  showMade();
});
showMade();

// A link to a state of a figure first resets the figure. Then the figure shows exactly what the
// text says, whatever the reader did before. The page scrolls after the browser has stored where
// the reader was, so that Back returns there.
for (const link of document.querySelectorAll('a.see')) {
  link.addEventListener('click', () => {
    const figure = document.getElementById(link.hash.slice(5).split('/')[0]);
    figure?.reset();
    const scroll = () => figure?.scrollIntoView({ block: 'start' });
    if (link.hash === location.hash) scroll();
    else addEventListener('hashchange', scroll, { once: true });
  });
}
