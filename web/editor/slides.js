/**
 * Writes a lesson as slides for reveal.js. Each heading and each figure begins a slide. The file
 * must be in the folder of reveal.js. In another folder, it shows the slides one below the other.
 */
import { h } from '../figures/chassis/dom.js';
import { contentOf, headOf, questionName, scriptsOf } from './file.js';
import { words } from './words.js';

/** @typedef {import('./lesson.js').Block} Block */

/** Figures fit a slide of 1280 x 720 with these sizes. See "On slides" in web/figures/README.md. */
const SIZES = /** @type {const} */ ([
  [1.15, 'clocks train'],
  [1.05, 'heatmap order precision range'],
  [1, 'rope shift stretch waves'],
  [0.85, 'alibi combine schemes similarity'],
]);
const USUAL = 0.95;

/** Returns the value that --pe-large has for a figure on a slide. @param {string} figure */
export const sizeOnSlide = (figure) =>
  SIZES.find(([, figures]) => figures.split(' ').includes(figure))?.[0] ?? USUAL;

/**
 * A figure with a question of the teacher is smaller by this, because the question may be longer
 * than the figure's own.
 */
const OWN = 0.1;

/**
 * Adds a name to the list of names in an attribute.
 * @param {Element} element
 * @param {string} attribute
 * @param {string} name
 */
function include(element, attribute, name) {
  const names = element.getAttribute(attribute)?.split(' ') ?? [];
  element.setAttribute(attribute, [...new Set([...names, name])].join(' '));
}

/**
 * Returns the slides of a part: lists of nodes.
 * @param {Block} block
 * @param {number} at the part, counted from 0
 */
function slidesOf(block, at) {
  const nodes = contentOf(block, questionName(at));
  if (block.kind === 'figure') {
    const [holder] = /** @type {Element[]} */ (nodes);
    const figure = /** @type {HTMLElement} */ (holder.firstElementChild);
    const size = sizeOnSlide(block.figure) - (figure.firstElementChild ? OWN : 0);
    include(figure, 'hide', 'title');
    figure.setAttribute('present', '');
    figure.setAttribute('theme', 'light');
    figure.setAttribute('level', 'beginner');
    // A content security policy may forbid the attribute `style`, but it allows `setProperty`.
    figure.style.setProperty('--pe-large', size.toFixed(2));
    figure.style.setProperty('--pe-paper', 'white');
    return [[figure]];
  }
  /** @type {(Node | string)[][]} */
  const slides = [];
  for (const node of nodes) {
    const tag = node instanceof Element ? node.localName : '';
    if (!slides.length || tag === 'h2' || tag === 'hr') slides.push([]);
    if (tag !== 'hr') slides.at(-1)?.push(node);
  }
  return slides.filter((each) => each.length);
}

const STYLE = `
.reveal .slides section { text-align: start; }
.reveal .slides section { box-sizing: border-box; padding: 0 80px; }
.reveal .slides section:has(> [present]) { padding: 0 40px; }
.reveal :is(h1, h2, h3) { text-transform: none; }
body:has(> .missing) { margin: 24px; font: 20px/1.5 sans-serif; }
body:has(> .missing) section { min-height: 100vh; }`;

/**
 * Writes a lesson as slides.
 * @param {import('./lesson.js').Lesson} lesson
 * @param {string} base the folder of the scripts, if the page of the editor does not contain them
 * @param {import('./file.js').Contents} contents
 */
export async function writeSlides(lesson, base, { blocks }) {
  const { elements } = await scriptsOf(lesson, base);
  const title = lesson.title.trim();
  const slides = [...(title ? [[h('h1', {}, title)]] : []), ...blocks.flatMap(slidesOf)];
  return `${headOf(lesson)}
<link rel="stylesheet" href="dist/reveal.css">
<link rel="stylesheet" href="dist/theme/white.css">
<style>${STYLE}</style>
</head>
<body>
${h('p', { class: 'missing' }, words.noReveal).outerHTML}
<div class="reveal"><div class="slides">
${slides.map((nodes) => h('section', {}, nodes).outerHTML).join('\n')}
</div></div>
${elements.join('\n')}
<script src="dist/reveal.js"></script>
<script>
if (globalThis.Reveal) {
  document.querySelector('.missing').remove();
  new Reveal({ width: 1280, height: 720, margin: 0, controls: false }).initialize();
}
</script>
</body>
</html>
`;
}
