/** The style sheet of comparison tables. Figures without a comparison table do not load it. */

const CSS = `
/* The comparison table contains text, not numbers. Each row has a button that chooses it. */
.pe-root .pe-facts {
  width: 100%;
  font: 13px/1.4 var(--pe-sans);
}

.pe-root .pe-facts :is(th, td) {
  text-align: start;
  white-space: normal;
  vertical-align: top;
  padding-block: 6px;
  padding-inline: 0 12px;
}

.pe-facts td > span {
  white-space: nowrap;
}

.pe-root .pe-facts thead th {
  vertical-align: bottom;
}

/* When the row is chosen, its border grows by one pixel and its padding shrinks by one pixel. */
.pe-root .pe-pick {
  border-color: transparent;
  padding: 3px 8px;
  margin: -6px 0;
  font-weight: 650;
  font-size: 13px;
  min-width: 100%;
  text-align: start;
}

.pe-root .pe-pick[aria-pressed='true'] {
  border: 2px solid var(--pe-ink);
  padding: 2px 7px;
}

/*
 * In a narrow figure the comparison table becomes a list. Each row labels its cells, and only the
 * chosen row shows all of them.
 */
@container (max-width: 599px) {
  .pe-facts thead {
    position: absolute;
    clip-path: inset(50%);
  }

  .pe-facts :is(tbody, tr, th, td) {
    display: block;
    border: 0;
  }

  .pe-facts tr {
    display: grid;
    grid-template-columns: minmax(min-content, 8em) minmax(0, 1fr);
    border-bottom: 1px solid var(--pe-hair);
  }

  .pe-facts tr:not(.pe-chosen) td:nth-of-type(n + 2) {
    display: none;
  }

  .pe-root .pe-facts td {
    grid-column: 2;
    padding-block: 4px;
  }

  .pe-facts td::before {
    content: attr(data-label) ': ';
    color: var(--pe-quiet);
  }

  .pe-facts td:lang(zh)::before {
    content: attr(data-label) '：';
  }
}
`;

export default CSS;
