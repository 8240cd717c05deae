/*
 * Compares posenc with its peers: other libraries that users could import instead. They are
 * installed in a cache folder. For each workload and library, the fastest way is used. All
 * libraries run in the same process as posenc and the limit.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { alibiSlopes, ropeTable } from '../../dist/posenc.js';
import { cases } from './cases.js';
import { noise } from './noise.js';
import { measure, startLimit } from './measure.js';
import { duration, line, times } from './print.js';
import { root } from './tools.js';

/** The packages that each file in peers/ needs. */
const peers = {
  jax: { '@jax-js/jax': '0.1.25' },
  tfjs: {
    '@tensorflow/tfjs-core': '4.22.0',
    '@tensorflow/tfjs-backend-wasm': '4.22.0',
    '@tensorflow/tfjs-backend-cpu': '4.22.0',
  },
  ort: { 'onnxruntime-web': '1.30.0' },
  numjs: { numjs: '0.16.1' },
};

/** The allowed errors of peers, which compute angles in float32 or add in another order. */
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
  // numjs depends on image libraries that must be compiled. It is used here without images, so
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

async function openPeers(failures) {
  const opened = [];
  for (const [name, dependencies] of Object.entries(peers))
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

/** Returns the fastest of several ways. Each runs twice: first to compile, then to be timed. */
async function fastest(ways) {
  let chosen;
  for (const way of ways) {
    let ms;
    for (let i = 0; i < 2 && !(ms > 2000); i++) {
      const start = performance.now();
      await way.run();
      ms = performance.now() - start;
    }
    const [better, worse] = !chosen || ms < chosen.ms ? [{ ...way, ms }, chosen] : [chosen, way];
    await worse?.close();
    chosen = better;
  }
  return chosen;
}

function print({ name, times: measured, ways, differences }, failures) {
  console.log('');
  line(name, ['time', 'x limit', 'win leads', 'res leads', 'off by']);
  const { window, resident, limit } = measured;
  const rows = Object.entries(measured).sort(([, a], [, b]) => a.ms - b.ms);
  for (const [other, { ms }] of rows) {
    const ours = other === 'window' || other === 'resident';
    const leads =
      ours || other === 'limit' || other === 'copies'
        ? ['', '']
        : [times(ms / window.ms), times(ms / resident.ms)];
    const off = differences[other] === undefined ? '' : differences[other].toExponential(1);
    const way = ways[other] && ways[other] !== 'direct' ? `, by ${ways[other]}` : '';
    const label = `  ${ours ? `posenc, ${other}` : other}${way}`;
    line(label, [duration(ms), times(ms / limit.ms), ...leads, off]);
  }
  for (const { peer, error } of failures) console.log(`  ${peer} failed: ${error}`);
}

const LEGEND = `win leads, res leads: how many times faster posenc is, through the window and in an arena.
posenc's window, loop, article, rows and numjs work on the caller's arrays. ort-web has to copy in and out.
jax-js and tfjs keep their results in their own memory, as posenc does in an arena.
loop: plain JavaScript as a user would write it; article: the common tutorial's code; rows: rows copied
from one long row.`;

/**
 * Measures all cases in which peers take part.
 * @param {Uint8Array} bytes the result of compileLimit
 * @param {string} filter only cases whose names contain this text are measured
 */
export async function compare(bytes, filter) {
  const limit = startLimit(bytes);
  const failures = [];
  const rows = [];
  const opened = await openPeers(failures);
  for (const { peer, error } of failures) console.log(`${peer} cannot be had: ${error}`);
  console.log(LEGEND);
  for (const c of cases) {
    if (!c.peers || !c.name.includes(filter)) continue;
    const [kind, ...sizes] = c.peers;
    const inputs = inputsOf(kind, sizes);
    const taking = {};
    const failed = [];
    for (const peer of opened)
      try {
        const ways = await peer.ways(kind, sizes, inputs);
        if (ways) taking[peer.name] = { ...(await fastest(ways)), tolerance: tolerances[kind] };
      } catch (error) {
        failed.push({ peer: peer.name, name: c.name, error: brief(error) });
      }
    const row = {
      ...(await measure(c, limit, taking)),
      ways: Object.fromEntries(Object.entries(taking).map(([name, way]) => [name, way.name])),
    };
    for (const way of Object.values(taking)) await way.close();
    print(row, failed);
    rows.push(row);
    failures.push(...failed);
  }
  return { versions: Object.assign({}, ...Object.values(peers)), rows, failures };
}
