/**
 * Adds declarations to dist/types/elements.d.ts that the compiler cannot find itself: the
 * properties for the fields of each figure, the tags, and the events.
 */
import { appendFileSync, existsSync } from 'node:fs';
import * as elements from '../elements.js';

const TYPES = {
  number: () => 'number',
  flag: () => 'boolean',
  text: () => 'string',
  choice: ({ options }) => options.map((option) => JSON.stringify(option)).join(' | '),
};

const typeOf = (field) => TYPES[field.kind](field);

/** Returns the declarations of one figure. */
function declarationsOf([name, Figure]) {
  const folder = Figure.tag.slice('pe-'.length);
  const file = `figures/${folder}/${folder}.js`;
  if (!existsSync(`web/${file}`))
    throw new Error(`web/${file}: expected a file that defines ${name}`);
  const fields = Object.entries(Figure.allFields);
  const state = fields.map(([key, field]) => `${key}: ${typeOf(field)};`).join(' ');
  const properties = fields.map(
    ([key, field]) => `    /** ${field.label} */\n    ${key}: ${typeOf(field)};`,
  );
  return `export interface ${name}State { ${state} }
declare module './${file}' {
  interface ${name} {
${properties.join('\n')}
    get state(): ${name}State;
    set state(value: string | Partial<${name}State>);
    getState(): ${name}State;
    setState(patch: Partial<${name}State>, how?: { ease?: boolean }): void;
  }
}`;
}

const figures = Object.entries(elements).filter(([, Figure]) => Figure.tag);
const tags = figures.map(([name, { tag }]) => `'${tag}': ${name};`).join(' ');

appendFileSync(
  'dist/types/elements.d.ts',
  `${figures.map(declarationsOf).join('\n')}
declare module './figures/chassis/parameters.js' {
  interface Parameters { theme: string; level: string; hide: string; lock: string; group: string; }
}
declare global {
  interface HTMLElementTagNameMap { ${tags} }
  interface GlobalEventHandlersEventMap {
    'pe-ready': CustomEvent<{ state: Record<string, any> }>;
    'pe-change': CustomEvent<{ key: string; value: any; state: Record<string, any> }>;
    'pe-predict': CustomEvent<{ answer: string | number }>;
    'pe-reveal': CustomEvent<{ correct: boolean }>;
    'pe-error': CustomEvent<{ error: unknown }>;
  }
}
`,
);
