import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';
import test from 'node:test';
import {fileURLToPath} from 'node:url';

import hex from '../web/kernels.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = name => readFileSync(join(root, name), 'utf8');

/** Files that belong to the project, whether committed yet or not. */
const files = (() => {
  const {status, stdout, stderr} = spawnSync('git', ['-c', 'safe.directory=*', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], {cwd: root, encoding: 'utf8'});
  assert.equal(status, 0, `git ls-files: ${stderr}`);
  const present = stdout.split('\0').filter(Boolean).filter(name => { try { return readFileSync(join(root, name)); } catch { return false; } });
  return [...new Set(present)].sort();
})();
const web = files.filter(name => /^web\/.*\.m?js$/.test(name));

/** The code of a program: comments and the text of strings and patterns are gone, what stands in ${} stays. */
function code(source) {
  let out = '', i = 0;
  const skip = end => { for (i++; i < source.length && source[i] !== end && source[i] !== '\n'; i++) if (source[i] === '\\') i++; i++; };
  const pattern = () => {
    for (let set = false, at = i++; ; i++) {
      if (i >= source.length || source[i] === '\n') { i = at + 1; return '/'; }
      if (source[i] === '\\') i++;
      else if (source[i] === '[') set = true;
      else if (source[i] === ']') set = false;
      else if (source[i] === '/' && !set) { i++; return '/ /'; }
    }
  };
  const template = () => {
    out += '`';
    for (i++; i < source.length && source[i] !== '`'; i++) {
      if (source[i] === '\\') i++;
      else if (source.startsWith('${', i)) i += 2, out += '${', run('}'), out += '}';
    }
    i++;
    out += '`';
  };
  const run = end => {
    for (let depth = 0; i < source.length;) {
      const c = source[i];
      if (c === end && !depth) return;
      if (source.startsWith('/*', i)) i = source.indexOf('*/', i) + 2, out += ' ';
      else if (source.startsWith('//', i)) i = (source.indexOf('\n', i) + 1 || source.length + 1) - 1;
      else if (c === '"' || c === "'") skip(c), out += "''";
      else if (c === '`') template();
      else if (c === '/' && /(^|[([{,;:=!&|?+*%<>~^-]|=>|\breturn|\btypeof)\s*$/.test(out.slice(-20))) out += pattern();
      else {
        depth += end && c === '{' ? 1 : end && c === '}' ? -1 : 0;
        out += c, i++;
      }
    }
  };
  run('');
  return out;
}

test('comments and strings are told from code', () => {
  const cases = {
    'a /** b ** c */ d': 'a   d', "x('Math.sin') // Math.cos\ny": "x('') \ny", '`Math.sin ${Math.cos(`${a}`)} b`': '`${Math.cos(`${a}`)}`', 'a = /"[/]**"/g; b ** c': 'a = / /g; b ** c',
    'a / b / c ** d': 'a / b / c ** d', "f('\\'**', \"'\") ** 2": "f('', '') ** 2", '`${ {a: 1}.a } ** ` ** 2': '`${ {a: 1}.a }` ** 2', 'return /\\/\\*/.test(x) ** 2': 'return / /.test(x) ** 2'
  };
  for (const [source, wanted] of Object.entries(cases)) assert.equal(code(source), wanted, source);
});

/** Functions whose results IEEE arithmetic or the language fixes to the last bit. */
const EXACT = 'abs ceil clz32 floor fround imul max min round sign sqrt trunc E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2'.split(' ');

test('no result in web/ comes from a function in whose last bits engines differ, or from **', () => {
  assert.ok(web.length > 15, `${web}`);
  const found = [];
  for (const name of web) {
    const text = code(read(name));
    for (const [use, called] of text.matchAll(/\bMath\b(?:\s*\??\.\s*(\w+))?/g)) if (!EXACT.includes(called)) found.push(`${name}: ${use}`);
    if (text.includes('**')) found.push(`${name}: ${/.*\*\*.*/.exec(text)[0].trim()}`);
  }
  assert.deepEqual(found, []);
});

test('only web/wasm.js says WebAssembly, and it alone has the bytes', () => {
  assert.deepEqual(web.filter(name => /\bWebAssembly\b/.test(code(read(name)))), ['web/wasm.js']);
  assert.deepEqual(web.filter(name => imports(name).includes('web/kernels.js')), ['web/wasm.js']);
});

/** What a file imports or exports from elsewhere: paths from the root, or bare names. */
function imports(name) {
  const found = read(name).replace(/\/\*[^]*?\*\//g, '').matchAll(/(?:(?<!['"])\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g);
  return [...found].map(([, , from]) => from.startsWith('.') ? normalize(join(dirname(name), from)) : from);
}

test('figures import the public names and the shared drawing parts only', () => {
  const drawing = web.filter(name => name.startsWith('web/figures/') || name === 'web/elements.js');
  assert.ok(drawing.length > 5, `${drawing}`);
  for (const name of drawing)
    for (const from of imports(name)) assert.match(from, /^web\/(index\.js|figures\/[\w/-]+\.js)$/, `${name} imports ${from}`);
  for (const name of web.filter(name => name.startsWith('web/lab/')))
    for (const from of imports(name)) assert.match(from, /^web\/(index\.js|elements\.js|figures\/[\w/-]+\.js|lab\/[\w-]+\.js)$/, `${name} imports ${from}`);
});

test('nothing in web/ depends on a package, and every import is there', () => {
  for (const name of web)
    for (const from of imports(name)) assert.ok(from === 'web/kernels.js' || files.includes(from), `${name} imports ${from}`);
});

test('the wasm exports the functions of posenc.h and no other of the project, and imports nothing', () => {
  const header = read('c/posenc.h').replace(/\/\*[^]*?\*\//g, ''), names = [...header.matchAll(/\bPE_API\b[^;(]*?\b(\w+)\s*\(/g)].map(match => match[1]);
  const declared = names.filter(name => name !== '__attribute__');
  assert.ok(declared.length > 20 && declared.every(name => name.startsWith('pe_')), `${declared}`);
  const module = new WebAssembly.Module(Buffer.from(hex, 'hex'));
  assert.deepEqual(WebAssembly.Module.exports(module).filter(({kind, name}) => kind === 'function' && name.startsWith('pe_')).map(({name}) => name).sort(), declared.sort());
  assert.deepEqual(WebAssembly.Module.imports(module), []);
  assert.ok(readFileSync(join(root, 'dist/posenc.wasm')).equals(Buffer.from(hex, 'hex')), 'dist/posenc.wasm is another build than web/kernels.js');
});

test('no source is longer than 300 lines', () => {
  const sources = files.filter(name => /^(c|web|tests)\/.*\.(c|h|m?js|ts|css|html|sh|py)$/.test(name) && name !== 'c/posenc.h');
  assert.ok(sources.length > 40);
  assert.deepEqual(sources.map(name => [name, read(name).trimEnd().split('\n').length]).filter(([, lines]) => lines > 300), []);
});

test('no file names a package registry, a token or a path of one machine', () => {
  const patterns = [/\bregistry[.-]\w+[.]\w/, /"resolved"\s*:/, /_auth[T]oken/, /[/]work[/]/, /[/]root[/]/, /[/]home[/]\w/, /https?:[/][/]\d+[.]\d+[.]\d+[.](?!1\b)\d+/];
  const found = [];
  for (const name of files) {
    const text = read(name);
    if (text.includes('\0')) continue;
    for (const pattern of patterns) if (pattern.test(text)) found.push(`${name}: ${pattern.exec(text)[0]}`);
  }
  assert.deepEqual(found, []);
});
