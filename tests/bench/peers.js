/*
 * The comparison with what users would import instead: other libraries, installed in a folder of
 * their own, each used in the fastest of its ways, in one process with posenc and the limit.
 */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join} from 'node:path';
import {alibiSlopes, ropeTable} from '../../dist/posenc.js';
import {cases} from './cases.js';
import {noise} from './noise.js';
import {measure, startLimit} from './measure.js';
import {duration, line, times} from './print.js';
import {root} from './tools.js';

/** What is installed for each file in peers/. */
const peers = {
  jax: {'@jax-js/jax': '0.1.25'},
  tfjs: {'@tensorflow/tfjs-core': '4.22.0', '@tensorflow/tfjs-backend-wasm': '4.22.0', '@tensorflow/tfjs-backend-cpu': '4.22.0'},
  ort: {'onnxruntime-web': '1.30.0'},
  numjs: {numjs: '0.16.1'}
};

/** What a float32 angle, and a sum in another order, cost those who compute so. */
const tolerances = {sinusoidal: 1e-3, ropeTable: 1e-3, addPositional: 0, applyRope: 1e-6, alibiBias: 1e-4, addAlibi: 2e-4, t5Buckets: 0};

function install(name, dependencies) {
  const folder = join(root, 'node_modules/.cache/posenc-bench', name), stub = join(folder, 'none'), manifest = join(folder, 'package.json');
  // numjs asks for libraries of images that must be compiled, and needs them for images only
  const overrides = {sharp: 'file:none', deasync: 'file:none'}, wanted = JSON.stringify({private: true, dependencies, ...name === 'numjs' ? {overrides} : {}});
  if (existsSync(join(folder, 'node_modules/.package-lock.json')) && readFileSync(manifest, 'utf8') === wanted) return manifest;
  console.error(`posenc: installing ${Object.keys(dependencies).join(', ')} for the comparison`);
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(stub, {recursive: true});
  writeFileSync(join(stub, 'package.json'), '{"name": "none", "version": "1.0.0"}');
  writeFileSync(join(stub, 'index.js'), '');
  writeFileSync(manifest, wanted);
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {cwd: folder, stdio: ['ignore', 'ignore', 'inherit']});
  return manifest;
}

const brief = error => String(error?.message ?? error).split('\n')[0].slice(0, 150);

async function openPeers(failures) {
  const opened = [];
  for (const [name, dependencies] of Object.entries(peers))
    try {
      const {open} = await import(`./peers/${name}.js`);
      opened.push(...await open(createRequire(install(name, dependencies))));
    } catch (error) {
      failures.push({peer: name, name: 'opening', error: brief(error)});
    }
  return opened;
}

/** What peers are given, in float32: positions, frequencies, and the arrays that posenc is given. */
function inputsOf(kind, sizes) {
  const make = (length, value) => Float32Array.from({length}, (_, i) => value(i));
  if (kind === 'sinusoidal' || kind === 'ropeTable') {
    const [length, dim] = sizes, frequency = i => 1e4 ** (-2 * i / dim);
    return {
      positions: make(length, i => i), frequencies: make(dim / 2, frequency),
      both: make(dim, i => frequency(i >> 1)), phases: make(dim, i => i % 2 * Math.PI / 2)  // sin(x + pi / 2) = cos x
    };
  }
  if (kind === 'addPositional') return {x: noise(new Float32Array(sizes[0] * sizes[1])), table: noise(new Float32Array(sizes[0] * sizes[1]), 2)};
  if (kind === 'applyRope') {
    const [length, heads, dim, layout] = sizes, swap = new Float32Array(dim * dim);
    for (let i = 0; i < dim / 2; i++) {
      const [a, b] = layout === 'half' ? [i, i + dim / 2] : [2 * i, 2 * i + 1];
      swap[b * dim + a] = -1;
      swap[a * dim + b] = 1;
    }
    return {x: noise(new Float32Array(length * heads * dim)), ...ropeTable(length, dim), swap};
  }
  const [queries, keys] = sizes.slice(-2);
  return {
    queryPositions: make(queries, i => i + keys - queries), keyPositions: make(keys, i => i),
    ...kind === 't5Buckets' ? {} : {slopes: alibiSlopes(sizes[0])}, ...kind === 'addAlibi' ? {scores: noise(new Float32Array(sizes[0] * queries * keys))} : {}
  };
}

/** The fastest of a peer's ways: the first run compiles, the second tells. */
async function fastest(ways) {
  let chosen;
  for (const way of ways) {
    let ms;
    for (let i = 0; i < 2 && !(ms > 2000); i++) {
      const start = performance.now();
      await way.run();
      ms = performance.now() - start;
    }
    const [better, worse] = !chosen || ms < chosen.ms ? [{...way, ms}, chosen] : [chosen, way];
    await worse?.close();
    chosen = better;
  }
  return chosen;
}

function print({name, times: measured, ways, differences}, failures) {
  console.log('');
  line(name, ['time', 'x limit', 'win leads', 'res leads', 'off by']);
  const {window, resident, limit} = measured;
  const rows = Object.entries(measured).sort(([, a], [, b]) => a.ms - b.ms);
  for (const [other, {ms}] of rows) {
    const ours = other === 'window' || other === 'resident', leads = ours || other === 'limit' || other === 'copies' ? ['', ''] : [times(ms / window.ms), times(ms / resident.ms)];
    const off = differences[other] === undefined ? '' : differences[other].toExponential(1);
    line(`  ${ours ? `posenc, ${other}` : other}${ways[other] && ways[other] !== 'direct' ? `, by ${ways[other]}` : ''}`, [duration(ms), times(ms / limit.ms), ...leads, off]);
  }
  for (const {peer, error} of failures) console.log(`  ${peer} failed: ${error}`);
}

/** @param {Uint8Array} bytes of compileLimit @param {string} filter */
export async function compare(bytes, filter) {
  const limit = startLimit(bytes), failures = [], rows = [], opened = await openPeers(failures);
  for (const {peer, error} of failures) console.log(`${peer} cannot be had: ${error}`);
  console.log(`win leads, res leads: how many times faster posenc is. posenc's window, loop, article, rows and numjs work on arrays of the
caller's own; ort-web copies in and out, since there is no other way; results of jax-js and tfjs stay in memory of
their own, as posenc's in an arena. loop, article, rows: plain JavaScript, as a user would write it, as the common
tutorial has it, and by rows that are pieces of one.`);
  for (const c of cases) {
    if (!c.peers || !c.name.includes(filter)) continue;
    const [kind, ...sizes] = c.peers, inputs = inputsOf(kind, sizes), taking = {}, failed = [];
    for (const peer of opened)
      try {
        const ways = await peer.ways(kind, sizes, inputs);
        if (ways) taking[peer.name] = {...await fastest(ways), tolerance: tolerances[kind]};
      } catch (error) {
        failed.push({peer: peer.name, name: c.name, error: brief(error)});
      }
    const row = {...await measure(c, limit, taking), ways: Object.fromEntries(Object.entries(taking).map(([name, way]) => [name, way.name]))};
    for (const way of Object.values(taking)) await way.close();
    print(row, failed);
    rows.push(row);
    failures.push(...failed);
  }
  return {versions: Object.assign({}, ...Object.values(peers)), rows, failures};
}
