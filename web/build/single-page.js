/** Writes a page of web/lab/ as a single file. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { LANGUAGES } from './languages.js';
import { besideScalar, besideTrainer, bundled } from './minify.js';

const hashOf = (source) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Replaces the only line of a page that matches a pattern. Throws if there is not exactly one. */
function replaceLine(page, name, pattern, replacement) {
  const lines = page.split('\n');
  const found = [...lines.keys()].filter((at) => pattern.test(lines[at]));
  if (found.length !== 1) throw new Error(`${name}: expected exactly one line with ${pattern}`);
  lines[found[0]] = replacement;
  return lines.join('\n');
}

/** The scripts that a page carries as texts, and runs only if they are needed. */
const CARRIED = ['scalar', 'trainer'];

/** The languages into which the lab is translated. */
const translations = LANGUAGES.filter((language) => existsSync(pageIn(language)));

/** Returns the path of the lab in a language. */
function pageIn(language) {
  return `web/languages/${language}/lab.html`;
}

/** Returns a script that a page carries as a text. */
const carriedSource = (id) =>
  readFileSync(CARRIED.includes(id) ? `dist/${id}.js` : `dist/languages/${id}.js`, 'utf8');

/** Returns an element that carries a script as a text. */
const carrier = (id, source) => `<script type="text/plain" id="posenc-${id}">${source}</script>\n`;

/** Returns an element that carries the words of a language, which `loadWords` inflates. */
const wordsOf = (language) =>
  carrier(language, deflateRawSync(carriedSource(language), { level: 9 }).toString('base64'));

/** Returns the parts of the lab in every language, and its words, which the page shows on demand. */
export const languageParts = () =>
  translations
    .map((language) => {
      const parts = readFileSync(pageIn(language), 'utf8').replace(/\n\s+/g, ' ');
      const template = `<template lang="${language}">\n${parts}</template>\n`;
      return template + wordsOf(language);
    })
    .join('');

/**
 * Writes a page of web/lab/ as a single file. Its content security policy forbids every request to
 * the network. A worker is allowed if its text is from the page, and inherits the policy.
 */
export async function singlePage({ page, style, script, out, isTranslated = false }) {
  const name = `web/lab/${page}`;
  const css = await bundled({ entryPoints: [`web/lab/${style}`], bundle: false });
  const entry = { entryPoints: [`web/lab/${script}`], format: 'iife' };
  const js = await bundled({ ...entry, plugins: [besideScalar, besideTrainer] });
  const carried = CARRIED.map((id) => ({ id, source: carriedSource(id) }));
  const ofLanguages = (isTranslated ? translations : LANGUAGES).map(carriedSource);
  const sources = [js, ...carried.map(({ source }) => source), ...ofLanguages];
  const hashes = sources.map(hashOf);
  const policy = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')} 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src ${hashOf(css)}`,
    'img-src data: blob:',
  ].join('; ');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  let text = readFileSync(name, 'utf8');
  text = replaceLine(text, name, /<link rel="stylesheet"/, `${meta}\n<style>${css}</style>`);
  const texts = carried.map(({ id, source }) => carrier(id, source));
  const languages = isTranslated ? languageParts() : LANGUAGES.map(wordsOf).join('');
  const added = languages + texts.join('');
  text = replaceLine(text, name, /<script /, `${added}<script>${js}</script>`);
  writeFileSync(`dist/${out}`, text);
}
