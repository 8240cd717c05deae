/*
 * Opens the peers: other libraries that users could import instead of posenc. They are installed in
 * a cache folder, and run in the same process as posenc. For each workload and library, the fastest
 * way is used.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { alibiSlopes, ropeTable } from '../../dist/posenc.js';
import { noise } from './noise.js';
import { root } from './tools.js';

/** The packages that each file in peers/ needs. */
const packages = {
  jax: { '@jax-js/jax': '0.1.25' },
  tfjs: {
    '@tensorflow/tfjs-core': '4.22.0',
    '@tensorflow/tfjs-backend-wasm': '4.22.0',
  },
  ort: { 'onnxruntime-web': '1.30.0' },
  numjs: { numjs: '0.16.1' },
};

/**
 * The largest allowed differences between peers and posenc. Peers compute angles in float32, or add
 * numbers in another order.
 */
const tolerances = {
  sinusoidal: 1e-3,
  ropeTable: 1e-3,
  addPositional: 0,
  applyRope: 1e-6,
  alibiBias: 1e-4,
  addAlibi: 2e-4,
  t5Buckets: 0,
};

function install(name, dependencies) {
  const folder = join(root, 'node_modules/.cache/posenc-bench', name);
  const stub = join(folder, 'none');
  const manifest = join(folder, 'package.json');
  // numjs depends on image libraries that must be compiled. The bench uses numjs without images, so
  // empty packages replace them.
  const overrides = { sharp: 'file:none', deasync: 'file:none' };
  const wanted = JSON.stringify({
    private: true,
    dependencies,
    ...(name === 'numjs' ? { overrides } : {}),
  });
  if (
    existsSync(join(folder, 'node_modules/.package-lock.json')) &&
    readFileSync(manifest, 'utf8') === wanted
  )
    return manifest;
  console.error(`posenc: installing ${Object.keys(dependencies).join(', ')} for the comparison`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(stub, { recursive: true });
  writeFileSync(join(stub, 'package.json'), '{"name": "none", "version": "1.0.0"}');
  writeFileSync(join(stub, 'index.js'), '');
  writeFileSync(manifest, wanted);
  execFileSync(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return manifest;
}

const brief = (error) =>
  String(error?.message ?? error)
    .split('\n')[0]
    .slice(0, 150);

/**
 * Opens all peers. A library that keeps results in its own memory counts as two peers. The data of
 * one peer stays in this memory. The other peer copies the caller's arrays in and the result out.
 * @typedef {object} Peer
 * @property {string} name
 * @property {('window' | 'resident')[]} beside the variants of posenc that it is compared with
 * @property {(kind: string, sizes: any[], inputs: any) => any} ways makes the ways to compute a
 *   workload, [{name, run, read, close}], if the library can compute it
 * @param {{peer: string, name: string, error: string}[]} failures
 */
async function open(failures) {
  /** @type {Peer[]} */
  const opened = [];
  for (const [name, dependencies] of Object.entries(packages))
    try {
      const { open } = await import(`./peers/${name}.js`);
      opened.push(...(await open(createRequire(install(name, dependencies)))));
    } catch (error) {
      failures.push({ peer: name, name: 'opening', error: brief(error) });
    }
  return opened;
}

/** Makes the inputs of peers in float32: positions, frequencies, and the input arrays of posenc. */
function inputsOf(kind, sizes) {
  const make = (length, value) => Float32Array.from({ length }, (_, i) => value(i));
  if (kind === 'sinusoidal' || kind === 'ropeTable') {
    const [length, dim] = sizes;
    const frequency = (i) => 1e4 ** ((-2 * i) / dim);
    return {
      positions: make(length, (i) => i),
      frequencies: make(dim / 2, frequency),
      both: make(dim, (i) => frequency(i >> 1)),
      phases: make(dim, (i) => ((i % 2) * Math.PI) / 2), // sin(x + pi / 2) = cos x
    };
  }
  if (kind === 'addPositional')
    return {
      x: noise(new Float32Array(sizes[0] * sizes[1])),
      table: noise(new Float32Array(sizes[0] * sizes[1]), 2),
    };
  if (kind === 'applyRope') {
    const [length, heads, dim, layout] = sizes;
    const swap = new Float32Array(dim * dim);
    for (let i = 0; i < dim / 2; i++) {
      const [a, b] = layout === 'half' ? [i, i + dim / 2] : [2 * i, 2 * i + 1];
      swap[b * dim + a] = -1;
      swap[a * dim + b] = 1;
    }
    return { x: noise(new Float32Array(length * heads * dim)), ...ropeTable(length, dim), swap };
  }
  const [queries, keys] = sizes.slice(-2);
  return {
    queryPositions: make(queries, (i) => i + keys - queries),
    keyPositions: make(keys, (i) => i),
    ...(kind === 't5Buckets' ? {} : { slopes: alibiSlopes(sizes[0]) }),
    ...(kind === 'addAlibi' ? { scores: noise(new Float32Array(sizes[0] * queries * keys)) } : {}),
  };
}

/** A way that takes at least this many milliseconds runs only once before it is chosen. */
const SLOW = 500;

/** Returns the fastest of several ways. Each runs up to four times; the first run compiles it. */
async function fastest(ways) {
  let chosen;
  for (const way of ways) {
    const times = [];
    while (times.length < 4 && !(times[0] >= SLOW)) {
      const start = performance.now();
      await way.run();
      times.push(performance.now() - start);
    }
    const ms = Math.min(...times);
    const [better, worse] = !chosen || ms < chosen.ms ? [{ ...way, ms }, chosen] : [chosen, way];
    await worse?.close();
    chosen = better;
  }
  return chosen;
}

/**
 * Opens the peers, and returns the function `taking`, which prepares the peers for a case. Peers
 * that fail are recorded in `failures`.
 */
export async function openPeers() {
  const failures = [];
  const opened = await open(failures);

  /** @param {import('./cases.js').Case} c */
  async function taking(c) {
    const [kind, ...sizes] = c.peers;
    const inputs = inputsOf(kind, sizes);
    const peers = {};
    for (const { name, beside, ways } of opened)
      try {
        const made = await ways(kind, sizes, inputs);
        if (!made) continue;
        const { name: way, run, read, close } = await fastest(made);
        peers[name] = { run, read, close, way, beside, tolerance: tolerances[kind] };
      } catch (error) {
        failures.push({ peer: name, name: c.name, error: brief(error) });
      }
    return peers;
  }
  return { versions: Object.assign({}, ...Object.values(packages)), failures, taking };
}
