/**
 * Turns Markdown into nodes. No text is ever parsed as HTML, so HTML in Markdown is shown as text.
 * Links lead only to web pages, mail addresses and places in the lesson.
 */
import { Lexer } from 'marked';
import { h } from '../figures/chassis/dom.js';

/**
 * A token from the lexer of `marked`. Each type of token has properties of its own.
 * @typedef {{type: string, raw: string, text?: string, tokens?: Token[], [name: string]: any}}
 *   Token
 */
/** @typedef {(Node | string)[]} Nodes */

/** The addresses to which a lesson may link. */
const SAFE_LINK = /^(https?:\/\/|mailto:|#)/i;

/** The elements of headings, by their level. Only the title of the lesson is an h1. */
const HEADINGS = /** @type {const} */ (['h2', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** @param {Token[] | undefined} tokens @returns {Nodes} */
const all = (tokens = []) => tokens.flatMap((token) => nodesOf(token));

/** @param {Token} token @returns {Nodes} */
const inside = (token) => (token.tokens ? all(token.tokens) : [token.text ?? '']);

/** @param {Token} token @returns {Nodes} */
function linkOf(token) {
  const { href } = token;
  return SAFE_LINK.test(href) ? [h('a', { href, rel: 'noopener' }, inside(token))] : inside(token);
}

/** @param {Token} token @returns {Nodes} */
function listOf({ ordered, start, items }) {
  const rows = items.map((/** @type {Token} */ item) => h('li', {}, inside(item)));
  return [ordered ? h('ol', { start: start === 1 ? null : start }, rows) : h('ul', {}, rows)];
}

/** @param {Token} token @returns {Nodes} */
function tableOf({ header, rows }) {
  const head = header.map((/** @type {Token} */ cell) => h('th', { scope: 'col' }, inside(cell)));
  const body = rows.map((/** @type {Token[]} */ row) =>
    h(
      'tr',
      {},
      row.map((cell) => h('td', {}, inside(cell))),
    ),
  );
  return [h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, body))];
}

/**
 * Functions that make the nodes of a token, by the type of the token. Tokens of other types are
 * shown as the text that was typed.
 */
const KINDS = new Map(
  Object.entries(
    /** @type {Record<string, (token: Token) => Nodes>} */ ({
      space: () => [],
      def: () => [],
      checkbox: ({ checked }) => [checked ? '☑ ' : '☐ '],
      heading: (token) => [h(HEADINGS[token.depth - 1], {}, inside(token))],
      paragraph: (token) => [h('p', {}, inside(token))],
      text: inside,
      escape: inside,
      html: (token) => (token.block ? [h('p', {}, inside(token))] : inside(token)),
      code: ({ text }) => [h('pre', { tabindex: 0 }, h('code', {}, text))],
      codespan: ({ text }) => [h('code', {}, text)],
      strong: (token) => [h('strong', {}, inside(token))],
      em: (token) => [h('em', {}, inside(token))],
      del: (token) => [h('del', {}, inside(token))],
      br: () => [h('br')],
      hr: () => [h('hr')],
      blockquote: (token) => [h('blockquote', {}, inside(token))],
      link: linkOf,
      image: inside,
      list: listOf,
      table: tableOf,
    }),
  ),
);

/** @param {Token} token @returns {Nodes} */
function nodesOf(token) {
  return KINDS.get(token.type)?.(token) ?? [token.raw];
}

/**
 * Returns the nodes of a Markdown text.
 * @param {string} text
 * @returns {Nodes}
 */
export function markdown(text) {
  try {
    return all(new Lexer({ gfm: true }).lex(text));
  } catch {
    // A text that the lexer cannot read, such as a list nested a thousand times, is shown as typed.
    return [h('pre', {}, text)];
  }
}
