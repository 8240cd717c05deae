/**
 * Adds to dist/types/ the properties, attributes, tags and events of the figures, which the
 * compiler cannot find itself. They are made from the fields of the figures. Then the types are
 * copied for CommonJS.
 */
import { appendFileSync, copyFileSync, cpSync, existsSync } from 'node:fs';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { SETTINGS } from '../figures/chassis/parameters.js';
import { SETS } from '../quiz/bank.js';
import { FIGURES } from './figure-list.js';

const TYPES = {
  number: () => 'number',
  flag: () => 'boolean',
  text: () => 'string',
  choice: ({ options }) => options.map((option) => JSON.stringify(option)).join(' | '),
};

/** The types that an attribute may have in addition to the type of its property. */
const TEXTS = { number: ' | string', flag: " | '' | 'true' | 'false'", text: '', choice: '' };

const typeOf = (field) => TYPES[field.kind](field);

/** The events of the figures, with the types of their details. */
const EVENTS = {
  'pe-ready': '{ state: Record<string, any> }',
  'pe-change': '{ key: string; value: any; state: Record<string, any> }',
  'pe-reveal': '{ correct: boolean }',
  'pe-error': '{ error: unknown }',
  'pe-answer': 'import("../answers/index.js").Answer',
};

/** Returns the name of a listener in templates of Vue, such as onPeReady for pe-ready. */
const camelCase = (event) => `on-${event}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const lines = (entries, line) => entries.map((entry) => `  ${line(entry)}`).join('\n');
const settings = SETTINGS.filter((name) => name !== 'state');

/** Returns the declarations that all figures have in common. */
const common = () => `import './chassis/parameters.js';
/** The elements and attributes of the figures, by their tags. Each figure adds itself. */
export interface FigureElements {}
/** The attributes of every figure that are not its fields. */
export interface Settings {
${lines(SETTINGS, (name) => `${name}?: string;`)}
}
export interface FigureEvents {
${lines(Object.entries(EVENTS), ([name, detail]) => `'${name}': CustomEvent<${detail}>;`)}
}
/** Listeners in templates, as React and Preact, Solid and Svelte, and Vue write them. */
export interface Listeners {
${lines(Object.keys(EVENTS), (name) =>
  [`on${name}`, `on:${name}`, camelCase(name)]
    .map((prop) => `'${prop}'?: (event: FigureEvents['${name}']) => void;`)
    .join(' '),
)}
}
declare module './chassis/parameters.js' {
  interface Parameters { ${settings.map((name) => `${name}: string;`).join(' ')} }
}
declare global {
  interface GlobalEventHandlersEventMap extends FigureEvents {}
}
`;

/** Returns the declarations of the entry of one figure. */
function declarationsOf({ name, tag, folder, Figure }) {
  const file = `${folder}/${folder}.js`;
  if (!existsSync(`web/figures/${file}`))
    throw new Error(`web/figures/${file}: expected a file that defines ${name}`);
  const fields = Object.entries(Figure.allFields);
  const members = (line) =>
    lines(fields, ([key, field]) => `/** ${Figure.labelOf(key)} */ ${line(key, field)}`);
  return `import type { Settings } from './attributes.js';
