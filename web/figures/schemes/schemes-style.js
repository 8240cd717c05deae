/** The style sheet of PeSchemes. */

const CSS = `
/* A sentence of ten words fits into the input. */
.pe-root .pe-text > input {
  padding-inline: 5px;
  font-size: 13px;
}

/*
 * In a wide figure for beginners, the words and the cases are below the picture and the question.
 * Otherwise there would be a gap beside them.
 */
@container (min-width: 860px) {
  :host([level='beginner']) .pe-grid:not(.pe-alone) > .pe-side {
    grid-column: 1 / -1;
    grid-template-columns: 1fr 1fr;
    column-gap: 40px;
  }
}
`;

export default CSS;
