/** Lists the figures that web/elements.js defines. */
import * as elements from '../elements.js';

/** The names that web/elements.js exports. No bundle shortens them. */
export const CLASSES = Object.keys(elements);

/**
 * A figure that has a tag.
 * @typedef {object} Listed
 * @property {string} name the name of its class
 * @property {string} tag
 * @property {string} folder its folder in web/figures/, which is also the name of its entry
 * @property {typeof import('../figures/chassis/figure.js').PeFigure} Figure
 */

/** The figures. @type {Listed[]} */
export const FIGURES = Object.entries(elements)
  .filter(([, Figure]) => Figure.tag)
  .map(([name, Figure]) => ({ name, tag: Figure.tag, folder: Figure.tag.slice(3), Figure }));

/** Returns the source of a module that defines one figure and exports its class. */
export const defining = ({ name, tag, folder }) =>
  `import { ${name} } from './web/figures/${folder}/${folder}.js';
${name}.define('${tag}');
export { ${name} };`;
