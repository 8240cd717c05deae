/*
 * Gives the command files whose names and values would command a terminal, and things that are no
 * files. Everything that a person reads must be plain lines.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { rename, mkdir, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { progressOf } from '../../web/command/progress.js';
import { run } from '../../web/command/run.js';
import { openFile, writeNpy, writeNpz, writeSafetensors } from '../../web/files/index.js';
import { root } from '../support/browsers.js';
import { gguf, safetensors, value } from '../support/file-makers.js';

const folder = mkdtempSync(join(tmpdir(), 'posenc-hostile-'));
process.chdir(folder);
after(() => {
  process.chdir(root);
  rmSync(folder, { recursive: true, force: true });
});

/** Sets a title, clears the screen, forges a report, and turns the direction of text. */
const EVIL =
  'pos\u001b]0;title\u0007\u001b[2J\r\nposenc: verified OK\u009b31m\u202egnp\u2066.\u2028x';
const data = Float32Array.of(1, 2, 3, 4);
const SHAPE = [2, 2];
writeFileSync(
  'evil.safetensors',
  writeSafetensors({ [EVIL]: { data, shape: SHAPE }, [`${EVIL}2`]: { data, shape: SHAPE } }),
);
writeFileSync('one.safetensors', writeSafetensors({ [EVIL]: { data, shape: SHAPE } }));
writeFileSync('evil.npz', writeNpz({ [EVIL]: { data, shape: SHAPE } }));
writeFileSync('plain.npy', writeNpy({ data, shape: SHAPE }));
writeFileSync(
  'evil.gguf',
  gguf({
    keys: {
      'general.architecture': value.string(EVIL),
      [`${EVIL}.rope.${EVIL}`]: value.string(EVIL),
      [`${EVIL}.context_length`]: value.string(EVIL),
    },
  }),
);
writeFileSync('evil.json', JSON.stringify({ model_type: EVIL, hidden_size: EVIL }));
writeFileSync(
  'evil-golden.json',
  JSON.stringify({ format: `posenc golden ${EVIL}`, positions: EVIL, parts: [] }),
);

/** Matches what no line of a report may have. A progress report may return to its start. */
const COMMAND = /(?!\t)\p{Cc}|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

for (const isTTY of [true, false])
  for (const words of [
    ['describe', 'evil.gguf'],
    ['describe', 'evil.gguf', '--json'],
    ['describe', 'evil.json'],
    ['describe', 'evil-golden.json'],
    ['identify', 'evil.safetensors'],
    ['identify', 'one.safetensors'],
    ['identify', 'one.safetensors', '--json'],
    ['identify', `evil.safetensors:${EVIL}`],
    ['identify', 'evil.safetensors:evil'],
    ['identify', 'evil.npz'],
    ['compare', 'plain.npy', 'evil.npz'],
    ['compare', 'one.safetensors', 'plain.npy'],
    ['rotation', 'plain.npy', 'one.safetensors'],
    ['golden', 'evil.json'],
    ['rope', 'evil.gguf'],
    ['bias', EVIL],
    [EVIL],
    ['table', '8', '8', `--${EVIL}`],
    ['table', '8', '8', '-o', `${EVIL}.npy`],
    ['table', EVIL, '8'],
    ['describe', EVIL],
  ])
    test(`nothing commands a terminal: ${JSON.stringify(words).slice(0, 60)}, ${isTTY}`, async () => {
      let lines = 0;
      const write = (text) => {
        for (const line of String(text).split('\n')) {
          assert.doesNotMatch(line, COMMAND, JSON.stringify(line));
          assert.ok(!line.startsWith('posenc: verified OK'), line);
          lines++;
        }
      };
      await run(words, { stdout: { isTTY, write }, stderr: { isTTY, write } });
      assert.ok(lines > 0);
    });

test('a progress report does not command a terminal either', (t) => {
  t.mock.timers.enable({ apis: ['Date'] });
  t.mock.method(performance, 'now', () => (now += 2000));
  let now = 0;
  const texts = [];
  const progress = progressOf(`reading ${EVIL}`, {
    isTTY: true,
    write: (text) => texts.push(text),
  });
  progress.at(0.5);
  progress.done();
  assert.equal(texts.length, 2);
  assert.doesNotMatch(texts[0].slice(1), COMMAND);
});

