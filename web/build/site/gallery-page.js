/** Writes the page of the gallery: each figure with its attributes and the code that embeds it. */
import { WAYS } from '../../site/embed-code.js';
import { limits, longest, normalise } from '../../figures/chassis/state.js';
import { attributesOf, summaryOf } from '../figure-facts.js';
import { codeBlock, html } from './html.js';
import { inline } from './prose.js';

/** The parts that the attribute `hide` can name, and their names in the page. */
const PARTS = {
  predict: 'question',
  transport: 'play bar',
  caption: 'caption',
  formula: 'formula',
  controls: 'controls',
  table: 'table',
  code: 'code',
  export: 'export',
  help: 'keys',
};

/** The gallery hides the question at first, because it covers the picture. */
const HIDDEN = 'predict';

/** For each kind of field, a function that writes its control. */
const CONTROLS = {
  number(name, field, id, state) {
    const { min, max } = limits(field, state);
    return html`<input
      type="number"
      id="${id}"
      name="${name}"
      value="${field.value}"
      min="${min}"
      max="${max}"
      step="${field.step ?? 'any'}"
    />`;
  },
  choice: (name, { options, value }, id) =>
    html`<select id="${id}" name="${name}">
      ${options.map((option) => html`<option${option === value && html` selected`}>${option}</option>`)}
    </select>`,
  flag: (name, { value }, id) =>
    html`<input type="checkbox" id="${id}" name="${name}" ${value && html` checked`} />`,
  text: (name, field, id) =>
    html`<input
      type="text"
      id="${id}"
      name="${name}"
      value="${field.value}"
      maxlength="${longest(field)}"
      spellcheck="false"
      autocomplete="off"
    />`,
};

/** The kinds of fields whose control does not show which values they can have. */
const RANGED = ['number', 'text'];

/** Writes one attribute: its name, its control, and its values. */
function rowHtml({ name, field, range, label }, tag, state) {
  const id = `${tag}-${name}`;
  return html`<div class="attribute">
    <label for="${id}"><code>${name}</code> ${label}</label>
    ${CONTROLS[field.kind](name, field, id, state)}
    ${RANGED.includes(field.kind) && html`<p class="range">${inline(range)}</p>`}
  </div>`;
}

/** Writes the check boxes that show or hide the parts of the figure. */
const partsHtml = () =>
  html`<fieldset class="parts">
    <legend><code>hide</code> Parts that are not checked</legend>
    ${Object.entries(PARTS).map(
      ([part, name]) =>
        html`<label
          ><input
            type="checkbox"
            name="part"
            value="${part}"
            ${part !== HIDDEN && html` checked`}
          /><span>${name}</span></label
        >`,
    )}
  </fieldset>`;

function workHtml({ tag, Figure }) {
  const state = normalise(Figure.allFields);
  const attributes = [['hide', HIDDEN]];
  return html`<section class="work" id="${tag}">
<h2><a href="#${tag}"><code>${tag}</code></a></h2>
<${tag} hide="${HIDDEN}"><p>${Figure.words.heading}. This figure needs JavaScript.</p></${tag}>
<div class="bench">
<form class="attributes" aria-label="Attributes of ${tag}" autocomplete="off">
<h3>Attributes</h3>
<div class="rows">${attributesOf(Figure).map((each) => rowHtml(each, tag, state))}
<div class="attribute"><label for="${tag}-level"><code>level</code> For whom</label>
<select id="${tag}-level" name="level"><option value="">all readers</option>
<option>beginner</option></select></div></div>
${partsHtml()}
<button type="reset">Reset</button>
</form>
<div class="ways">
${WAYS.map(
  ({ name, title, write }) =>
    html`<h3>${inline(title)}</h3>
      <div data-way="${name}">
        ${codeBlock(write(tag, attributes, Figure.words.heading), `${tag}, ${title}`)}
      </div>`,
)}
</div>
</div>
<details class="facts"><summary>Keys and groups of <code>${tag}</code></summary>
<p>${inline(summaryOf(Figure))}</p></details>
</section>`;
}

/**
 * Writes the content of the page.
 * @param {import('../figure-list.js').Listed[]} figures
 */
export const galleryPage = (figures) =>
  html`<div class="gallery">
    <div class="intro">
      <h1>Gallery</h1>
      <p>
        Each figure is an element of HTML. Change an attribute in the form, or use the figure
        itself: form, figure and code always show the same state. The scripts are in the folder
        dist/ of the package; <a href="figures.iife.js" download>figures.iife.js</a> and
        <a href="embed.html" download>embed.html</a> are here.
      </p>
    </div>
    <nav aria-label="Figures">
      <ul class="plates">
        ${figures.map(
          ({ tag, Figure }) =>
            html`<li>
              <a href="#${tag}"><code>${tag}</code> <span>${Figure.words.heading}</span></a>
            </li>`,
        )}
      </ul>
    </nav>
    ${figures.map(workHtml)}
  </div>`;
