/** Listens to answers, and sends each answer to a server or a learning system. */
import { openScorm } from './scorm.js';
import { toXapi } from './xapi.js';

/** @typedef {import('./index.js').Answer} Answer */

/**
 * Where answers go: exactly one of `to`, `xapi` and `scorm`.
 * @typedef {object} Where
 * @property {string | URL} [to] an address that gets each answer as JSON, by POST
 * @property {Record<string, string>} [headers] further headers of these requests
 * @property {{endpoint: string, auth?: string, actor: Record<string, any>, activity: string}}
 *   [xapi] a learning record store: its address, its Authorization header, who answers, and the IRI
 *   of the lesson
 * @property {true | {questions?: number | string[]}} [scorm] the learning system around the page;
 *   `questions`: how many questions the lesson has, or the names of those that count
 * @property {(error: unknown, answer: Answer) => void} [onError] called if an answer was not
 *   accepted; without this function, the console shows the error
 */

/**
 * A way to send answers. `end` closes the session, if there is one.
 * @typedef {{send: (answer: Answer, about: About) => unknown, end?: () => void}} Channel
 */

/**
 * The time of an answer, and the language of its texts if it is known.
 * @typedef {{time: Date, language?: string}} About
 */

/** The version of the messages that a frame with embed.html sends. */
const MESSAGES = 1;

/**
 * Posts JSON, even while the reader leaves the page. Rejects if the server refuses it.
 * @param {string | URL} address
 * @param {Record<string, string>} headers
 * @param {unknown} body
 */
async function post(address, headers, body) {
  const { ok, status } = await fetch(address, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`${address}: expected the server to take the answer, got ${status}`);
}

/**
 * The ways to send answers, by their names.
 * @type {Record<'to' | 'xapi' | 'scorm', (where: any) => Channel>}
 */
const CHANNELS = {
  to: ({ to, headers = {} }) => ({
    send: (answer, { time }) => post(to, headers, { ...answer, time: time.toISOString() }),
  }),
  xapi: ({ xapi: { endpoint, auth, ...context } }) => {
    const address = `${endpoint.replace(/\/$/, '')}/statements`;
    const headers = {
      'X-Experience-API-Version': '1.0.3',
      ...(auth && { Authorization: auth }),
    };
    const send = (/** @type {Answer} */ answer, /** @type {About} */ about) =>
      post(address, headers, toXapi(answer, { ...context, ...about }));
    return { send };
  },
  scorm: ({ scorm }) => openScorm(scorm === true ? {} : scorm),
};

/** @param {Where} where */
function openChannel(where) {
  const names = /** @type {(keyof typeof CHANNELS)[]} */ (Object.keys(CHANNELS));
  const given = names.filter((name) => where?.[name]);
  if (given.length !== 1)
    throw new TypeError(
      `report: expected one of to, xapi and scorm, got ${given.join() || 'none'}`,
    );
  return CHANNELS[given[0]](where);
}

/**
 * Calls a function with each answer in a page, an element, or a frame with embed.html.
 * @param {EventTarget} target
 * @param {(answer: Answer, language?: string) => void} take
 * @param {AbortSignal} signal
 */
function listen(target, take, signal) {
  if (!(target instanceof HTMLIFrameElement)) {
    const onAnswer = (/** @type {any} */ { detail, target: from }) =>
      take(detail, from?.closest?.('[lang]')?.lang || undefined);
    target.addEventListener('pe-answer', onAnswer, { signal });
    return;
  }
  const { origin } = new URL(target.src, location.href);
  const onMessage = (/** @type {MessageEvent} */ { data, source, origin: from }) => {
    // The origin of a sandboxed frame is 'null'.
    const isOurs = source === target.contentWindow && [origin, 'null'].includes(from);
    if (isOurs && data?.posenc === MESSAGES && data.type === 'answer') take(data.answer);
  };
  addEventListener('message', onMessage, { signal });
}

/**
 * Sends every answer that is given from now on. Without this call, nothing is sent.
 * @param {EventTarget} target the document, an element, or an iframe with embed.html
 * @param {Where} where
 * @returns {() => void} stops sending
 * @throws {TypeError} unless exactly one of `to`, `xapi` and `scorm` is given
 * @example
 * const stop = report(document, { to: '/answers' });
 * console.log(typeof stop); // function
 * stop();
 */
export function report(target, where) {
  const channel = openChannel(where);
  const { onError = (error) => console.error(error) } = where;
  const life = new AbortController();
  /** @param {Answer} answer @param {string} [language] */
  const take = async (answer, language) => {
    try {
      await channel.send(answer, { time: new Date(), language });
    } catch (error) {
      onError(error, answer);
    }
  };
  const stop = () => {
    if (!life.signal.aborted) channel.end?.();
    life.abort();
  };
  listen(target, take, life.signal);
  // A learning system must be told when the lesson ends.
  if (channel.end) addEventListener('pagehide', stop, { signal: life.signal });
  return stop;
}
