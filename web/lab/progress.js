/** Remembers which questions the reader has answered. Only this browser stores them. */
import { store } from '../quiz/store.js';

const KEY = 'posenc-made';

/**
 * Counts the answered questions. The sentence below a figure says what was seen there, so it stays
 * covered until the figure has shown the answer.
 * @param {Element[]} figures
 * @param {(isDone: (section: Element) => boolean) => void} markChapters
 */
export function keepProgress(figures, markChapters) {
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
    panel.hidden = !made.size;
    panel.querySelector('span').textContent =
      `${made.size} of ${figures.length} predictions made. Only this browser stores the count.`;
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
  show();
}
