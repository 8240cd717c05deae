/** Adds the style sheets of the tour to its shadow root. */
import { adoptStyle } from '../figures/chassis/style.js';

const CSS = `
.pe-tour {
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  max-width: 760px;
  margin-inline: auto;
}
.pe-screen {
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  overflow: clip;
}
/* A figure that is not on the screen keeps its size, but takes no space in the layout. */
.pe-screen > [inert] {
  position: absolute;
  inset: 0 0 auto;
  visibility: hidden;
}
.pe-root .pe-line {
  min-height: 2.6em;
  font-size: 22px;
  line-height: 1.3;
  font-weight: 650;
  letter-spacing: -0.01em;
  text-align: center;
  text-wrap: balance;
  padding-bottom: 12px;
  box-sizing: content-box;
}
.pe-dock {
  position: sticky;
  bottom: 0;
  z-index: 1;
  background: var(--pe-paper);
}
.pe-deck {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 12px;
}
.pe-deck > .pe-buttons {
  margin: 0;
}
.pe-root .pe-deck .pe-reveal {
  min-width: 9em;
  margin-inline-end: 4px;
  white-space: nowrap;
}
.pe-root .pe-deck input {
  width: 100%;
  accent-color: var(--pe-you);
}
.pe-deck output {
  grid-area: 1 / 3;
  white-space: nowrap;
}
.pe-marks {
  grid-column: 2;
  display: flex;
  gap: 2px;
  margin: 0;
  padding: 0;
  list-style: none;
}
.pe-root .pe-marks button {
  width: 100%;
  padding: 2px 4px;
  border: 0;
  border-top: 2px solid var(--pe-control);
  border-radius: 0;
  color: var(--pe-quiet);
  font-size: 13px;
  text-align: start;
}
.pe-root .pe-marks [aria-current] {
  border-color: var(--pe-you);
  color: var(--pe-you);
  font-weight: 650;
}
.pe-transcript summary {
  padding: 3px 0;
  color: var(--pe-quiet);
  font-size: 13px;
  cursor: pointer;
}
.pe-transcript dl {
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 4px 16px;
  margin: 8px 0;
}
.pe-transcript dt {
  font-family: var(--pe-mono);
}
.pe-transcript a {
  color: inherit;
}
.pe-transcript dd {
  margin: 0;
}
@container (max-width: 599px) {
  .pe-root .pe-line {
    font-size: 19px;
  }
  .pe-root .pe-deck output {
    font-size: 13px;
  }
  .pe-deck > :is(input, .pe-marks) {
    grid-column: 1 / -1;
  }
}
@media (pointer: coarse) {
  .pe-transcript summary {
    min-height: 44px;
    padding-block: 11px;
  }
}
@media print {
  .pe-deck {
    display: none;
  }
}
`;

/** @param {ShadowRoot} root */
export const adoptTourStyle = (root) => adoptStyle(root, CSS);
