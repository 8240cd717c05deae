/** Writes the page of the reference. */
import { FAMILIES } from './api.js';
import { html } from './html.js';
import { inline, prose } from './prose.js';

/** @typedef {import('./api.js').Entry} Entry */
/** @typedef {import('./api.js').Member} Member */
/** @typedef {import('./api.js').NamedType} NamedType */

/**
 * Writes a type. The names of types that the page explains are links.
 * @param {string} text
 * @param {Set<string>} known the names of these types
 */
function typeHtml(text, known) {
  const pieces = text
    .split(/\b([A-Z]\w+)\b/)
    .map((piece) => (known.has(piece) ? html`<a href="#${piece}">${piece}</a>` : piece));
  return html`<code class="type">${pieces}</code>`;
}

/**
 * Writes a parameter, and then its options.
 * @param {Member} member
 * @param {Set<string>} known
 * @param {string} owner what comes before the name: '' or `options.`
 */
function memberHtml({ name, type, optional, text, members }, known, owner = '') {
  const own = html`<div class="member">
    <dt>
      <code><span class="owner">${owner}</span>${name}</code>${optional && html` <i>optional</i>`}
      ${typeHtml(type, known)}
    </dt>
    <dd>${inline(text.replaceAll('\n', ' '))}</dd>
  </div>`;
  // An object without a text of its own is only a name for its options.
  const isOnlyName = members.length > 0 && !text;
  return html`${!isOnlyName && own}${members.map((each) => memberHtml(each, known, `${name}.`))}`;
}

/** @param {Member[]} members @param {Set<string>} known @param {string} owner */
const membersHtml = (members, known, owner = '') =>
  members.length > 0 &&
  html`<dl class="members">${members.map((each) => memberHtml(each, known, owner))}</dl>`;

/** Returns the first line of an entry: `name(first, second?)`, or `class Name`. @param {Entry} entry */
function callOf({ name, parameters, result }) {
  if (!result) return `class ${name}`;
  const list = parameters.map(({ name, optional }) => name + (optional ? '?' : ''));
  return `${name}(${list.join(', ')})`;
}

/** Writes what the function returns. @param {Member | null} result @param {Set<string>} known */
function resultHtml(result, known) {
  if (!result) return '';
  const { type, text, members } = result;
  const words = inline(text.replaceAll('\n', ' '));
  return html`<h4>Result</h4>
    <p>${typeHtml(type, known)} ${words}</p>
    ${!known.has(type) && membersHtml(members, known)}`;
}

/** @param {Entry} entry */
const errorsHtml = ({ errors }) =>
  errors.length > 0 &&
  html`<h4>Errors</h4>
    ${errors.map(
      ({ type, text }) =>
        html`<p>
          <code class="type">${type}</code>
          ${text ? inline(text.replaceAll('\n', ' ')) : 'for a bad argument, before anything is written'}
        </p>`,
    )}`;

/**
 * Returns an example as a whole program, which begins with the imports of the functions that it
 * uses. The first import is from the module of the function that the entry describes.
 */
export function programOf({ example, module }, entries) {
  const used = entries.filter(({ name }) =>
    new RegExp(`\\b${name}\\(|instanceof ${name}\\b`).test(example),
  );
  const modules = new Set([module, ...used.map((entry) => entry.module)]);
  const lines = [...modules].map((each) => {
    const names = used.filter((entry) => entry.module === each).map(({ name }) => name);
    return `import { ${names.sort().join(', ')} } from '${each}';\n`;
  });
  return `${lines.join('')}\n${example}\n`;
}

/** Writes an example that the reader can change and run. */
function exampleHtml(entry, entries) {
  const text = programOf(entry, entries);
  const rows = text.split('\n').length - 1;
  return html`<form class="example">
    <label for="example-${entry.name}">Example</label>
    <textarea
      id="example-${entry.name}"
      rows="${rows}"
      wrap="off"
      spellcheck="false"
      autocapitalize="off"
      autocomplete="off"
    >
${text}</textarea>
    <div class="buttons">
      <button type="submit">Run</button> <button type="button" class="copy">Copy</button>
    </div>
    <output for="example-${entry.name}"></output>
  </form>`;
}

/** @param {Entry} entry @param {Set<string>} known @param {Entry[]} entries */
const entryHtml = (entry, known, entries) =>
  html`<article class="entry" id="${entry.name}">
    <h3><a href="#${entry.name}">${entry.name}</a></h3>
    <pre class="call">${callOf(entry)}</pre>
    ${prose(entry.text, 4)} ${exampleHtml(entry, entries)}
    ${entry.parameters.length > 0 && html`<h4>Parameters</h4>`}
    ${membersHtml(entry.parameters, known)} ${resultHtml(entry.result, known)} ${errorsHtml(entry)}
    <p class="source">
      ${entry.source && html`Source: ${inline(entry.source.replaceAll('\n', ' '))}. `}Code:
      <code>${entry.file}</code>
    </p>
  </article>`;

/** Breaks a conditional type into lines. @param {string} type */
const brokenAt = (type) => type.replaceAll(' : ', '\n  : ');

/** @param {NamedType} type @param {Set<string>} known */
const typeEntryHtml = ({ name, text, type, members }, known) =>
  html`<article class="entry" id="${name}">
    <h3><a href="#${name}">${name}</a></h3>
    ${prose(text, 4)}
    ${members.length ? membersHtml(members, known) : html`<pre class="call">${typeHtml(brokenAt(type), known)}</pre>`}
  </article>`;

/** Lists the functions of a family, for the column beside the entries. */
const indexHtml = ({ id, title }, names) =>
  html`<section>
    <h2><a href="#${id}">${title}</a></h2>
    <ul>
      ${names.map(
        (name) =>
          html`<li>
            <a href="#${name}"><code>${name}</code></a>
          </li>`,
      )}
    </ul>
  </section>`;

/**
 * Writes the content of the page.
 * @param {{entries: Entry[], types: NamedType[]}} api
 */
export function referencePage({ entries, types }) {
  const known = new Set(types.map(({ name }) => name));
  const families = FAMILIES.map((family) => ({
    family,
    members: entries.filter((entry) => entry.family === family.id),
  }));
  const typeFamily = { id: 'family-types', title: 'Types' };
  const typeNames = types.map(({ name }) => name);
  return html`<div class="reference">
    <div class="intro">
      <h1>Reference</h1>
      <p>
        All arrays are flat and row-major. The notation [length, dim] names the axes of an array,
        and the last axis changes fastest. Every example runs in this page: change it and press Run.
      </p>
    </div>
    <nav class="names" aria-label="Functions">
      <label for="find">Find</label>
      <input type="search" id="find" placeholder="a name or a word" autocomplete="off" />
      <p class="found" role="status"></p>
      ${families.map(({ family, members }) =>
        indexHtml(
          family,
          members.map(({ name }) => name),
        ),
      )}
      ${indexHtml(typeFamily, typeNames)}
    </nav>
    <div class="entries">
      ${families.map(
        ({ family, members }) =>
          html`<section class="family" id="${family.id}">
            <h2>${family.title}</h2>
            ${members.map((entry) => entryHtml(entry, known, entries))}
          </section>`,
      )}
      <section class="family" id="family-types">
        <h2>Types</h2>
        ${types.map((type) => typeEntryHtml(type, known))}
      </section>
    </div>
  </div>`;
}
