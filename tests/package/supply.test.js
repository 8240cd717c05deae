/*
 * Checks what the project takes from others: each file that stands alone has the licences of all
 * that it contains, and workflows take actions by digest and have no more rights than they need.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { test } from 'node:test';
import { bytesOf } from '../../web/lab/carried.js';
import { root } from '../support/browsers.js';

const read = (path) => readFileSync(join(root, path), 'utf8');

/** For each package: its licence in web/, and a text that every bundle of it contains. */
const PACKAGES = {
  fflate: { licence: 'web/files/fflate-LICENSE', mark: 'invalid length/literal' },
  marked: { licence: 'web/editor/marked-LICENSE', mark: 'markedjs/marked' },
};

/** Returns all scripts of a page, inflated. */
const scriptsOf = (page) =>
  [...page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)].map(([, how, text]) =>
    how.includes('text/deflated') ? inflateRawSync(bytesOf(text)).toString() : text,
  );

test('the licences in web/ are those of the packages', () => {
  for (const [name, { licence }] of Object.entries(PACKAGES)) {
    const file = readdirSync(join(root, 'node_modules', name)).find((each) =>
      /^licen[cs]e/i.test(each),
    );
    assert.equal(read(licence).trim(), read(`node_modules/${name}/${file}`).trim(), name);
  }
});

for (const name of ['posenc-lab', 'embed'])
  test(`${name}.html has the licences of posenc and of all that it contains`, () => {
    const page = read(`dist/${name}.html`);
    const comment = page.match(/<!--[^]*?-->/g).join('\n');
    assert.ok(comment.includes(read('LICENSE').trim()));
    const scripts = scriptsOf(page).join('\n');
    for (const [each, { licence, mark }] of Object.entries(PACKAGES)) {
      const isIn = scripts.includes(mark);
      assert.equal(comment.includes(read(licence).trim()), isIn, each);
      if (name === 'posenc-lab' || each === 'fflate') assert.ok(isIn, each);
    }
  });

test('each script with a package names it and where its licence is', () => {
  const all = readdirSync(join(root, 'dist'), { recursive: true }).filter((each) =>
    each.endsWith('.js'),
  );
  const found = new Set();
  for (const path of all) {
    const text = read(`dist/${path}`);
    for (const [name, { licence, mark }] of Object.entries(PACKAGES)) {
      if (!text.includes(mark)) continue;
      found.add(name);
      assert.ok(text.includes(`/* Contains ${name}, MIT licence: see ${licence}. */`), path);
    }
  }
  assert.deepEqual([...found].sort(), Object.keys(PACKAGES));
});

test('workflows name actions by digest, and no job that runs npm may deploy', () => {
  const folder = '.github/workflows';
  for (const name of readdirSync(join(root, folder))) {
    const text = read(`${folder}/${name}`);
    for (const [, action] of text.matchAll(/uses: (\S+)/g))
      assert.match(action, /@[0-9a-f]{40}$/, name);
    assert.match(text, /^permissions:/m, name);
    const jobs = text.split(/^ {2}(?=\w+:$)/m).slice(1);
    for (const job of jobs)
      if (/\brun: /.test(job)) assert.doesNotMatch(job, /id-token|: write/, name);
  }
});
