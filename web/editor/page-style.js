/** The style of a saved lesson. */

const LIGHT = '--paper:#fcfbf8;--ink:#1c1b20;--quiet:#5d5b66;--hair:#dedad2';
const DARK = '--paper:#15161a;--ink:#edebe6;--quiet:#a9a7b0;--hair:#34353d';

/** The style of a lesson's texts. The editor shows texts in the same style. */
export const TEXT_CSS = `
h1, h2, h3, h4, h5, h6 { line-height: 1.25; text-wrap: balance; margin: 1.6em 0 0.5em; }
h1 { font-size: 30px; margin-top: 0; }
h2 { font-size: 22px; }
h3, h4, h5, h6 { font-size: 17px; }
p, ul, ol, blockquote, pre, table { margin: 0 0 16px; max-width: 68ch; }
p, li, td, th { overflow-wrap: anywhere; }
a { color: inherit; text-underline-offset: 3px; }
blockquote { margin-inline-start: 0; padding-inline-start: 16px; border-inline-start: 3px solid var(--hair); }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 0.9em; }
pre { overflow-x: auto; padding: 8px 12px; border: 1px solid var(--hair); }
table { border-collapse: collapse; }
th, td { padding: 4px 16px 4px 0; border-bottom: 1px solid var(--hair); text-align: start; vertical-align: top; }
.figure { margin: 32px 0; }
hr { border: 0; border-top: 1px solid var(--hair); margin: 32px 0; }
`;

export const PAGE_CSS = `
:root { ${LIGHT}; color-scheme: light dark; }
@media screen and (prefers-color-scheme: dark) { :root { ${DARK}; } }
* { box-sizing: border-box; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font: 17px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif;
}
main { max-width: 1080px; margin: 0 auto; padding: 48px 24px 96px; }
@media (max-width: 600px) { main { padding: 24px 16px 64px; } }
#posenc-answers { border-top: 1px solid var(--hair); margin-top: 64px; }
#posenc-answers button, #posenc-answers input { font: inherit; padding: 4px 12px; margin: 0 8px 8px 0; }
@media print {
  main { padding: 0; }
  #posenc-answers:not(:has(li)) { display: none; }
  button, .answers-only main > :not(h1, #posenc-answers) { display: none; }
}
${TEXT_CSS}`;
