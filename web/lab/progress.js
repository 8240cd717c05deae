/** Remembers which questions the reader has answered. Only this browser stores them. */
import { store } from '../figures/chassis/store.js';
import { labWords as words } from './words.js';

const KEY = 'posenc-made';

/**
 * Whether a figure's question is counted. In the course for beginners, some chapters are left out,
 * and folded figures do not count.
 * @param {Element} figure
 */
const isCounted = (figure) =>
  document.documentElement.dataset.level === 'full' || !figure.closest('.full, .more');

/**
 * Counts the answered questions. The sentence below a figure gives away the answer. So it stays
 * hidden until the figure has shown the answer.
 * @param {Element[]} figures
 * @param {(isDone: (section: Element) => boolean) => void} markChapters
 */
export function keepProgress(figures, markChapters) {
  // The style sheet inserts this text into the page.
  document.documentElement.style.setProperty('--text-predicted', JSON.stringify(words.predicted));
  const made = new Set(
    (store.get(KEY) ?? '').split(' ').filter((id) => figures.some((figure) => figure.id === id)),
  );
  const seen = new Set(made);
  const panel = document.getElementById('made');
  const sentences = [...document.querySelectorAll('.seen')];

  function show() {
    markChapters((section) => {
      const asked = figures.filter(
        (figure) => section.contains(figure) && !figure.parentElement.closest('.more'),
      );
      return asked.length > 0 && asked.every(({ id }) => made.has(id));
    });
    const counted = figures.filter(isCounted);
    const done = counted.filter(({ id }) => made.has(id)).length;
    panel.hidden = !made.size;
    panel.querySelector('span').textContent = words.made(done, counted.length);
    for (const sentence of sentences)
      sentence.classList.toggle('covered', !seen.has(sentence.dataset.of));
  }

  document.addEventListener('pe-answer', ({ target, detail: { question, option } }) => {
    if (!figures.includes(target) || !question.endsWith('-predict') || option === null) return;
    made.add(target.id);
    store.set(KEY, [...made].join(' '));
    show();
  });
  document.addEventListener('pe-reveal', ({ target }) => {
    seen.add(target.id);
    show();
  });
  document.getElementById('forget').addEventListener('click', () => {
    made.clear();
    seen.clear();
    store.forget();
    for (const figure of figures) figure.reset();
    for (const quiz of document.querySelectorAll('pe-quiz')) quiz.forget();
    show();
  });
  document.addEventListener('posenc-level', show);
  show();
}
