/**
 * Shows one figure in a frame, for example by the address embed.html?figure=clocks&dim=64. The
 * other parts of the query, such as dim=64, become attributes of the figure's element.
 */
import * as elements from '../elements.js';
import { speak } from '../figures/chassis/language.js';
import { loadWords } from './load-words.js';
import { connect, originOf, sendHeight } from './messages.js';

const place = document.getElementById('place');
const query = new URLSearchParams(location.search);
const name = query.get('figure') ?? '';
const figures = Object.values(elements).filter((each) => each.tag);
const Figure = figures.find(({ tag }) => tag === `pe-${name}`);
const home = originOf(query.get('origin'));

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
  connect(figure, home);
  place.append(figure);
} else {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.textContent = `embed.html?figure=${name}: expected one of ${figures.map(({ tag }) => tag.slice(3)).join(', ')}`;
  place.append(line);
}

sendHeight(place, home);
