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
const packageCode = (tag, attributes) => `npm install posenc

<script type="module">
  import 'posenc/figures/${tag.slice(3)}';
</script>
${elementOf(tag, attributes)}`;

/** @param {string} tag @param {Attribute[]} attributes */
function frameCode(tag, attributes) {
  const query = new URLSearchParams([['figure', tag.slice(3)]]);
  for (const [name, value] of attributes) query.set(name, String(value === true ? '' : value));
  const address = quoted(`embed.html?${query}`);
  return `<iframe src=${address}
  sandbox="allow-scripts" width="100%" height="900" title=${quoted(tag)}></iframe>`;
}

/** The ways to embed a figure, by the name of their block in the page. */
export const WAYS = [
  { name: 'script', title: 'With a script tag', write: scriptCode },
  { name: 'npm', title: 'With npm and a bundler', write: packageCode },
  { name: 'frame', title: 'In a frame', write: frameCode },
];
