/**
 * Turns the prose of doc comments and of README files into HTML. It supports only what they use:
 * headings, paragraphs, lists, tables, fenced or indented code blocks, `code`, 'values', **bold**
 * and links.
 */
import { codeBlock, html, raw } from './html.js';

const INLINE = /`([^`]+)`|(?<!\w)('[\w-]+')(?!\w)|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** A link to another file becomes plain text, because only pages of the site can be opened. */
const link = (text, to) => (/^(https?:|#)/.test(to) ? html`<a href="${to}">${text}</a>` : text);

/** Turns the text of one paragraph into HTML. @param {string} text */
export function inline(text) {
  const pieces = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [all, code, value, bold, label, to] = match;
    pieces.push(text.slice(end, match.index));
    if (code ?? value) pieces.push(html`<code>${code ?? value}</code>`);
    else if (bold !== undefined) pieces.push(html`<strong>${bold}</strong>`);
    else pieces.push(link(inline(label), to));
    end = match.index + all.length;
  }
  return html`${[...pieces, text.slice(end)]}`;
}

const cells = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => inline(cell.trim()));

function tableHtml([head, , ...rows]) {
  const headCells = cells(head).map((cell) => html`<th scope="col">${cell}</th>`);
  const body = rows.map(
    (row) =>
      html`<tr>
        ${cells(row).map((cell) => html`<td>${cell}</td>`)}
      </tr>`,
  );
  return html`<div class="wide">
    <table>
      <thead>
        <tr>
          ${headCells}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

/**
 * For each kind of block, a function that writes its lines as HTML. `base` is the level of a
 * heading with one #.
 */
const BLOCKS = {
  paragraph: (lines) => html`<p>${inline(lines.join(' '))}</p>`,
  list: (lines) =>
    html`<ul>
      ${lines.map((line) => html`<li>${inline(line)}</li>`)}
    </ul>`,
  ordered: (lines) =>
    html`<ol>
      ${lines.map((line) => html`<li>${inline(line)}</li>`)}
    </ol>`,
  indented: (lines) => html`<pre class="formula-text">${lines.join('\n')}</pre>`,
  fence: (lines) => codeBlock(lines.join('\n'), 'code'),
  table: tableHtml,
  heading([line], base) {
    const [, marks, text] = /^(#+) (.*)/.exec(line);
    const tag = `h${Math.min(marks.length - 1 + base, 6)}`;
    return html`${raw(`<${tag}>`)}${inline(text)}${raw(`</${tag}>`)}`;
  },
};

/** For each kind of block, the pattern of its first line. The group is the text that it keeps. */
const BEGINNINGS = [
  ['heading', /^(#+ .*)/],
  ['list', /^[-*] (.*)/],
  ['ordered', /^\d+\. (.*)/],
  ['table', /^(\|.*)/],
  ['indented', /^ {4}(.*)/],
];

/** Collects lines into blocks. */
class Blocks {
  blocks = [];
  open = null;
  inFence = false;

  begin(kind, ...lines) {
    this.open = { kind, lines };
    this.blocks.push(this.open);
  }

  add(line) {
    if (/^```/.test(line)) {
      this.inFence = !this.inFence;
      if (this.inFence) this.begin('fence');
      else this.open = null;
    } else if (this.inFence) this.open.lines.push(line);
    else if (!line.trim()) this.open = null;
    else this.addText(line);
  }

  addText(line) {
    const isItem = ['list', 'ordered'].includes(this.open?.kind);
    const [kind, pattern] = BEGINNINGS.find(([, pattern]) => pattern.test(line)) ?? [];
    // Further lines of an item are indented.
    if (isItem && /^ /.test(line)) this.open.lines.push(`${this.open.lines.pop()} ${line.trim()}`);
    else if (!kind) this.addToParagraph(line.trim());
    else if (kind === this.open?.kind && kind !== 'heading')
      this.open.lines.push(pattern.exec(line)[1]);
    else this.begin(kind, pattern.exec(line)[1]);
  }

  addToParagraph(text) {
    if (this.open?.kind === 'paragraph') this.open.lines.push(text);
    else this.begin('paragraph', text);
  }
}

/**
 * Turns prose into HTML.
 * @param {string} text
 * @param {number} base the level of a heading with one #
 */
export function prose(text, base = 3) {
  const blocks = new Blocks();
  for (const line of text.split('\n')) blocks.add(line);
  return blocks.blocks.map(({ kind, lines }) => BLOCKS[kind](lines, base));
}
