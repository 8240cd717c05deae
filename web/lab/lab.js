// The page is in its language before the figures are defined.
import './language.js';
import { PeDoctor } from '../checkup.js';
import { PeFigure } from '../elements.js';
import { PeQuiz } from '../quiz.js';
import { PeTour } from '../tour.js';
import { listChapters } from './chapters.js';
import { offerLevels, offerThemes } from './choices.js';
import { computeNumbers } from './live-numbers.js';
import { presentFigures } from './present.js';
import { keepProgress } from './progress.js';
import { explainTerms } from './terms.js';

const main = document.getElementById('main');
const figures = [...main.querySelectorAll('.figure')].filter((each) => each instanceof PeFigure);

const quizzes = [...main.querySelectorAll('pe-quiz')].filter((each) => each instanceof PeQuiz);
const tours = [...main.querySelectorAll('pe-tour')].filter((each) => each instanceof PeTour);
const doctors = [...main.querySelectorAll('pe-doctor')].filter((each) => each instanceof PeDoctor);
offerThemes([...figures, ...quizzes, ...tours, ...doctors]);
const showAll = offerLevels([...figures, ...quizzes]);
const markChapters = listChapters(showAll);
keepProgress(figures, markChapters);
computeNumbers(main.querySelectorAll('.chapter'));
explainTerms(main);
presentFigures(figures);

// A link to a state of a figure first resets the figure. Then the figure shows exactly what the
// text says, whatever the reader did before. The page scrolls after the browser has stored where
// the reader was. Figures grow, and a stored place moves, so Back looks for the link itself.
const links = [...main.querySelectorAll('a.see')];
const topOf = (link) => link.getBoundingClientRect().top;
for (const [index, link] of links.entries()) {
  link.addEventListener('click', () => {
    const figure = document.getElementById(link.hash.slice(5).split('/')[0]);
    history.replaceState({ followed: index, top: topOf(link) }, '');
    figure?.reset();
    const scroll = () => figure?.scrollIntoView({ block: 'start' });
    if (link.hash === location.hash) scroll();
    else addEventListener('hashchange', scroll, { once: true });
  });
}
addEventListener('popstate', ({ state }) => {
  const link = links[state?.followed];
  if (!link) return;
  const follow = () => scrollBy({ top: topOf(link) - state.top, behavior: 'instant' });
  // The browser restores the place that it stored with the next frame.
  requestAnimationFrame(() => requestAnimationFrame(follow));
});

// Who opens the tour wants to watch it. A link to one of its moments opens it without playing.
for (const tour of tours) {
  const fold = tour.closest('details');
  fold.querySelector('summary').addEventListener('click', () => {
    if (fold.open) return;
    tour.play();
    const scroll = () => tour.scrollIntoView({ block: 'start' });
    fold.addEventListener('toggle', scroll, { once: true });
  });
}