import './frameworks.js';
import type { ${name} } from './${file}';
export { ${name} } from './${file}';
export interface ${name}State {
${members((key, field) => `${key}: ${typeOf(field)};`)}
}
export interface ${name}Attributes extends Settings {
${members((key, field) => `${key}?: ${typeOf(field)}${TEXTS[field.kind]};`)}
}
declare module './${file}' {
  interface ${name} extends ${name}State {
    get state(): ${name}State;
    set state(value: string | Partial<${name}State>);
    getState(): ${name}State;
    setState(patch: Partial<${name}State>, how?: { ease?: boolean }): void;
  }
}
declare module './attributes.js' {
  interface FigureElements { '${tag}': { element: ${name}; attributes: ${name}Attributes } }
}
declare global {
  interface HTMLElementTagNameMap { '${tag}': ${name} }
}
`;
}

/** The attributes of pe-question. An author writes this element into a figure. */
const QUESTION = `export interface PeQuestionAttributes {
  shows?: string;
  from?: string;
  answer?: number | string;
  tolerance?: number | string;
  unit?: string;
  reply?: string;
  because?: string;
}
export interface FigureElements {
  'pe-question': { element: HTMLElement; attributes: PeQuestionAttributes };
}
`;

/** Returns the declarations of pe-quiz. They are appended to quiz.d.ts. */
const quizDeclarations = () => `import './figures/frameworks.js';
export interface PeQuizAttributes {
  set?: ${Object.keys(SETS)
    .map((name) => JSON.stringify(name))
    .join(' | ')};
  count?: number | string;
  theme?: string;
  level?: string;
}
declare module './figures/attributes.js' {
  interface FigureElements { 'pe-quiz': { element: PeQuiz; attributes: PeQuizAttributes } }
}
declare global {
  interface HTMLElementTagNameMap { 'pe-quiz': PeQuiz }
}
`;

/** The declarations of pe-tour. They are appended to tour.d.ts. */
const TOUR = `import './figures/frameworks.js';
export interface PeTourAttributes {
  t?: number | string;
  theme?: string;
}
declare module './figures/attributes.js' {
  interface FigureElements { 'pe-tour': { element: PeTour; attributes: PeTourAttributes } }
}
declare global {
  interface HTMLElementTagNameMap { 'pe-tour': PeTour }
}
`;

/** The declarations of pe-worksheet. They are appended to worksheet.d.ts. */
const WORKSHEET = `import './figures/frameworks.js';
export interface PeWorksheetAttributes {
  figures?: string;
  quiz?: string;
  seed?: number | string;
  copies?: number | string;
  questions?: number | string;
  kinds?: string;
  key?: boolean | '' | 'true' | 'false';
  heading?: string;
  hide?: string;
  level?: 'beginner' | 'full';
}
declare module './figures/attributes.js' {
  interface FigureElements {
    'pe-worksheet': { element: PeWorksheet; attributes: PeWorksheetAttributes };
  }
}
declare global {
  interface HTMLElementTagNameMap { 'pe-worksheet': PeWorksheet }
}
`;

/** The declarations of pe-doctor. They are appended to checkup.d.ts. */
const CHECKUP = `import './figures/frameworks.js';
export interface PeDoctorAttributes {
  theme?: string;
}
declare module './figures/attributes.js' {
  interface FigureElements { 'pe-doctor': { element: PeDoctor; attributes: PeDoctorAttributes } }
}
declare global {
  interface HTMLElementTagNameMap { 'pe-doctor': PeDoctor }
}
`;

/** The declarations of pe-editor. They are appended to editor.d.ts. */
const EDITOR = `import './figures/frameworks.js';
export interface PeEditorAttributes {
  base?: string;
  theme?: string;
}
declare module './figures/attributes.js' {
  interface FigureElements { 'pe-editor': { element: PeEditor; attributes: PeEditorAttributes } }
}
declare global {
  interface HTMLElementTagNameMap { 'pe-editor': PeEditor }
}
`;

/**
 * Compilers before TypeScript 5.7 reject typed arrays with type parameters. This function replaces
 * each such type by the return type of the static method `of` of its class. For later compilers,
 * this return type is an array on an ArrayBuffer. For earlier compilers, it is the plain array.
 */
const forEveryVersion = (text) =>
  text
    .replace(/<ArrayBufferLike>/g, '')
    .replace(/\b(\w+Array)<ArrayBuffer>/g, "ReturnType<$1Constructor['of']>");

const types = 'dist/types';
for (const name of readdirSync(types, { recursive: true }).filter((name) => name.endsWith('.ts'))) {
  const path = `${types}/${name}`;
  writeFileSync(path, forEveryVersion(readFileSync(path, 'utf8')));
}
writeFileSync(`${types}/figures/attributes.d.ts`, common() + QUESTION);
copyFileSync('web/build/framework-types.d.ts', `${types}/figures/frameworks.d.ts`);
for (const figure of FIGURES)
  writeFileSync(`${types}/figures/${figure.folder}.d.ts`, declarationsOf(figure));
const states = ({ name, folder }) =>
  `export type { ${name}State, ${name}Attributes } from './figures/${folder}.js';`;
appendFileSync(`${types}/elements.d.ts`, `${FIGURES.map(states).join('\n')}\n`);
appendFileSync(`${types}/quiz.d.ts`, quizDeclarations());
appendFileSync(`${types}/tour.d.ts`, TOUR);
appendFileSync(`${types}/checkup.d.ts`, CHECKUP);
appendFileSync(`${types}/editor.d.ts`, EDITOR);
appendFileSync(`${types}/worksheet.d.ts`, WORKSHEET);
rmSync('dist/cjs/types', { recursive: true, force: true });
cpSync(types, 'dist/cjs/types', { recursive: true });
