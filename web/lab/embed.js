/**
 * Shows one figure in a frame, for example by the address embed.html?figure=clocks&dim=64. The
 * other parts of the query, such as dim=64, become attributes of the figure's element.
 */
import * as elements from '../elements.js';

const place = document.getElementById('place');
const query = new URLSearchParams(location.search);
const name = query.get('figure') ?? '';
const figures = Object.values(elements).filter((each) => each.tag);
const Figure = figures.find(({ tag }) => tag === `pe-${name}`);

if (Figure) {
  const figure = document.createElement(Figure.tag);
  for (const [key, value] of query)
    if (Figure.observedAttributes.includes(key)) figure.setAttribute(key, value);
  document.title = Figure.words.heading;
  place.append(figure);
} else {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.textContent = `embed.html?figure=${name}: expected one of ${figures.map(({ tag }) => tag.slice(3)).join(', ')}`;
  place.append(line);
}

// Tells the page around the frame how high the figure is, so that it can make the frame as high.
let height = 0;
new ResizeObserver(() => {
  const now = Math.ceil(place.getBoundingClientRect().height);
  if (now === height) return;
  height = now;
  if (parent !== self) parent.postMessage({ type: 'posenc:resize', height }, '*');
}).observe(place);
