/** The one style sheet of all figures. Roles are custom properties; a page may set its own. */

/** Each colour role on light and on dark paper. @type {Record<string, [string, string]>} */
export const ROLES = {
  paper: ['#fcfbf8', '#15161a'], ink: ['#1c1b20', '#edebe6'], quiet: ['#5d5b66', '#a9a7b0'], hair: ['#dedad2', '#34353d'], control: ['#85828c', '#787680'],
  plus: ['#b5590a', '#eda039'], minus: ['#4f43a4', '#9783ee'], you: ['#007a95', '#3cd7f0'], other: ['#9c1150', '#ff6f91'],
  seen: ['#e6efe9', '#1d2a26'], unseen: ['#f3e7e4', '#2e2123'], right: ['#1a6b34', '#7fd69a'], wrong: ['#b3261e', '#ff8f85'],
};

/** @param {0 | 1} paper */
const ink = (paper) => Object.entries(ROLES).map(([role, colors]) => `--pe-${role}: ${colors[paper]};`).join(' ');

const CSS = `
:where([data-pe]){color-scheme: light dark; ${ink(0)} }
@media (prefers-color-scheme: dark){:where([data-pe]:not([theme=light])){${ink(1)} } }
:where([data-pe][theme=dark]){${ink(1)} }
:where([data-pe]) {
  --pe-sans: system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif;
  --pe-mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace;
}
[data-pe]{display: block;background: var(--pe-paper);color: var(--pe-ink)}
[data-pe][theme=light]{color-scheme: light}
[data-pe][theme=dark]{color-scheme: dark}
[data-pe][hidden]{display: none}
.pe-root{container-type: inline-size;font: 15px/1.5 var(--pe-sans);text-align: start}
.pe-root, .pe-root *{box-sizing: border-box;font-variant-numeric: tabular-nums}
.pe-root :is([hidden], .pe-gone){display: none !important}
.pe-grid{display: grid;grid-template-columns: minmax(0, 1fr);gap: 16px 40px}
.pe-alone > .pe-side{display: none}
.pe-root .pe-title{margin: 0 0 12px;font-size: 22px;line-height: 1.3;font-weight: 650;letter-spacing: -.01em;text-wrap: balance}
.pe-plot{position: relative;overflow: hidden;touch-action: pan-y;cursor: crosshair;user-select: none;-webkit-user-select: none}
.pe-plot canvas{display: block;position: absolute;inset: 0 auto auto 0}
.pe-plot:focus-visible, .pe-root :is(button, input, select, [tabindex]):focus-visible{outline: 2px solid var(--pe-you);outline-offset: 2px}
.pe-root p{margin: 0}
.pe-caption{min-height: 3em;text-wrap: pretty}
.pe-caption b, .pe-result b{font-weight: 650}
.pe-you{color: var(--pe-you);font-weight: 650}
.pe-other{color: var(--pe-other);font-weight: 650}
.pe-right{color: var(--pe-right);font-weight: 650}
.pe-wrong{color: var(--pe-wrong);font-weight: 650}
.pe-quiet{color: var(--pe-quiet)}
.pe-formula{display: flex;flex-wrap: wrap;align-items: center;gap: 4px 8px;font-size: 17px;min-height: 48px}
.pe-formula math{white-space: nowrap;font-family: "Cambria Math", "STIX Two Math", "Latin Modern Math", "DejaVu Math TeX Gyre", math}
.pe-stack{display: grid;grid-template-columns: minmax(0, 1fr);gap: 12px;align-content: start}
.pe-bar{display: flex;flex-wrap: wrap;align-items: center;gap: 8px 12px}
.pe-buttons{display: flex;gap: 0;margin-inline-start: -8px}
.pe-scrub{flex: 1 1 200px;display: flex;align-items: center;gap: 12px;min-width: 0}
.pe-scrub > input{flex: 1;min-width: 80px}
.pe-scrub output{min-width: 7ch;text-align: end}
.pe-root :where(button, select, textarea, input[type=number], input[type=text]){font: inherit;font-size: 15px;color: var(--pe-ink);background: none;border: 1px solid var(--pe-control);border-radius: 4px;min-height: 32px;padding: 3px 12px;margin: 0}
.pe-root button{cursor: pointer;touch-action: manipulation}
.pe-root button:hover{border-color: var(--pe-ink)}
.pe-root button:active{background: var(--pe-hair)}
.pe-root button[aria-disabled=true]{color: var(--pe-quiet);cursor: default;border-color: var(--pe-hair)}
.pe-root .pe-icon{display: grid;place-items: center;border-color: transparent;min-width: 36px;min-height: 36px;padding: 0}
.pe-root .pe-plain{border-color: transparent;padding: 3px 8px;color: var(--pe-quiet);font-size: 13px;text-decoration: underline;text-decoration-color: var(--pe-control);text-underline-offset: 4px}
.pe-root .pe-plain:hover{color: var(--pe-ink);border-color: transparent}
.pe-acts .pe-plain{margin-inline-start: -8px}
.pe-root .pe-plain[aria-expanded=true]{color: var(--pe-ink);font-weight: 650}
.pe-root textarea{display: block;width: 100%;margin-top: 8px;padding: 6px 8px;font: 13px/1.4 var(--pe-mono);resize: vertical}
.pe-root select{background: var(--pe-paper);padding: 3px 6px;max-width: 100%}
.pe-root input{accent-color: var(--pe-ink)}
.pe-root input[type=number]{width: 11ch;padding: 3px 6px;font-family: var(--pe-mono)}
.pe-root input[type=range]{height: 28px;margin: 0}
.pe-root .pe-scrub > input{accent-color: var(--pe-you)}
.pe-root :is(input[type=checkbox], input[type=radio]){width: 20px;height: 20px;margin: 2px;flex: none}
.pe-root output, .pe-num{font-family: var(--pe-mono);font-size: 15px}
.pe-speed{font-size: 13px;color: var(--pe-quiet);display: flex;align-items: center;gap: 8px}
.pe-controls{display: grid;gap: 8px;align-content: start}
.pe-control{display: grid;grid-template-columns: 8em minmax(0, 1fr) auto;align-items: center;gap: 4px 12px;min-height: 36px}
.pe-control > :is(select, input[type=number], input[type=text]){grid-column: 2 / -1;justify-self: start}
.pe-control.pe-text{grid-template-columns: minmax(0, 1fr);gap: 0}
.pe-control.pe-text > input{grid-column: 1;width: 100%}
.pe-root :is(input, select, button):disabled{opacity: 1;color: var(--pe-ink);-webkit-text-fill-color: currentcolor;border-color: var(--pe-hair);cursor: default}
.pe-root :is(select, input[type=number], input[type=text]):disabled{appearance: none;border-color: transparent;padding-inline: 0}
.pe-root .pe-icon:disabled{color: var(--pe-control);border-color: transparent}
.pe-control:has(:disabled) label{cursor: default}
.pe-control output{min-width: 5ch;text-align: end}
.pe-control.pe-check{grid-template-columns: auto minmax(0, 1fr);justify-content: start}
.pe-predict{border: 0;border-inline-start: 3px solid var(--pe-ink);margin: 0;padding: 0 0 0 16px;min-width: 0}
.pe-predict legend{float: inline-start;width: 100%;padding: 0;margin: 0 0 8px;font-size: 17px;line-height: 1.4;font-weight: 650;text-wrap: pretty}
.pe-predict legend + *{clear: both}
.pe-kicker{display: block;font-size: 13px;font-weight: 400;color: var(--pe-quiet)}
.pe-option{display: flex;align-items: center;gap: 8px;min-height: 32px;cursor: pointer}
.pe-option[data-mark]::after{font-weight: 700}
.pe-option[data-mark=right]::after{content: "✓";content: "✓" / "";color: var(--pe-right)}
.pe-option[data-mark=wrong]::after{content: "✗";content: "✗" / "";color: var(--pe-wrong)}
.pe-acts{display: flex;flex-wrap: wrap;gap: 8px;align-items: center;margin-top: 8px}
.pe-root .pe-reveal{background: var(--pe-ink);color: var(--pe-paper);border-color: var(--pe-ink);font-weight: 650}
.pe-root .pe-reveal[aria-disabled=true]{background: none;color: var(--pe-quiet);border-color: var(--pe-control);font-weight: 400}
.pe-result{margin-top: 8px}
.pe-surprise{display: block;font: 650 30px/1.25 var(--pe-mono);letter-spacing: -.02em}
.pe-panel{border-top: 1px solid var(--pe-hair);padding-top: 12px}
.pe-foot{display: flex;flex-wrap: wrap;gap: 0 4px;margin-inline-start: -8px;align-items: center}
.pe-scroll{overflow-x: auto}
.pe-root table{border-collapse: collapse;font: 13px/1.5 var(--pe-mono)}
.pe-root caption{text-align: start;font: 13px/1.5 var(--pe-sans);color: var(--pe-quiet);padding-bottom: 4px}
.pe-root :is(th, td){text-align: end;padding: 2px 12px 2px 0;white-space: nowrap;border-bottom: 1px solid var(--pe-hair);font-weight: 400}
.pe-root thead th{color: var(--pe-quiet);vertical-align: bottom}
.pe-root .pe-facts{width: 100%;font: 13px/1.4 var(--pe-sans)}
.pe-root .pe-facts :is(th, td){text-align: start;white-space: normal;vertical-align: top;padding: 6px 12px 6px 0}
.pe-facts td > span{white-space: nowrap}
.pe-root .pe-facts thead th{vertical-align: bottom}
.pe-root .pe-pick{border-color: transparent;padding: 3px 8px;margin: -6px 0;font-weight: 650;font-size: 13px;min-width: 100%;text-align: start}
.pe-root .pe-pick[aria-pressed=true]{border: 2px solid var(--pe-ink);padding: 2px 7px}
.pe-help dl{display: grid;grid-template-columns: auto 1fr;gap: 4px 16px;margin: 0;font-size: 13px}
.pe-help dt{font-family: var(--pe-mono);white-space: nowrap}
.pe-help dd{margin: 0}
.pe-hidden{position: absolute;width: 1px;height: 1px;overflow: hidden;clip-path: inset(50%);white-space: nowrap}
[data-pe] .pe-error{margin-top: 16px;border-inline-start: 3px solid var(--pe-wrong);padding-inline-start: 12px}
.pe-probe{position: absolute;visibility: hidden;forced-color-adjust: none}
[data-pe][level=beginner] .pe-expert{display: none}
@container (min-width: 860px) {
  .pe-grid:not(.pe-alone){grid-template: auto 1fr / minmax(0, 1fr) 288px}
  .pe-grid:not(.pe-alone) > :is(.pe-predict, .pe-side){grid-column: 2}
  .pe-main{grid-area: 1 / 1 / 3}
  .pe-under{grid-column: 1 / -1}
  .pe-help dl{grid-template-columns: auto 1fr auto 1fr}
}
@container (max-width: 599px) {
  .pe-facts thead{position: absolute;clip-path: inset(50%)}
  .pe-facts :is(tbody, tr, th, td){display: block;border: 0}
  .pe-facts tr{display: grid;grid-template-columns: 8em minmax(0, 1fr);border-bottom: 1px solid var(--pe-hair)}
  .pe-facts tr:not(.pe-chosen) td:nth-of-type(n + 2){display: none}
  .pe-root .pe-facts td{grid-column: 2;padding-block: 4px}
  .pe-facts td::before{content: attr(data-label) ": ";color: var(--pe-quiet)}
}
@container (max-width: 479px) {
  .pe-control{grid-template-columns: 6.5em minmax(0, 1fr) auto}
  .pe-scrub{flex-basis: 100%;order: 3}
}
@media (pointer: coarse) {
  .pe-root :is(button, select, input[type=number], input[type=text], .pe-option, .pe-control){min-height: 44px}
  .pe-root .pe-plain{min-width: 44px}
  .pe-root .pe-icon{min-width: 44px;min-height: 44px}
  .pe-root input[type=range]{height: 44px}
  .pe-root :is(input[type=checkbox], input[type=radio]){width: 24px;height: 24px}
}
@media (forced-colors: active) {
  :where([data-pe]) {
    --pe-paper: Canvas;--pe-ink: CanvasText;--pe-quiet: CanvasText;--pe-hair: GrayText;--pe-control: ButtonBorder;
    --pe-you: Highlight;--pe-other: LinkText;--pe-seen: Canvas;--pe-unseen: Canvas;--pe-right: CanvasText;--pe-wrong: CanvasText;--pe-plus: CanvasText;--pe-minus: GrayText;
  }
}
@media print {
  :where([data-pe]), :where([data-pe][theme=dark]){${ink(0)} }
  .pe-bar, .pe-foot, .pe-controls, .pe-acts, .pe-help{display: none !important}
  .pe-root .pe-plot, .pe-root .pe-plot canvas{position: static;height: auto !important;max-width: 100%}
  [data-pe]{break-inside: avoid;color-scheme: light}
}
`;

/** @type {WeakSet<object>} */
const styled = new WeakSet();

/**
 * Once per document or shadow root.
 * @param {any} root
 */
export function adoptStyle(root) {
  if (styled.has(root)) return;
  styled.add(root);
  try {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(CSS);
    // First, so that any rule of the page wins over ours.
    root.adoptedStyleSheets = [sheet, ...root.adoptedStyleSheets];
  } catch {
    const style = document.createElement('style');
    style.textContent = CSS;
    (root.head ?? root).prepend(style);
  }
}
