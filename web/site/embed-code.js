/** Writes the code that embeds a figure in a page. */

const SIGNS = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

/** @param {unknown} value */
const quoted = (value) =>
  `"${String(value).replace(/[&"<]/g, (sign) => SIGNS[/** @type {'&'} */ (sign)])}"`;

/**
 * An attribute with its value; a flag has a boolean.
 * @typedef {[name: string, value: string | number | boolean]} Attribute
 */

/** @param {Attribute} attribute */
const attributeText = ([name, value]) =>
  value === true ? ` ${name}` : ` ${name}=${quoted(value)}`;

/** The tag of a figure with its attributes. @param {string} tag @param {Attribute[]} attributes */
const elementOf = (tag, attributes) => `<${tag}${attributes.map(attributeText).join('')}></${tag}>`;

/** @param {string} tag @param {Attribute[]} attributes */
const scriptCode = (tag, attributes) =>
  `<script src="figures.iife.js"></script>\n${elementOf(tag, attributes)}`;

/** @param {string} tag @param {Attribute[]} attributes */
const packageCode = (tag, attributes) => `<script type="module">
  import 'posenc/figures/${tag.slice(3)}';
</script>
${elementOf(tag, attributes)}`;

/** @param {string} tag @param {Attribute[]} attributes @param {string} title */
function frameCode(tag, attributes, title) {
  const query = new URLSearchParams([['figure', tag.slice(3)]]);
  for (const [name, value] of attributes) query.set(name, String(value === true ? '' : value));
  return `<iframe
  src=${quoted(`embed.html?${query}`)}
  title=${quoted(title)}
  sandbox="allow-scripts" width="100%" height="900"
></iframe>`;
}

/** The ways to embed a figure. `name` names the block of code in the page. */
export const WAYS = [
  { name: 'script', title: 'With a script tag', write: scriptCode },
  { name: 'npm', title: 'With `npm install posenc` and a bundler', write: packageCode },
  { name: 'frame', title: 'In a frame', write: frameCode },
];
