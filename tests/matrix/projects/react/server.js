/* Writes the page that a server renders. */
import { readFileSync, writeFileSync } from 'node:fs';
import { renderToString } from 'react-dom/server';
import { lesson } from './lesson.js';

const page = readFileSync('mounts.html', 'utf8');
writeFileSync('hydrate.html', page.replace('<!-- lesson -->', renderToString(lesson)));
