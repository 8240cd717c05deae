/* Lets NumPy read what posenc writes. The test needs Debian's package python3-numpy. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openFile, writeCsv, writeNpy, writeNpz } from '../../web/files/index.js';
import { root } from '../support/browsers.js';
import { fromBase64, numpy } from '../support/file-makers.js';

const PYTHON = '/usr/bin/python3';

/** Returns whether Debian's Python has NumPy. If not, npy.test.js still tests what is written. */
function hasNumpy() {
  try {
    execFileSync(PYTHON, ['-c', 'import numpy'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const skip = hasNumpy() ? false : 'not run: python3-numpy is missing';

test('NumPy reads what is written: .npy, .npz and CSV', { skip }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'posenc-numpy-'));
  try {
    const arrays = {};
    const wanted = {};
    for (const [name, { file, dtype, shape, bytes }] of Object.entries(numpy.npy)) {
      const [tensor] = (await openFile(fromBase64(file))).tensors;
      const array = { data: await tensor.read(), shape, dtype };
      arrays[name] = array;
      writeFileSync(join(folder, `${name}.npy`), writeNpy(array));
      wanted[`${name}.npy`] = { dtype, shape, bytes };
    }
    writeFileSync(join(folder, 'all.npz'), writeNpz(arrays));
    const table = {
      data: Float32Array.of(1 / 3, -0, Infinity, -Infinity, 1e-45, 7),
      shape: [2, 3],
    };
    writeFileSync(join(folder, 'table.csv'), writeCsv(table));
    const reader = join(root, 'tests/tools/make-files.py');
    const printed = execFileSync(PYTHON, [reader, 'read', folder], { maxBuffer: 1 << 26 });
    const read = JSON.parse(printed);
    for (const [name, array] of Object.entries(wanted)) {
      assert.deepEqual(read[name], array, name);
      assert.deepEqual(read['all.npz'][name.slice(0, -4)], array, name);
    }
    assert.deepEqual(fromBase64(read['table.csv'].bytes), new Uint8Array(table.data.buffer));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
