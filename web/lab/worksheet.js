/**
 * Shows worksheets instead of the course, as in posenc-lab.html?worksheet=rope&seed=7&copies=4&key=
 * The editor of lessons opens this page with a lesson in the hash.
 */
import { fillSheets, lessonOf } from '../editor/sheet.js';
import { differing, formatHash, normalise } from '../figures/chassis/state.js';
import { PeWorksheet } from '../worksheet.js';
import { offerThemes } from './choices.js';

/** The link to the sheets of one figure, which a template contains. */
const link = document.querySelector('#present').content.querySelector('a');

/**
 * Shows the sheets that the parameter `worksheet` asks for. Other parameters of the address become
 * attributes of pe-worksheet, if it has attributes with these names.
 * @param {HTMLElement} main
 * @param {URLSearchParams} query
 */
export function showWorksheet(main, query) {
  const sheets = document.createElement('pe-worksheet');
  sheets.setAttribute('figures', query.get('worksheet'));
  for (const name of PeWorksheet.observedAttributes)
    if (query.has(name)) sheets.setAttribute(name, query.get(name));
  try {
    const lesson = lessonOf(location.hash);
    if (lesson) fillSheets(sheets, lesson);
  } catch (error) {
    const alert = document.createElement('p');
    alert.role = 'alert';
    alert.textContent = error.message;
    main.replaceChildren(alert);
    return;
  }
  for (const part of document.querySelectorAll('.top nav, .skip, .foot')) part.remove();
  main.replaceChildren(sheets);
  offerThemes([sheets]);
}

/** Returns a link that opens the current state of a figure as a sheet. @param {HTMLElement} figure */
export function linkToSheet(figure) {
  const own = link.cloneNode(true);
  const { allFields, tag } = figure.definition;
  const point = (/** @type {object} */ entry) => {
    const address = new URL(location.href);
    // Without fields, the text is empty. Otherwise it begins with #pe1:
    const state = formatHash(new Map([[tag.slice(3), entry]])).slice('#pe1:'.length);
    address.hash = '';
    address.searchParams.set('worksheet', state || tag);
    const level = figure.getAttribute('level');
    if (level) address.searchParams.set('level', level);
    own.href = address.href;
  };
  // Without an address, the keyboard could not reach the link.
  point({});
  own.addEventListener('click', () => point(differing(figure.getState(), normalise(allFields))));
  return own;
}
