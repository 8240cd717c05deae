/* Checks that every function of posenc/files is documented, and that its example is right. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as filesEntry from '../../web/files/index.js';
import { testExamples } from '../support/examples.js';

const { FileError, ...functions } = filesEntry;

testExamples('web/files', functions);

test('FileError is a RangeError with a name of its own', () => {
  const error = new FileError('x');
  assert.ok(error instanceof RangeError);
  assert.equal(String(error), 'FileError: x');
});
