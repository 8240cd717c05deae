/**
 * Writes answers into the data of a SCORM course. The learning system puts an object into a frame
 * around the lesson, or into the window that opened it. The name of the object is `API_1484_11` in
 * SCORM 2004, and `API` in SCORM 1.2.
 */

/** @typedef {import('./index.js').Answer} Answer */
/**
 * The object of the learning system.
 * @typedef {Record<string, (...values: string[]) => any>} Api
 */

/**
 * The names and words that a version of SCORM uses.
 * @typedef {object} Version
 * @property {string} api the name of the object
 * @property {string} prefix the prefix of the names of its methods
 * @property {string} begin the method that begins a session
 * @property {string} end the method that ends a session
 * @property {string} score the element of the score
 * @property {string} status the element that says whether the lesson is completed
 * @property {string} response the element of an answer, in an interaction
 * @property {string} wrong the result of a wrong answer
 * @property {string} [asked] the element of the question's text; version 1.2 has no such element,
 *   so the id names the question with its text, and the response is the answer as it was shown
 * @property {(time: Date) => [name: string, value: string]} when writes the time of an answer
 * @property {string} exit the element that says how the session ends
 * @property {(seconds: number) => [element: string, value: string]} lasted writes how long the
 *   session lasted
 */

/** @type {Version[]} */
const VERSIONS = [
  {
    api: 'API_1484_11',
    prefix: '',
    begin: 'Initialize',
    end: 'Terminate',
    score: 'cmi.score',
    status: 'cmi.completion_status',
    response: 'learner_response',
    wrong: 'incorrect',
    asked: 'description',
    // SCORM allows a time zone such as Z only after a fraction of seconds.
    when: (time) => ['timestamp', `${time.toISOString().slice(0, 19)}.0Z`],
    exit: 'cmi.exit',
    lasted: (seconds) => ['cmi.session_time', `PT${seconds}S`],
  },
  {
    api: 'API',
    prefix: 'LMS',
    begin: 'Initialize',
    end: 'Finish',
    score: 'cmi.core.score',
    status: 'cmi.core.lesson_status',
    response: 'student_response',
    wrong: 'wrong',
    when: (time) => ['time', time.toTimeString().slice(0, 8)],
    exit: 'cmi.core.exit',
    lasted: (seconds) => ['cmi.core.session_time', clockTime(seconds)],
  },
];

/** The element that keeps a text from one session to the next. SCORM 1.2 limits its length. */
const KEPT = 'cmi.suspend_data';
const LONGEST_KEPT = 4096;

/** The codes of the error that a session has already begun, in SCORM 2004 and in 1.2. */
const BEGUN = ['103', '101'];

/** Frames are searched up to this depth. */
const DEEPEST = 50;

/** Both versions of SCORM allow texts of up to this many characters. */
const LONGEST = 250;

/**
 * Returns the object that the learning system has put into a window. Returns null if there is
 * none, or if the window is of another origin.
 * @param {Window} view
 * @param {string} name
 * @returns {Api | null}
 */
function apiIn(view, name) {
  try {
    return /** @type {any} */ (view)[name] ?? null;
  } catch {
    return null;
  }
}

/** Searches a window and the frames around it. @param {Window | null} view @param {string} name */
function searchUp(view, name) {
  for (let depth = 0; view && depth < DEEPEST; depth++) {
    const api = apiIn(view, name);
    if (api) return api;
    if (view.parent === view) return null;
    view = view.parent;
  }
  return null;
}

/** Finds the object of the learning system. @param {Window} view */
function find(view) {
  for (const version of VERSIONS) {
    const api =
      searchUp(view, version.api) ??
      searchUp(view.opener, version.api) ??
      searchUp(view.top?.opener, version.api);
    if (api) return { api, version };
  }
  throw new Error(
    'report: expected a learning system with SCORM, got a page without API or API_1484_11',
  );
}

