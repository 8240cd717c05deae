/** Adds the style sheets of pe-doctor to its shadow root. */
import { PeFigure } from '../elements.js';

const CSS = `
.pe-checkup {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  max-width: 760px;
  padding: 4px;
}
.pe-root .pe-drop {
  display: grid;
  gap: 4px;
  justify-items: center;
  padding: 24px 16px;
  border: 2px dashed var(--pe-control);
  border-radius: 8px;
  text-align: center;
}
.pe-drop b {
  font-weight: 650;
}
.pe-over .pe-drop {
  border-color: var(--pe-you);
  border-style: solid;
}
.pe-root .pe-row {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
}
.pe-row > .pe-quiet {
  font-size: 13px;
}
.pe-paste summary,
.pe-found summary {
  width: fit-content;
  padding: 3px 0;
  color: var(--pe-quiet);
  cursor: pointer;
}
.pe-root .pe-paste textarea {
  margin-bottom: 8px;
}
.pe-cards {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
}
.pe-card {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding: 12px 16px;
  border: 1px solid var(--pe-hair);
  border-inline-start: 4px solid var(--pe-control);
  border-radius: 4px;
}
.pe-card[data-verdict='right'] {
  border-inline-start-color: var(--pe-right);
}
.pe-card[data-verdict='wrong'] {
  border-inline-start-color: var(--pe-wrong);
}
.pe-kind b {
  margin-inline-end: 4px;
}
.pe-verdict-right {
  color: var(--pe-right);
}
.pe-verdict-wrong {
  color: var(--pe-wrong);
}
.pe-name {
  color: var(--pe-quiet);
  font-family: var(--pe-mono);
  font-size: 13px;
  overflow-wrap: anywhere;
}
.pe-root .pe-first {
  font-size: 17px;
  font-weight: 650;
  text-wrap: pretty;
}
.pe-card p {
  overflow-wrap: anywhere;
}
.pe-card a {
  color: inherit;
}
.pe-positions {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px 12px;
}
.pe-positions label {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 8px;
}
.pe-root .pe-positions input {
  width: 22ch;
  padding: 3px 6px;
  font-family: var(--pe-mono);
}
.pe-positions p {
  width: 100%;
  font-size: 13px;
}
.pe-map {
  display: grid;
  gap: 4px;
  margin: 0;
}
.pe-map canvas {
  width: 100%;
  border: 1px solid var(--pe-hair);
  image-rendering: pixelated;
}
.pe-map figcaption {
  font-size: 13px;
}
.pe-found dl {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 2px 16px;
  margin: 4px 0;
  font: 13px/1.5 var(--pe-mono);
}
.pe-found dd {
  margin: 0;
  overflow-wrap: anywhere;
}
.pe-command {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 8px;
  font-size: 13px;
}
.pe-command code {
  font-family: var(--pe-mono);
  overflow-wrap: anywhere;
}
.pe-checkup :is(a, summary):focus-visible {
  outline: 2px solid var(--pe-you);
  outline-offset: 2px;
}
@media (pointer: coarse) {
  .pe-root :is(.pe-row, .pe-positions, .pe-command) button,
  .pe-root :is(select, .pe-positions input),
  .pe-root summary {
    min-height: 44px;
  }
}
`;

/** @param {ShadowRoot} root */
export const adoptCheckupStyle = (root) => PeFigure.adoptStyle(root, CSS);
