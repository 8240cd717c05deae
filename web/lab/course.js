/** Starts the course: the chapters with their figures, quizzes, tour and links. */
import { PeFigure } from '../elements.js';
import { PeQuiz } from '../quiz.js';
import { PeTour } from '../tour.js';
import { listChapters } from './chapters.js';
import { offerLevels, offerThemes } from './choices.js';
import { loadWhenOpened } from './doctor.js';
import { offerEditor } from './lesson.js';
import { hold, topOf } from './hold.js';
import { computeNumbers } from './live-numbers.js';
import { presentFigures } from './present.js';
import { keepProgress } from './progress.js';
import { explainTerms } from './terms.js';

/**
 * Lets links lead to states of figures. A link first resets the figure, so that only the link
 * decides the state, whatever the reader did before. Figures may grow later, so that an old scroll
 * position is wrong. After Back, the page therefore keeps the link at its old height.
 * @param {HTMLAnchorElement[]} links
 */
function followLinks(links) {
  for (const [index, link] of links.entries()) {
    link.addEventListener('click', () => {
      const figure = document.getElementById(link.hash.slice(5).split('/')[0]);
      history.replaceState({ followed: index, top: topOf(link) }, '');
      figure?.reset();
      // The text beside the link gives away the answer, so the figure stops asking its question.
      figure?.ui.predict?.waive?.();
    });
  }
  addEventListener('popstate', ({ state }) => {
    const link = links[state?.followed];
    // A link in a folded part has no position on the page.
    if (link?.offsetParent) hold(link, state.top);
  });
}

/** Plays the tour when the reader opens it. A link to a moment opens the tour without playing. */
function playWhenOpened(tour) {
  const fold = tour.closest('details');
  fold.querySelector('summary').addEventListener('click', () => {
    if (fold.open) return;
    tour.play();
    const scroll = () => tour.scrollIntoView({ block: 'start' });
    fold.addEventListener('toggle', scroll, { once: true });
  });
}

/** Makes the course interactive. @param {HTMLElement} main */
export function openCourse(main) {
  const all = (selector, Class) =>
    [...main.querySelectorAll(selector)].filter((each) => each instanceof Class);
  const figures = all('.figure', PeFigure);
  const quizzes = all('pe-quiz', PeQuiz);
  const tours = all('pe-tour', PeTour);
  const doctor = /** @type {HTMLElement} */ (document.getElementById('doctor'));
  offerThemes([...figures, ...quizzes, ...tours, doctor, offerEditor(main)]);
  loadWhenOpened(doctor);
  offerLevels([...figures, ...quizzes]);
  const markChapters = listChapters();
  keepProgress(figures, markChapters);
  computeNumbers(main.querySelectorAll('.chapter'));
  explainTerms(main);
  presentFigures(figures);
  followLinks([...main.querySelectorAll('a.see')]);
  for (const tour of tours) playWhenOpened(tour);
}