/** Writes a time as hours, minutes and seconds. @param {number} seconds */
function clockTime(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/**
 * The first answer to a question. `texts` has the question and the answer as the reader saw them,
 * if they are kept.
 * @typedef {{isRight: boolean, texts?: string[]}} First
 */

/**
 * Reads what `keep` has written in an earlier session. Another program may have written the text.
 * @param {string} text
 * @returns {[question: string, first: First][]}
 */
function keptIn(text) {
  try {
    const { posenc, texts = {} } = JSON.parse(text);
    return Object.entries(posenc).map(([question, isRight]) => [
      question,
      {
        isRight: isRight === 1,
        texts: Object.hasOwn(texts, question) ? texts[question]?.map(String) : undefined,
      },
    ]);
  } catch {
    return [];
  }
}

/** German letters as they are written in ASCII. */
const SPELLED = new Map([
  ['ä', 'ae'],
  ['ö', 'oe'],
  ['ü', 'ue'],
  ['Ä', 'Ae'],
  ['Ö', 'Oe'],
  ['Ü', 'Ue'],
  ['ß', 'ss'],
]);

/** Returns a name that SCORM allows. @param {string} text */
const identifier = (text) => text.replace(/[^\w-]+/g, '-').slice(0, LONGEST);

/**
 * Returns a name followed by the words of a text. Their letters become ASCII, without accents. A
 * text without Latin letters adds nothing.
 * @param {string} name
 * @param {string} text
 */
function readableName(name, text) {
  const spelled = text
    .normalize('NFC')
    .replace(/[äöüß]/gi, (letter) => SPELLED.get(letter) ?? letter);
  const words =
    spelled
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .match(/[a-z0-9]+/gi) ?? [];
  const isReadable = words.some((word) => /[a-z]/i.test(word));
  return identifier(isReadable ? [name, ...words].join('-') : name);
}

/** Whether SCORM keeps a text of this length. @param {string} text */
const fits = (text) => text.length <= LONGEST_KEPT;

/** Returns a text in one line that SCORM allows. @param {string} text */
const oneLine = (text) => text.replace(/\s+/g, ' ').slice(0, LONGEST);

/** The session of a lesson in a learning system. */
class Session {
  #api;
  #version;
  /** Whether this object has begun the session. Then this object must also end the session. */
  #isOurs;
  /** The first answer to each question. @type {Map<string, First>} */
  #first = new Map();
  /** How many questions the lesson has; null if this is not known. @type {number | null} */
  #count;
  /** When the session began, in milliseconds. */
  #since = performance.now();
  /** The questions that count for the score; null if all count. @type {string[] | null} */
  #listed;

  /** @param {Window} view @param {number | string[]} questions */
  constructor(view, questions) {
    const { api, version } = find(view);
    this.#api = api;
    this.#version = version;
    this.#listed = Array.isArray(questions) ? questions : null;
    this.#count = Array.isArray(questions) ? questions.length : questions || null;
    this.#isOurs = String(this.#call(version.begin, '')) === 'true';
    const code = this.#isOurs ? '' : String(this.#call('GetLastError'));
    if (code && !BEGUN.includes(code))
      throw new Error(`report: expected a SCORM session to begin, got error ${code}`);
    if (this.#isOurs) this.#first = new Map(keptIn(String(this.#call('GetValue', KEPT))));
    // A lesson without questions is completed when it is opened.
    if (this.#first.size || this.#count === 0) this.#writeProgress();
  }

  /** @param {string} method @param {...string} values */
  #call(method, ...values) {
    return this.#api[this.#version.prefix + method](...values);
  }

  /** @param {string} element @param {string} value */
  #set(element, value) {
    if (String(this.#call('SetValue', element, value)) === 'true') return;
    const code = this.#call('GetLastError');
    throw new Error(`report: expected SCORM to take ${element}=${value}, got error ${code}`);
  }

  /** Writes an answer. @param {Answer} answer @param {{time: Date}} about */
  send({ question, ask = '', option, said, correct }, { time }) {
    const { response, wrong, when, asked } = this.#version;
    const count = Number(this.#call('GetValue', 'cmi.interactions._count')) || 0;
    const [timeName, timeValue] = when(time);
    const at = `cmi.interactions.${count}`;
    this.#set(`${at}.id`, asked ? identifier(question) : readableName(question, ask));
    this.#set(`${at}.type`, 'fill-in');
    this.#set(`${at}.${timeName}`, timeValue);
    if (asked && ask) this.#set(`${at}.${asked}`, oneLine(ask));
    const shown = (!asked && said) || option;
    if (shown !== null) this.#set(`${at}.${response}`, oneLine(shown));
    const verdict = correct ? 'correct' : wrong;
    this.#set(`${at}.result`, correct === null ? 'neutral' : verdict);
    const counts = this.#listed?.includes(question) ?? true;
    if (counts && !this.#first.has(question)) {
      const texts = this.#listed ? [ask, said || (option ?? '')] : undefined;
      this.#first.set(question, { isRight: correct === true, texts });
    }
    this.#keep();
    this.#writeProgress();
  }

  /** The first answers so far, with those of earlier sessions. */
  get answers() {
    return [...this.#first].map(([question, { isRight, texts }]) => {
      const [ask, said] = texts ?? [];
      const correct = said === '' ? null : isRight;
      return { question, ask, said, option: said ?? null, correct };
    });
  }

  /**
   * Keeps the first answers for later sessions. Their texts are kept if there is room for all, and
   * if the page lists its questions. Does nothing if another program has begun the session.
   */
  #keep() {
    if (!this.#isOurs) return;
    const first = [...this.#first];
    const posenc = Object.fromEntries(first.map(([name, { isRight }]) => [name, Number(isRight)]));
    const texts = Object.fromEntries(first.map(([name, { texts }]) => [name, texts]));
    const forms = [...(this.#listed ? [{ posenc, texts }] : []), { posenc }];
    const text = forms.map((form) => JSON.stringify(form)).find(fits);
    if (text) this.#set(KEPT, text);
  }

  /** Writes the score and the completion. The score is the percentage of right first answers. */
  #writeProgress() {
    const { score, status, prefix } = this.#version;
    const { size } = this.#first;
    const right = [...this.#first.values()].filter(({ isRight }) => isRight).length;
    const percent = Math.round((100 * right) / Math.max(this.#count ?? 0, size));
    if (size) {
      this.#set(`${score}.min`, '0');
      this.#set(`${score}.max`, '100');
      this.#set(`${score}.raw`, String(percent));
      if (!prefix) this.#set(`${score}.scaled`, String(percent / 100));
    }
    if (this.#count !== null) this.#set(status, size < this.#count ? 'incomplete' : 'completed');
    this.#call('Commit', '');
  }

  /** Ends the session. `suspend` tells the learning system that the lesson may go on later. */
  end() {
    if (!this.#isOurs) return;
    const { exit, lasted, end } = this.#version;
    const seconds = Math.round((performance.now() - this.#since) / 1000);
    this.#call('SetValue', exit, 'suspend');
    this.#call('SetValue', ...lasted(seconds));
    this.#call(end, '');
    this.#isOurs = false;
  }
}

/**
 * Begins to write answers into a SCORM course. Throws if there is no learning system.
 * @param {{questions?: number | string[]}} how `questions`: how many questions the lesson has, or
 *   the names of the questions that count for score and completion
 */
export function openScorm({ questions = 0 }) {
  const isList = Array.isArray(questions) && questions.every((name) => typeof name === 'string');
  if (!isList && !(Number.isSafeInteger(questions) && Number(questions) >= 0))
    throw new TypeError(
      `report: expected scorm.questions to be a count or a list of names, got ${questions}`,
    );
  return new Session(window, questions);
}
