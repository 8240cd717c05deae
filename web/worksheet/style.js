/** The style sheet of worksheets. Sheets are black on white, on the screen too. */
import { adoptStyle } from '../figures/chassis/style.js';

const CSS = `
:host {
  display: block;
  break-inside: auto;
}
.pw-bar {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 16px;
  max-width: 190mm;
  margin: 0 auto 16px;
}
.pw-bar label {
  display: inline-flex;
  align-items: center;
  gap: 6px;
}
.pe-root .pw-bar input:not([type='checkbox']) {
  width: 5em;
}
.pw-bar button {
  margin-inline-start: auto;
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
.pw-paper header {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: baseline;
  gap: 4px 16px;
}
.pw-paper header p {
  grid-column: 1 / -1;
  display: flex;
  gap: 16px;
  margin: 4px 0 0;
}
.pw-blank {
  display: flex;
  flex: 1;
  gap: 6px;
}
.pw-blank:first-child {
  flex: 2;
}
.pw-again {
  display: flex;
  gap: 6mm;
  margin: 6mm 0 0;
}
.pw-again + h3 {
  margin-top: 3mm;
}
.pw-blank span {
  flex: 1;
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
.pw-figure {
  break-inside: avoid;
}
.pw-figure svg {
  display: block;
  width: auto;
  height: auto;
  max-width: 100%;
  max-height: 105mm;
  margin: 0 auto 4mm;
}
.pw-figure .pw-tall {
  max-height: 180mm;
}
.pw-paper ol {
  margin: 0;
  padding: 0;
}
.pw-part ol {
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
.pw-options {
  margin: 0;
  padding: 0;
  list-style: none;
}
.pw-options li {
  padding: 0.5mm 0;
}
.pw-box {
  display: inline-block;
  width: 3mm;
  height: 3mm;
  margin-inline-end: 2mm;
  border: 1px solid #000;
}
.pw-room {
  height: 16mm;
}
.pw-answer span {
  display: inline-block;
  width: 42mm;
  border-bottom: 1px solid #000;
}
.pw-solutions {
  padding-bottom: 2mm;
}
.pw-solutions li {
  break-inside: avoid;
}
.pw-solutions h3 {
  break-after: avoid;
}
@media (max-width: 599px) {
  .pw-paper {
    padding: 16px;
  }
  .pw-paper header p {
    flex-direction: column;
  }
  .pw-part ol {
    grid-template-columns: minmax(0, 1fr);
  }
}
/* A figure and its questions fill a page. The picture grows into the room that they leave,
   and the questions get what is left of it. */
@media print {
  .pw-part {
    display: flex;
    flex-direction: column;
    min-height: calc(100vh - 1mm);
  }
  header + .pw-part {
    min-height: calc(100vh - 26mm);
  }
  .pw-figure {
    display: contents;
  }
  .pw-figure h3 {
    break-after: avoid;
  }
  .pw-figure svg {
    flex: 1000 0 105mm;
    width: 100%;
    max-height: calc(180mm * var(--pw-ratio));
    break-after: avoid;
  }
  .pw-part ol {
    flex-grow: 1;
  }
  .pw-figure .pw-tall {
    flex-basis: 180mm;
  }
  .pw-bar {
    display: none;
  }
  .pw-paper {
    max-width: none;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .pw-paper,
  .pw-part + .pw-part {
    break-before: page;
  }
}
`;

/** @param {ShadowRoot} root */
export const adoptSheetStyle = (root) => adoptStyle(root, CSS);
