/* What a figure costs a page, with gzip -9. */
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {execFileSync} from 'node:child_process';
import {test} from 'node:test';
import {build} from 'esbuild';
import * as elements from '../web/elements.js';
import {root} from './browsers.js';

const packed = text => execFileSync('gzip', ['-9', '-c'], {input: text, maxBuffer: 1 << 25}).length;
const core = {name: 'core', setup: ({onResolve}) => onResolve({filter: /\/index\.js$/}, () => ({path: './posenc.js', external: true}))};
/** A module that defines one element and takes the kernels from beside it. */
const alone = async (name, {tag}) => (await build({
  stdin: {contents: `import {${name}} from './web/figures/${tag.slice(3)}.js'; ${name}.define('${tag}');`, resolveDir: root}, plugins: [core],
  bundle: true, minify: true, format: 'esm', target: 'es2022', legalComments: 'none', write: false
})).outputFiles[0].contents;

test('each figure with the chassis is at most 25 kB besides the kernels', async t => {
  for (const [name, Figure] of Object.entries(elements)) {
    if (!Figure.tag) continue;
    const size = packed(await alone(name, Figure));
    t.diagnostic(`${Figure.tag}: ${size} bytes`);
    assert.ok(size <= 25000, `${Figure.tag}: ${size} bytes`);
  }
});

test('all figures with the kernels are at most 120 kB', t => {
  const sizes = ['figures.js', 'posenc.js', 'figures.iife.js'].map(name => packed(readFileSync(`${root}/dist/${name}`)));
  t.diagnostic(`figures.js ${sizes[0]}, posenc.js ${sizes[1]}, figures.iife.js ${sizes[2]} bytes`);
  assert.ok(sizes[0] + sizes[1] <= 120000 && sizes[2] <= 120000, sizes.join());
});

test('the pages of one file are at most 450 kB', t => {
  for (const name of ['posenc-lab.html', 'embed.html']) {
    const {length} = readFileSync(`${root}/dist/${name}`);
    t.diagnostic(`${name}: ${length} bytes`);
    assert.ok(length <= 450000, `${name}: ${length} bytes`);
  }
});
