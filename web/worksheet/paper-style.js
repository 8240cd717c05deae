/**
 * The rules of paper. They apply in print, and where sheets are measured before print. Each rule
 * has one selector, because style.js writes another selector before it.
 */
const CSS = `
.pw-paper {
  max-width: none;
  margin: 0;
  padding: 0;
  border: 0;
  font: 9pt/1.22 var(--pe-sans);
}
.pw-head p {
  padding-bottom: 2mm;
}
.pw-page > .pw-body {
  display: flex;
  flex-direction: column;
  margin: 0;
}
.pw-paper .pw-body h2 {
  font-size: 14pt;
}
.pw-paper .pw-body > h3 {
  margin: 2mm 0 1.5mm;
  break-after: avoid;
}
.pw-body > svg {
  width: 100%;
  margin-bottom: 2.5mm;
  break-after: avoid;
}
.pw-body ol {
  grid-template-columns: repeat(2, minmax(0, 1fr));
}
.pw-task {
  padding-bottom: 1mm;
}
.pw-options li {
  padding: 0;
}
.pw-body .pw-note {
  margin-bottom: 2mm;
}
.pw-room {
  height: 7mm;
}
.pw-page + .pw-page {
  margin: 0;
  padding: 0;
  border: 0;
}
`;

export { CSS as PAPER };
