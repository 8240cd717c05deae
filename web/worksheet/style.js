/** The style sheet of worksheets. Sheets are black on white, on the screen too. */
import { adoptStyle } from '../figures/chassis/style.js';
import { PAPER } from './paper-style.js';

const CSS = `
:host {
  display: block;
  break-inside: auto;
}
.pw-bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
  max-width: 190mm;
  margin: 0 auto 16px;
}
.pw-bar label {
  display: inline-flex;
  align-items: center;
  gap: 6px;
}
.pe-root .pw-bar input:not([type='checkbox']) {
  width: 4em;
}
.pw-bar button {
  margin-inline-start: auto;
}
/* What the bar says about the sheets. */
.pe-root .pw-facts {
  flex-basis: 100%;
  max-width: none;
  margin: 0;
}
/* In this element, sheets are measured as on paper. */
.pw-desk {
  position: absolute;
  visibility: hidden;
}
.pw-studio {
  position: absolute;
  width: 640px;
  height: 0;
  overflow: hidden;
  visibility: hidden;
}
/* Pictures are on white paper. */
.pw-studio > * {
  --pe-paper: #fff;
  --pe-ink: #000;
}
.pw-paper {
  max-width: 190mm;
  margin: 0 auto 24px;
  padding: 12mm;
  border: 1px solid var(--pe-hair);
  box-sizing: border-box;
  background: #fff;
  color: #000;
  font: 11pt/1.4 var(--pe-sans);
}
.pw-head p,
.pw-paper header {
  display: flex;
  align-items: baseline;
  gap: 16px;
  margin: 0;
}
.pw-head + .pw-body {
  margin-top: 4mm;
}
.pw-paper header h2 {
  flex: 1;
}
.pw-blank + .pw-blank {
  flex: 0 1 42mm;
}
.pw-page + .pw-page {
  margin-top: 8mm;
  padding-top: 6mm;
  border-top: 1px dashed #888;
}
.pw-blank {
  display: flex;
  flex: 1;
  gap: 6px;
}
.pw-blank span {
  flex: 1;
  min-width: 16mm;
  border-bottom: 1px solid #000;
}
.pe-root .pw-paper :is(h2, h3) {
  margin: 0;
  color: #000;
  line-height: 1.2;
}
.pe-root .pw-paper h2 {
  overflow-wrap: anywhere;
  font-size: 17pt;
}
.pe-root .pw-paper h3 {
  margin: 6mm 0 2mm;
  font-size: 12pt;
}
.pw-body > svg {
  display: block;
  width: auto;
  height: auto;
  max-width: 100%;
  max-height: 105mm;
  margin: 0 auto 4mm;
}
.pw-paper ol {
  margin: 0;
  padding: 0;
}
.pw-body ol {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0 8mm;
}
.pw-paper ol > li {
  margin-inline-start: 1.8em;
}
.pw-task:last-child:nth-child(odd) {
  grid-column: 1 / -1;
}
.pw-paper li::marker {
  font-weight: 650;
}
.pw-task {
  padding-bottom: 4mm;
  break-inside: avoid;
}
.pw-task p {
  max-width: none;
  margin: 0 0 1mm;
}
/* Two short options share a line. A long option has a line of its own. */
.pw-options {
  display: flex;
  flex-wrap: wrap;
  margin: 0;
  padding: 0;
  list-style: none;
}
.pw-options li {
  display: flex;
  flex-grow: 1;
  align-items: baseline;
  gap: 2mm;
  min-width: 50%;
  max-width: 100%;
  padding: 0.5mm 0;
  box-sizing: border-box;
}
.pw-box {
  flex: none;
  width: 3mm;
  height: 3mm;
  border: 1px solid #000;
}
.pw-room {
  height: 14mm;
}
.pw-answer {
  display: flex;
  align-items: baseline;
  gap: 6px;
  max-width: 75mm;
}
.pe-root .pw-note {
  max-width: none;
  margin: 0 0 3mm;
  font-size: 0.9em;
}
.pw-formulas {
  margin-top: 2mm;
  padding: 1.5mm 3mm;
  border: 1px solid #000;
  font-size: 0.9em;
  break-inside: avoid;
}
.pe-root .pw-formulas h4 {
  margin: 0 0 1mm;
  color: #000;
  font-size: 1em;
}
.pw-formulas ul {
  margin: 0;
  padding: 0;
  list-style: none;
}
.pw-formulas b {
  margin-inline-end: 3mm;
}
.pw-paper sup {
  font-size: 0.8em;
  line-height: 0;
}
.pw-mark {
  font-size: 0;
}
.pw-wide {
  overflow-x: auto;
}
.pw-answers {
  width: 100%;
  border-collapse: collapse;
  font-size: 0.9em;
}
.pw-answers thead {
  break-inside: avoid;
}
.pw-answers tr {
  break-inside: avoid;
}
.pe-root .pw-answers :is(th, td) {
  padding: 0.5mm 1.5mm;
  border: 1px solid #888;
  color: #000;
  font: inherit;
  text-align: center;
}
.pe-root .pw-answers th {
  font-weight: 650;
}
.pw-answers th div {
  font-weight: 400;
}
.pw-why {
  margin: 3mm 0 0;
  padding: 0;
  font-size: 0.9em;
  list-style: none;
}
.pw-why li {
  margin-bottom: 1.5mm;
  break-inside: avoid;
}
.pw-why div {
  padding-inline-start: 1.8em;
}
/* The solutions for the sheets are in two columns. */
.pw-ways {
  columns: 2;
}
.pw-ways div {
  padding: 0;
  break-inside: avoid;
}
.pw-solutions :is(.pw-answers, .pw-formulas) {
  margin: 0 0 3mm;
}
@media screen and (max-width: 599px) {
  .pw-paper {
    padding: 16px;
  }
  .pw-head p {
    flex-wrap: wrap;
  }
  .pw-body ol {
    grid-template-columns: minmax(0, 1fr);
  }
}
@media print {
  .pw-page {
    display: table;
    width: 100%;
    table-layout: fixed;
  }
  .pw-head {
    display: table-header-group;
    break-inside: avoid;
  }
  /* A page has 24 pixels for its head. The margin of the document may take up to 12. */
  .pw-body {
    min-height: calc(100vh - 36px);
  }
  .pw-body > svg {
    flex: calc(1000 * var(--pw-ratio)) 0 calc(var(--pw-width) * var(--pw-ratio));
    max-height: calc(182mm * var(--pw-ratio));
  }
  .pw-body ol {
    flex-grow: 1;
  }
  /* The rest of a page is room to write. */
  .pw-body ol:has(.pw-room) {
    flex-grow: 1000;
  }
  .pw-task:has(.pw-room) {
    position: relative;
  }
  .pw-room {
    margin-bottom: 1.22em;
  }
  .pw-room + .pw-answer {
    position: absolute;
    inset: auto 0 1mm;
  }
  .pw-wide {
    overflow: visible;
  }
  .pw-bar {
    display: none;
  }
  .pw-paper + .pw-paper,
  .pw-page + .pw-page {
    break-before: page;
  }
  /* If the document has content before the first sheet, the sheet begins on a new page. If it has
     none, Firefox would leave the first page empty with a page break here. */
  :host {
    page: posenc-sheet;
  }
  @supports not (page: posenc-sheet) {
    .pw-paper {
      break-before: page;
    }
  }
}
`;

/** The rules of paper, for the place where sheets are measured before print. */
const MEASURED = PAPER.replace(/(^|\})([^{}]+)\{/g, '$1.pw-desk $2{');

/** @param {ShadowRoot} root */
export const adoptSheetStyle = (root) =>
  adoptStyle(root, `${CSS}${MEASURED}@media print{${PAPER}}`);