test('JSON with such names is right, and has no such characters', async () => {
  let text = '';
  const stdout = { isTTY: true, write: (part) => (text += part) };
  await run(['describe', 'evil.gguf', '--json'], { stdout, stderr: stdout });
  for (const line of text.trimEnd().split('\n')) assert.doesNotMatch(line, COMMAND);
  assert.ok(JSON.stringify(JSON.parse(text)).includes('verified OK'));
});

test('only terminal.js writes to the streams of the command', () => {
  for (const name of readdirSync(join(root, 'web/command')).filter((each) =>
    each.endsWith('.js'),
  )) {
    const text = readFileSync(join(root, 'web/command', name), 'utf8');
    const writes =
      text.match(
        /(?<!await )\b(?:std(?:out|err)|stream|process|console)\.(?:write|error|warn|emitWarning)\(/g,
      ) ?? [];
    assert.deepEqual(name === 'terminal.js' ? [] : writes, [], name);
  }
});

test('a pipe is refused at once, and so is a folder that takes the place of a file', async () => {
  execFileSync('mkfifo', ['pipe']);
  for (let count = 0; count < 8; count++)
    await assert.rejects(openFile('pipe'), /^RangeError: \w+: source: expected the path of a file/);
  const { tensors } = await openFile('plain.npy');
  await rename('plain.npy', 'other.npy');
  await mkdir('plain.npy');
  await assert.rejects(tensors[0].read(), /^RangeError: \w+: source: expected the path of a file/);
  await rename('plain.npy', 'a folder');
  await rename('other.npy', 'plain.npy');
  await unlink('pipe');
});

test('the error for a missing shard names it', async () => {
  writeFileSync(
    'model.safetensors.index.json',
    JSON.stringify({ weight_map: { a: 'm-2.safetensors' } }),
  );
  await assert.rejects(
    openFile('model.safetensors.index.json'),
    /^FileError: m-2\.safetensors of model\.safetensors\.index\.json: expected the file beside the index, got nothing there$/,
  );
  let said = '';
  const stderr = { write: (text) => (said += text) };
  await run(['identify', 'model.safetensors.index.json'], { stdout: stderr, stderr });
  assert.match(said, /m-2\.safetensors/);
});

test('a source that reads null is refused in a sentence', async () => {
  const source = { size: 100, name: 'x', read: () => null };
  await assert.rejects(
    openFile(source),
    /^FileError: the first bytes of x: expected 16 bytes at byte 0, got null$/,
  );
});

test('describe reads a file once', async () => {
  const fs = process.getBuiltinModule('node:fs');
  const { open } = fs.promises;
  const reads = [];
  fs.promises.open = async (...given) => {
    const handle = await open(...given);
    const { read } = handle;
    handle.read = (...args) => (reads.push(args[3]), read.apply(handle, args));
    return handle;
  };
  const sink = { write() {} };
  try {
    await run(['describe', 'evil.gguf'], { stdout: sink, stderr: sink });
  } finally {
    fs.promises.open = open;
  }
  // The first bytes tell the format, and then the file is read in one piece.
  assert.equal(reads.length, 2, `${reads}`);
});

test('a JSON array that is too large is refused with the limit of arrays', async () => {
  const size = 200_000_000;
  const source = {
    size,
    name: 'x.json',
    read: (offset, length) => Buffer.from('[[1, 2], [3, 4], '.padEnd(length)).subarray(0, length),
  };
  const bytes = {
    ...source,
    read: (offset, length) => new Uint8Array(source.read(offset, length)),
  };
  await assert.rejects(
    openFile(bytes),
    /^FileError: the size of x\.json: expected an integer from 0 to 67108864, got 200000000$/,
  );
});

test('safetensors whose names are members of objects are read', async () => {
  const empty = { dtype: 'F32', shape: [0], data_offsets: [0, 0] };
  const header = `{"__proto__": ${JSON.stringify(empty)}, "constructor": ${JSON.stringify(empty)}}`;
  const { tensors } = await openFile(safetensors(header), 'x');
  assert.deepEqual(
    tensors.map(({ name }) => name),
    ['__proto__', 'constructor'],
  );
});
