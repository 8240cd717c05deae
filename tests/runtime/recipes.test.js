/*
 * Runs the programs of web/recipes/runtimes with the built package, as a project that has installed
 * it. `npm run test:recipes runtimes` also runs the one that needs ONNX Runtime.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { root } from '../support/browsers.js';

const folder = mkdtempSync(join(tmpdir(), 'posenc-runtimes-'));
after(() => rmSync(folder, { recursive: true }));
cpSync(join(root, 'web/recipes/runtimes'), folder, { recursive: true });
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/posenc'));

const PRINTED = {
  'decode.js': '6 layers: the loop gives the numbers of one call.\n',
  'tensors.js': 'Tensors are rotated in place, and back.\n',
  'workers.js': '4 workers give the bits of one call.\n',
};

for (const [name, text] of Object.entries(PRINTED))
  test(`the recipe ${name} runs, and its checks hold`, () => {
    assert.equal(execFileSync('node', [name], { cwd: folder, encoding: 'utf8' }), text);
  });
