/** Keeps the list of chapters in the header up to date, and marks the reader's chapter in it. */

import { hold, topOf } from './hold.js';
import { labWords as words } from './words.js';

/** The reader is in the last chapter that begins above this share of the screen's height. */
const READING_LINE = 0.5;

const chapters = document.getElementById('chapters');
const links = [...chapters.querySelectorAll('li:not(.teach) a')];
const sections = new Map(links.map((link) => [link, document.querySelector(link.hash)]));

/** Returns the links to the chapters that the present level shows. */
const shownLinks = () => links.filter((link) => sections.get(link).offsetParent !== null);

/** Whether a chapter has a number at the present level. @param {Element} link */
const isNumbered = (link) =>
  !link.closest('.last') &&
  (document.documentElement.dataset.level === 'full' || !sections.get(link).matches('.full'));

/**
 * Marks the chapter that the reader sees. Above the first chapter, the header instead names the
 * tour or the check of files if it is open.
 */
function markChapter() {
  const shown = shownLinks();
  // No chapter is shown while the editor of lessons is open.
  if (!shown.length) return;
  const line = READING_LINE * innerHeight;
  const isAbove = (link) => sections.get(link).getBoundingClientRect().top <= line;
  const at = shown.findLastIndex(isAbove);
  for (const link of links) link.removeAttribute('aria-current');
  const fold = document.querySelector('.hero details[open] > summary');
  if (at < 0 && fold) markFold(fold);
  else markLink(shown, Math.max(0, at));
}

/**
 * Writes the name of an open fold into the header. The fold is above the first chapter.
 * @param {Element} summary
 */
function markFold(summary) {
  document.getElementById('here').replaceChildren(summary.lastChild.textContent);
  document.querySelector('.top').style.setProperty('--way', 0);
}

/**
 * Marks a chapter in the list, and writes its name into the header.
 * @param {Element[]} shown the links to the chapters that are shown
 * @param {number} at the index of this chapter
 */
function markLink(shown, at) {
  shown[at].setAttribute('aria-current', 'true');
  const numbered = shown.filter(isNumbered);
  const number = numbered.indexOf(shown[at]) + 1;
  const count = document.createElement('span');
  count.className = 'count';
  count.textContent = number ? words.chapter(number, numbered.length) : '';
  document.getElementById('here').replaceChildren(count, shown[at].textContent);
  // After the last numbered chapter, the line below the header has its full length.
  const way = number ? number / numbered.length : 1;
  document.querySelector('.top').style.setProperty('--way', way);
}

/** The request for the animation frame that will mark the chapter; 0 if there is no request. */
let frame = 0;

/** Marks the present chapter in the next frame. Further calls until then have no effect. */
function markSoon() {
  frame ||= requestAnimationFrame(() => {
    frame = 0;
    markChapter();
  });
}

/** Closes the list after a click on a link or outside, after Escape, and when the focus leaves. */
function closeList() {
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
    chapters.querySelector('summary').focus();
  });
}

/**
 * Returns the element that a hash names: a part of the page, or the first figure whose state is in
 * the hash.
 */
function targetOf(hash) {
  const id = /^#pe1:([^/]+)/.exec(hash)?.[1] ?? hash.slice(1);
  return id ? document.getElementById(id) : null;
}

/** Shows a chapter that beginners skip, and its entry in the list. @param {Element} chapter */
function show(chapter) {
  chapter.classList.add('wanted');
  const isIts = (link) => sections.get(link) === chapter;
  links.find(isIts)?.closest('li').classList.add('wanted');
}

/**
 * Shows the target of a link, which may be folded or in a chapter that beginners skip.
 * @param {string} hash
 * @returns {boolean} whether the target was hidden
 */
function unfold(hash) {
  const target = targetOf(hash);
  const leftOut = target?.closest('.full');
  const wasLeftOut = !!leftOut && !leftOut.offsetParent;
  if (leftOut) show(leftOut);
  const folded = target?.closest('details:not(.chapters, [open])');
  if (folded) folded.open = true;
  return wasLeftOut || !!folded;
}

/**
 * Scrolls to the target of the address, and keeps it in view while figures above it are drawn. Also
 * marks the history entry. If Back or Forward leads to a marked entry later, the browser restores
 * the scroll position.
 */
function arrive() {
  unfold(location.hash);
  if (!history.state) history.replaceState({ arrived: true }, '');
  const target = targetOf(location.hash);
  if (!target) return;
  target.scrollIntoView({ block: 'start' });
  hold(target, topOf(target));
}

/** Brings the reader to the target of each link, also of links that name a state of a figure. */
function followHashes() {
  const [navigation] = performance.getEntriesByType('navigation');
  const wasHidden = unfold(location.hash);
  // After a reload, the browser itself scrolls to the right place, unless the target was hidden.
  if (navigation?.type === 'navigate' || wasHidden) arrive();
  addEventListener('hashchange', () => {
    if (history.state) unfold(location.hash);
    else arrive();
  });
  document.addEventListener('click', ({ target }) => {
    const link = target.closest?.('a[href^="#"]');
    if (!link) return;
    // The browser scrolls to the target after the click, so the target must be visible before.
    unfold(link.hash);
    // The address does not change, so no hashchange event follows.
    if (link.hash === location.hash) setTimeout(arrive);
  });
}

/**
 * Keeps the list of chapters up to date.
 * @returns {(done: (section: Element) => boolean) => void} marks the chapters that are done
 */
export function listChapters() {
  followHashes();

  // The observer reports each chapter that reaches or leaves the reading line. When a figure above
  // is drawn, it may report too early: before the browser scrolls back to the reader's place.
  // Therefore the chapter is marked again after each scroll.
  const seen = new IntersectionObserver(markChapter, { rootMargin: '-49% 0px -50% 0px' });
  for (const section of sections.values()) seen.observe(section);
  addEventListener('scroll', markSoon, { passive: true });
  document.addEventListener('posenc-level', markChapter);
  for (const fold of document.querySelectorAll('.hero details'))
    fold.addEventListener('toggle', markChapter);
  markChapter();
  closeList();
  return (isDone) => {
    for (const [link, section] of sections) link.classList.toggle('done', isDone(section));
  };
}
