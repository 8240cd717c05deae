/*
 * Calls all functions of the public API with random arguments, good and bad ones:
 *
 *   npm run fuzz COUNT [SEED] [PATH]
 *
 * It prints the smallest call that is wrong, with its seed and path, which repeat this call.
 * Each portion of the calls has a process of its own, where a worker makes them. The worker is
 * ended if one call computes for a minute. Only the processor time of the process counts: not the
 * time of other programs, and not the time for which the machine sleeps.
 */
import { spawnSync } from 'node:child_process';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { fuzz, tally } from '../support/fuzz/property.js';

const PORTION = 50000;
const SECOND = 1000;
const LONGEST = 60;
/** The most seconds of processor time that count between two checks of the worker. */
const MOST_PER_LOOK = 3;

/** Returns the seconds for which this process has computed. */
const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Makes a portion of the calls in a worker. Returns whether all of them are right. */
function portion(count, seed, path) {
  const calls = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(import.meta.filename, { workerData: { count, seed, path, calls } });
  return new Promise((resolve) => {
    let before = -1;
    let seen = seconds();
    let computed = 0;
    const watch = setInterval(() => {
      const now = seconds();
      // A machine that slept may count the time of its sleep as computed.
      const passed = Math.min(now - seen, MOST_PER_LOOK);
      seen = now;
      computed = calls[0] === before ? computed + passed : 0;
      before = calls[0];
      if (computed > LONGEST) end(false, `hangs: seed ${seed}, call ${calls[0]}`);
    }, SECOND);
    const end = (isRight, text) => {
      clearInterval(watch);
      worker.terminate();
      console.log(text);
      resolve(isRight);
    };
    worker.on('error', (error) => end(false, `seed ${seed}, call ${calls[0]}: ${error.stack}`));
    worker.on('message', ({ failed, text }) => end(!failed, text));
  });
}

/** Runs this file for each portion of the calls. Returns whether all of them are right. */
function portions(count, seed) {
  let wrong = 0;
  for (let done = 0; done < count; done += PORTION) {
    const some = Math.min(PORTION, count - done);
    const args = [import.meta.filename, String(some), String(seed + done / PORTION)];
    if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status) wrong++;
    console.log(`${done + some} of ${count} calls, ${wrong} portions wrong`);
  }
  return wrong === 0;
}

async function main([count = '100000', seed = '1', path]) {
  const isOne = Number(count) <= PORTION;
  const isRight = isOne
    ? await portion(Number(count), Number(seed), path)
    : portions(Number(count), Number(seed));
  process.exitCode = isRight ? 0 : 1;
}

if (isMainThread) await main(process.argv.slice(2));
else {
  const { count, seed, path, calls } = workerData;
  const { failed, text } = fuzz(count, seed, () => Atomics.add(calls, 0, 1), path);
  const { accepted, refused, compared } = tally;
  const counts = `seed ${seed}: ${accepted} accepted, ${refused} refused, ${compared} near a formula`;
  parentPort.postMessage({ failed, text: failed ? `WRONG ${text}` : counts });
}
