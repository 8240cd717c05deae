/**
 * Shows one figure in a frame, for example by the address embed.html?figure=clocks&dim=64. The
 * other parts of the query, such as dim=64, become attributes of the figure's element. The part
 * `question` contains a question for the figure, as JSON.
 */
import * as elements from '../elements.js';
import { speak } from '../figures/chassis/language.js';
import { questionFromJson } from '../figures/questions/question-json.js';
import { loadWords } from './load-words.js';
import { connect, originOf, sendHeight } from './messages.js';

const place = document.getElementById('place');
const query = new URLSearchParams(location.search);
const name = query.get('figure') ?? '';
const figures = Object.values(elements).filter((each) => each.tag);
const Figure = figures.find(({ tag }) => tag === `pe-${name}`);
const home = originOf(query.get('origin'));

/** Tells the author of the page what is wrong with the address. @param {string} text */
function tell(text) {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.textContent = `embed.html?${text}`;
  place.append(line);
}

/** Gives a figure the question of the query. @param {HTMLElement} figure */
function ask(figure) {
  const json = query.get('question');
  if (json === null) return;
  try {
    figure.append(questionFromJson(json));
  } catch ({ message }) {
    tell(`question=…: expected JSON such as {"ask": "…", "answer": "6"}: ${message}`);
  }
}

if (Figure) {
  const figure = document.createElement(Figure.tag);
  const lang = query.get('lang');
  if (lang) {
    loadWords(lang);
    document.documentElement.lang = lang;
    speak(document.documentElement);
  }
  for (const [key, value] of query)
    if (Figure.observedAttributes.includes(key)) figure.setAttribute(key, value);
  document.title = Figure.words.heading;
  ask(figure);
  connect(figure, home);
  place.prepend(figure);
} else {
  const names = figures.map(({ tag }) => tag.slice(3));
  tell(`figure=${name}: expected one of ${names.join(', ')}`);
}

sendHeight(place, home);
