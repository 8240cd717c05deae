/** Adds the style sheets of pe-editor to its shadow root. */
import { adoptStyle } from '../figures/chassis/style.js';
import { TEXT_CSS } from './page-style.js';

const CSS = `
:host { display: block; }
.pe-editor { container-type: inline-size; }
.pe-sides { display: grid; grid-template-columns: minmax(0, 1fr); gap: 32px; }
/* A window of 1100 px leaves this width. Narrower, the figure is above the form, and the result below it. */
@container (min-width: 1040px) {
  .pe-sides { position: relative; grid-template-columns: repeat(2, minmax(0, 1fr)); min-height: 100vh; }
  .pe-sides:has(.pe-stand) { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .pe-seen { grid-column: -2; align-self: start; margin-inline-start: -16px; }
  /* The figure that is set up has the second of three columns. */
  .pe-stand { position: absolute; inset-block: 0; inset-inline: calc((100% + 32px) / 3); margin-inline-start: -16px; }
  /* It and the result stand beside the form, and scroll by themselves. */
  .pe-seen, .pe-stand > .pe-still {
    position: sticky; top: calc(var(--pe-top, 0px) + 8px);
    max-height: calc(100vh - var(--pe-top, 0px) - 48px); overflow: auto;
    border-inline-start: 1px solid var(--pe-hair); padding-inline: 16px 4px;
  }
  .pe-still > .pe-problem { position: sticky; top: 0; z-index: 1; background: var(--pe-paper); }
  /* Space below the last part lets it scroll to the top, too. */
  .pe-page { padding-block-end: 60vh; }
}
.pe-root .pe-top { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; margin-bottom: 8px; }
.pe-top .pe-row:first-child { flex: 1 1 260px; }
.pe-root .pe-strong { background: var(--pe-ink); color: var(--pe-paper); border-color: var(--pe-ink); }
.pe-sheet {
  padding: 4px 8px; color: inherit; text-decoration: underline;
}
.pe-status { min-height: 24px; margin: 0 0 16px; font-size: 15px; overflow-wrap: anywhere; }
.pe-side-title { font-size: 13px; color: var(--pe-quiet); margin: 0 0 8px; font-weight: 400; }
.pe-blocks { list-style: none; margin: 0 0 16px; padding: 0; border-top: 1px solid var(--pe-hair); }
.pe-blocks > li { scroll-margin-top: calc(var(--pe-top, 0px) + 8px); border-bottom: 1px solid var(--pe-hair); padding: 4px 0; }
.pe-head { display: flex; gap: 4px; align-items: center; }
.pe-root .pe-head .pe-open {
  flex: 1 1 0; min-width: 0; border-color: transparent; padding-inline: 4px; text-align: start;
  overflow-wrap: anywhere;
}
.pe-root .pe-open[aria-expanded='true'] { font-weight: 650; }
.pe-root .pe-open::before { content: '▸'; display: inline-block; width: 1.2em; color: var(--pe-quiet); }
.pe-root .pe-open[aria-expanded='true']::before { content: '▾'; }
.pe-body { padding: 8px 4px 24px; }
.pe-form { display: grid; grid-template-columns: minmax(0, 1fr); gap: 12px; }
.pe-row { display: flex; flex-wrap: wrap; gap: 4px 8px; align-items: center; }
.pe-row > label { flex: 1 0 100%; font-size: 13px; color: var(--pe-quiet); }
.pe-root .pe-row :is(input[type='text'], textarea) { flex: 1 1 160px; min-width: 0; margin: 0; width: 100%; }
.pe-root .pe-editor textarea { font-size: 15px; }
.pe-root .pe-code textarea { font-size: 13px; margin-top: 4px; }
.pe-code { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 4px 8px; align-items: end; }
.pe-code textarea { grid-column: 1 / -1; }
.pe-tasks { display: flex; flex-wrap: wrap; gap: 4px 16px; border: 0; margin: 0; padding: 0; }
.pe-tasks label { display: flex; gap: 4px; align-items: center; cursor: pointer; }
.pe-tasks label:has(:checked) { font-weight: 650; }
.pe-fold > summary { cursor: pointer; font-size: 15px; }
.pe-fold > .pe-form { padding-block: 8px; }
.pe-holder { position: relative; }
/* The figure's bar does not stick to the screen, because it would cover the plot in this form. */
.pe-setup::part(transport) { position: static; }
.pe-cover { position: absolute; inset: 0; cursor: pointer; }
.pe-frame { position: absolute; pointer-events: none; outline: 2px solid var(--pe-you); }
.pe-frame span {
  position: absolute; inset: auto auto 100% -2px; padding: 1px 6px; white-space: nowrap;
  background: var(--pe-you); color: var(--pe-paper); font-size: 13px;
}
.pe-parts { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 8px; }
.pe-options { display: grid; gap: 16px; border: 0; margin: 0; padding: 0; }
.pe-options legend { font-size: 13px; color: var(--pe-quiet); padding: 0 0 4px; }
.pe-options > button { justify-self: start; }
.pe-option-row { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 4px 8px; align-items: center; }
.pe-option-row > :is(textarea, .pe-row) { grid-column: 2; margin: 0; }
.pe-option-row > button { grid-area: 1 / 3; }
.pe-is-right { display: grid; justify-items: center; font-size: 13px; color: var(--pe-quiet); }
.pe-option-row textarea { field-sizing: content; min-height: calc(2lh + 16px); }
.pe-note { font-size: 13px; }
.pe-root :is(.pe-row, .pe-option-row) textarea { font-family: inherit; }
.pe-root .pe-option-row input[type='text'] { min-width: 0; width: 100%; }
.pe-examples:empty { display: none; }
.pe-problem, .pe-unkept { color: var(--pe-wrong); }
.pe-add { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.pe-add select { flex: 1 1 200px; min-width: 0; }
.pe-page { --pe-top: 0px; --hair: var(--pe-hair); font-size: 17px; line-height: 1.6; overflow-wrap: anywhere; }
.pe-block-now { position: relative; }
.pe-block-now::before { content: ''; position: absolute; inset-block: 0; inset-inline-start: -16px; border-inline-start: 3px solid var(--pe-you); }
.pe-page :is(table, th, td) { font: inherit; color: inherit; }
.pe-page th { font-weight: 650; }
.pe-page > * > :is(h1, h2, h3):first-child { margin-top: 0; }
.pe-page > * + * { margin-top: 24px; }
.pe-page .figure { margin: 0; }
@media (pointer: coarse) {
  .pe-root .pe-editor :is(button, select, input[type='text']) { min-height: 44px; }
  .pe-fold > summary { padding-block: 11px; }
}
@media print {
  .pe-edit, .pe-top { display: none; }
  .pe-root .pe-seen { position: static; max-height: none; overflow: visible; border: 0; padding: 0; }
}
`;

/**
 * The style rules for a lesson's texts, limited to the preview: the editor has rules of its own.
 */
const texts = TEXT_CSS.replace(/^(.+?) \{/gm, '.pe-page :is($1) {');

/** @param {ShadowRoot} root */
export const adoptEditorStyle = (root) => adoptStyle(root, CSS + texts);
