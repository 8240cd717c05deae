/* Functions that the tests of describeModel share. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { describeModel } from '../../web/index.js';

const folder = new URL('./configs/', import.meta.url);

/**
 * The configs in the files of configs/, by name.
 * @type {Record<string, any>}
 */
export const configs = Object.assign(
  {},
  ...readdirSync(folder).map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'))),
);

/** In `wanted` of `has`, the value of `perLayer` of a model whose layers are one object. */
export const ALIKE = Symbol('layers that are alike');

/**
 * Asserts that `got` has the fields of `wanted`. In objects inside `wanted`, only the fields given
 * there are compared.
 */
export function has(got, wanted, where) {
  for (const [key, value] of Object.entries(wanted)) {
    if (value === ALIKE) assert.ok(new Set(got[key]).size <= 1, `${where}.${key}`);
    else if (value && typeof value === 'object' && !Array.isArray(value))
      has(got[key], value, `${where}.${key}`);
    else assert.deepEqual(got[key], value, `${where}.${key}`);
  }
}

/** Asserts that describeModel refuses a config by an error of this class, with this message. */
export function refuses(config, Kind, message) {
  const isWanted = (error) => {
    assert.equal(error.constructor, Kind, `${error}`);
    assert.match(error.message, message);
    return true;
  };
  assert.throws(() => describeModel(config), isWanted, JSON.stringify(config));
}
