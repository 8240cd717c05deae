/* Writes the page that a server renders. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createSSRApp } from 'vue';
import { renderToString } from 'vue/server-renderer';
import { Lesson } from './lesson.js';

const page = readFileSync('mounts.html', 'utf8');
const html = await renderToString(createSSRApp(Lesson));
writeFileSync('hydrate.html', page.replace('<!-- lesson -->', html));
