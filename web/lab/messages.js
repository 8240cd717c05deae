/**
 * The messages between a frame with a figure and the page around it. web/figures/README.md
 * describes them. Their version is the value of `posenc` in each message.
 */

/** The version of the messages. */
const VERSION = 1;

/** The settings that a message can set, as attributes. A value of null removes the attribute. */
const SETTINGS = ['group', 'level', 'lang'];

/**
 * Returns the origin that the query names, or null. If the text is not an origin, throws an error
 * that is addressed to the author of the page.
 * @param {string | null} text
 */
export function originOf(text) {
  if (text === null) return null;
  const origin = URL.canParse(text) ? new URL(text).origin : 'null';
  if (origin !== 'null') return origin;
  throw new TypeError(`origin: expected an origin such as https://school.example, got ${text}`);
}

/**
 * Sends a message to the page around the frame.
 * @param {object} message
 * @param {string} origin the origin that may read it
 */
function send(message, origin) {
  if (parent !== self) parent.postMessage(message, origin);
}

/**
 * Connects a figure with the page around the frame. Its answers and states are only sent to the
 * origin that the query names.
 * @param {Element} figure
 * @param {string | null} origin the only origin whose page may send messages, and read answers and
 *   states. If null, answers and states are not sent, and any page around the frame may send
 *   messages
 */
export function connect(figure, origin) {
  addEventListener('message', (event) => {
    const { data, source } = event;
    if (source !== parent || (origin !== null && event.origin !== origin)) return;
    if (source !== self && data?.posenc === VERSION && data.type === 'set') take(figure, data);
  });
  if (origin === null) return;
  const name = figure.localName.slice(3);
  const tell = (type, content) => send({ posenc: VERSION, type, figure: name, ...content }, origin);
  figure.addEventListener('pe-ready', () => tell('ready', { state: figure.getState() }));
  figure.addEventListener('pe-answer', ({ detail }) => tell('answer', { answer: detail }));
  let isPlanned = false;
  figure.addEventListener('pe-change', () => {
    // Fields that change together are sent in one message.
    if (!isPlanned)
      queueMicrotask(() => {
        isPlanned = false;
        tell('state', { state: figure.getState() });
      });
    isPlanned = true;
  });
}

/** Applies the settings and the state in a message to the figure. */
function take(figure, message) {
  for (const name of SETTINGS) {
    const value = message[name];
    if (typeof value === 'string') figure.setAttribute(name, value);
    else if (value === null) figure.removeAttribute(name);
    if (name === 'lang' && typeof value === 'string') document.documentElement.lang = value;
  }
  if (typeof message.state === 'string') figure.state = message.state;
  else if (message.state) figure.setState(message.state, { ease: true });
}

/** The waits before a height is sent again, in milliseconds: 16 seconds in all. */
const WAITS = [250, 750, 1000, 2000, 4000, 8000];

/**
 * Tells the page around the frame how high the figure is, so that the page can set the frame's
 * height. Without an origin, any page may read the height. A page may begin to listen after its
 * frames have loaded. So the height is sent again until the frame has this height.
 * @param {Element} place
 * @param {string | null} origin
 */
export function sendHeight(place, origin) {
  let height = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const tell = (sent = 0) => {
    send({ posenc: VERSION, type: 'height', height }, origin ?? '*');
    // Pages that were written before version 1 listen to this message.
    send({ type: 'posenc:resize', height }, origin ?? '*');
    clearTimeout(timer);
    if (sent < WAITS.length)
      timer = setTimeout(() => innerHeight !== height && tell(sent + 1), WAITS[sent]);
  };
  new ResizeObserver(() => {
    const now = Math.ceil(place.getBoundingClientRect().height);
    if (now === height) return;
    height = now;
    tell();
  }).observe(place);
}
