/* Checks posenc/answers with servers and platforms for courses, which record what they receive. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { report, toXapi } from '../../web/answers/index.js';
import { chromium, classic, server, useAuthors } from '../support/authors.js';
import { goOn, openPage, show } from '../support/browsers.js';
import { runtime } from '../support/scorm-runtime.js';
import { until } from '../support/settled.js';

useAuthors();

/** The requests that the server has received. */
const got = [];
let store;
let address;
before(async () => {
  store = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', '*, authorization');
    if (request.method === 'OPTIONS') return void response.end();
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      got.push({ url: request.url, headers: request.headers, body: JSON.parse(text) });
      response.writeHead(request.url.includes('full') ? 507 : 204).end();
    });
  });
  await new Promise((done) => store.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${store.address().port}`;
});
after(() => store.close());

/** Two questions, each in a figure. */
const LESSON = `<pe-clocks><pe-question id="twin" shows="position=44">Which?
    <ul><li data-correct>44</li><li data-value="three">3 &amp; more</li></ul></pe-question></pe-clocks>
  <pe-waves><pe-question id="turn of 0" shows="position=6" answer="6.28" unit="rad">How long?</pe-question></pe-waves>${classic}`;

/**
 * Opens the lesson, and reports answers as `where` says. `where` is a text that the page evaluates.
 * If it is empty, nothing is reported.
 */
async function open(where, html = LESSON) {
  const opened = await openPage(chromium, server.author(html), { reducedMotion: 'reduce' });
  await show(opened.page, 'pe-clocks');
  await opened.page.evaluate(async (where) => {
    const { report } = await import('/answers.js');
    window.refused = [];
    if (!where) return;
    const read = (0, eval)(`(${where})`);
    window.stop = report(document, {
      ...read,
      onError: ({ message }) => window.refused.push(message),
    });
  }, where);
  const card = (tag) => opened.page.locator(`${tag} .pe-predict`);
  return { ...opened, card, stop: () => opened.page.evaluate(() => window.stop()) };
}

async function choose(card, at) {
  await card.locator('input[type=radio]').nth(at).check();
  await card.getByRole('button', { name: 'Reveal' }).press('Enter');
}

/**
 * Sends a message of its own from the page, and waits until it has arrived. What the page has sent
 * before has then been requested.
 */
async function sendLast(page) {
  await page.evaluate((to) => fetch(`${to}/last`, { method: 'POST', body: '{}' }), address);
  await until(() => got.some(({ url }) => url === '/last'), 'the last message does not arrive');
}

test('nothing is sent without report, and nothing after it has been stopped', async () => {
  const { page, card, requests, errors, close } = await open('');
  const before = requests.length;
  const sent = () => requests.slice(before).filter((url) => !url.endsWith('/answers.js'));
  await choose(card('pe-clocks'), 0);
  await sendLast(page);
  assert.deepEqual(sent(), [`${address}/last`]);
  await page.evaluate(async (to) => {
    const { report } = await import('/answers.js');
    report(document, { to })();
  }, address);
  await goOn(card('pe-clocks'));
  await card('pe-clocks').getByRole('button', { name: 'Ask me again' }).press('Enter');
  await choose(card('pe-clocks'), 0);
  got.length = 0;
  await sendLast(page);
  assert.deepEqual(
    got.map(({ url }) => url),
    ['/last'],
  );
  assert.deepEqual(sent(), [`${address}/last`, `${address}/last`]);
  assert.deepEqual(errors, []);
  await close();
});

test('POST: each answer is JSON with its time, and a refusal is reported', async () => {
  got.length = 0;
  const { page, card, stop, close } = await open(
    `{to: '${address}/a', headers: {'x-class': '7b'}}`,
  );
  await choose(card('pe-clocks'), 1);
  await until(() => got.length, 'no answer arrives');
  const [{ url, headers, body }] = got;
  assert.deepEqual(
    [url, headers['content-type'], headers['x-class']],
    ['/a', 'application/json', '7b'],
  );
  const { state, time, ...rest } = body;
  assert.deepEqual(rest, {
    figure: 'clocks',
    question: 'twin',
    ask: 'Which?',
    option: 'three',
    said: '3 & more',
    correct: false,
    attempt: 1,
  });
  assert.equal(state.position, 12);
  assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000);
  await stop();
  await page.evaluate(async (to) => {
    const { report } = await import('/answers.js');
    report(document, { to, onError: ({ message }) => window.refused.push(message) });
  }, `${address}/full`);
  await show(page, 'pe-waves');
  await card('pe-waves').getByRole('button', { name: 'Just show me' }).click();
  await page.waitForFunction(() => window.refused.length);
  assert.match(
    (await page.evaluate(() => window.refused))[0],
    /expected the server to take the answer, got 507$/,
  );
  assert.equal(got.at(-1).body.option, null);
  await close();
});

test('xAPI: an answer is sent as a statement', async () => {
  got.length = 0;
  const actor = "{account: {homePage: 'https://school.example', name: 'ada'}}";
  const { page, card, close } = await open(
    `{xapi: {endpoint: '${address}/xapi/', auth: 'Basic abc', actor: ${actor}, activity: 'https://school.example/clocks'}}`,
  );
  await show(page, 'pe-waves');
  await card('pe-waves').locator('.pe-option input').fill('6.28');
  await page.keyboard.press('Enter');
  await until(() => got.length, 'no answer arrives');
  const [{ url, headers, body }] = got;
  assert.equal(url, '/xapi/statements');
  assert.equal(headers['x-experience-api-version'], '1.0.3');
  assert.equal(headers.authorization, 'Basic abc');
  assert.equal(body.verb.id, 'http://adlnet.gov/expapi/verbs/answered');
  assert.equal(body.object.id, 'https://school.example/clocks#turn%20of%200');
  assert.deepEqual(body.object.definition.name, { en: 'turn of 0' });
  assert.deepEqual(body.object.definition.description, { en: 'How long?' });
  const { extensions, ...result } = body.result;
  assert.deepEqual(result, { success: true, response: '6.28' });
  assert.deepEqual(
    [extensions['urn:posenc:figure'], extensions['urn:posenc:attempt']],
    ['waves', 1],
  );
  assert.ok(extensions['urn:posenc:state'].length > 0);
  await close();
});

test('xAPI: a declined answer has neither success nor response, and arguments are checked', () => {
  const answer = { figure: 'a', question: 'q', option: null, correct: null, attempt: 2, state: {} };
  const context = {
    actor: { mbox: 'mailto:a@b.example' },
    activity: 'https://b.example/',
    time: new Date(0),
  };
  const { verb, object, result, timestamp } = toXapi(answer, context);
  assert.deepEqual(object.definition.name, { und: 'q' });
  assert.equal('description' in object.definition, false);
  assert.equal(verb.id, 'http://id.tincanapi.com/verb/skipped');
  assert.deepEqual(Object.keys(result), ['extensions']);
  assert.equal(timestamp, '1970-01-01T00:00:00.000Z');
  assert.throws(() => toXapi(answer, { ...context, actor: null }), /^TypeError: actor: expected/);
  assert.throws(
    () => toXapi(answer, { ...context, activity: 'q' }),
    /^TypeError: activity: expected/,
  );
  const target = new EventTarget();
  assert.throws(() => report(target, {}), /expected one of to, xapi and scorm, got none/);
  assert.throws(() => report(target, { to: '/', scorm: true }), /got to,scorm/);
});

for (const version of ['1.2', '2004'])
  test(`SCORM ${version}: answers, score and completion reach the learning system`, async () => {
    const lesson = server.author(LESSON);
    const { page, errors, close } = await openPage(
      chromium,
      server.author(`<script>(${runtime})('${version}')</script>
        <iframe title="A lesson" width="900" height="900" src="${lesson}"></iframe>`),
      { reducedMotion: 'reduce' },
    );
    const frame = page.frames()[1];
    await frame.waitForSelector('pe-clocks canvas');
    await frame.evaluate(async () => {
      const { report } = await import('/answers.js');
      window.stop = report(document, { scorm: { questions: 2 } });
    });
    const card = (tag) => frame.locator(`${tag} .pe-predict`);
    await choose(card('pe-clocks'), 1);
    const data = () => page.evaluate(() => window.data);
    const prefix = version === '1.2' ? 'cmi.core.' : 'cmi.';
    const status = version === '1.2' ? 'cmi.core.lesson_status' : 'cmi.completion_status';
    assert.equal((await data())[`${prefix}score.raw`], '0');
    assert.equal((await data())[status], 'incomplete');
    await goOn(card('pe-clocks'));
    await card('pe-clocks').getByRole('button', { name: 'Ask me again' }).press('Enter');
    await choose(card('pe-clocks'), 0);
    await frame.locator('pe-waves').scrollIntoViewIfNeeded();
    await card('pe-waves').locator('.pe-option input').fill('6,28');
    await page.keyboard.press('Enter');
    const said = await data();
    const response = version === '1.2' ? 'student_response' : 'learner_response';
    const read = (at) =>
      ['id', 'type', response, 'result'].map((name) => said[`cmi.interactions.${at}.${name}`]);
    const wrong = version === '1.2' ? 'wrong' : 'incorrect';
    const is12 = version === '1.2';
    // SCORM 1.2 has no field for the text of a question, so the text is appended to the id.
    const [twin, turn] = is12 ? ['twin-Which', 'turn-of-0-How-long'] : ['twin', 'turn-of-0'];
    assert.deepEqual(read(0), [twin, 'fill-in', is12 ? '3 & more' : 'three', wrong]);
    assert.deepEqual(read(1), [twin, 'fill-in', '44', 'correct']);
    assert.deepEqual(read(2), [turn, 'fill-in', is12 ? '6,28 rad' : '6.28', 'correct']);
    assert.equal(said['cmi.interactions.2.description'], is12 ? undefined : 'How long?');
    // Only the first answer to each question counts.
    assert.equal(said[`${prefix}score.raw`], '50');
    if (version === '2004') assert.equal(said['cmi.score.scaled'], '0.5');
    assert.equal(said[status], 'completed');
    assert.equal(await page.evaluate(() => window.phase), 'running');
    await page.evaluate(() => document.querySelector('iframe').remove());
    assert.equal(await page.evaluate(() => window.phase), 'ended');
    assert.deepEqual(errors, []);
    await close();
  });

test('SCORM: the system is found in the window that opened a page around the lesson', async () => {
  const around = server.author(`<iframe title="A lesson" src="${server.author(LESSON)}"></iframe>`);
  const { page, close } = await openPage(
    chromium,
    server.author(`<script>(${runtime})('2004')</script>`),
  );
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => void open(url), around),
  ]);
  const lesson = await popup.waitForSelector('iframe').then((each) => each.contentFrame());
  await lesson.waitForLoadState();
  await lesson.evaluate(async () => {
    const { report } = await import('/answers.js');
    report(document, { scorm: true });
  });
  assert.equal(await page.evaluate(() => window.phase), 'running');
  await close();
});

test('SCORM: only the questions that are named count, and without any the lesson is complete', async () => {
  const { page, close } = await openPage(
    chromium,
    server.author(`<script>(${runtime})('1.2')</script>${LESSON}`),
    { reducedMotion: 'reduce' },
  );
  await show(page, 'pe-clocks');
  const reported = (questions) =>
    page.evaluate(async (questions) => {
      const { report } = await import('/answers.js');
      window.stop?.();
      window.stop = report(document, { scorm: { questions } });
      return { ...window.data };
    }, questions);
  const status = 'cmi.core.lesson_status';
  assert.equal((await reported([]))[status], 'completed');
  assert.equal((await reported(['twin']))[status], 'completed');
  const answer = (question, correct) =>
    page.evaluate(
      (detail) => {
        document.dispatchEvent(new CustomEvent('pe-answer', { detail }));
        return { ...window.data };
      },
      { figure: 'clocks', question, option: '44', correct, attempt: 1, state: '' },
    );
  const found = await answer('a find', true);
  assert.equal(found['cmi.interactions.0.id'], 'a-find');
  assert.equal(found['cmi.core.score.raw'], undefined);
  assert.equal((await answer('twin', true))['cmi.core.score.raw'], '100');
  const message = await reported('five').catch((error) => error.message);
  assert.match(
    message,
    /report: expected scorm.questions to be a count or a list of names, got five/,
  );
  await close();
});

for (const version of ['1.2', '2004'])
  test(`SCORM ${version}: a lesson goes on in a second session, and first answers stay`, async () => {
    const { page, close } = await openPage(
      chromium,
      server.author(`<script>(${runtime})('${version}')</script>${LESSON}`),
      { reducedMotion: 'reduce' },
    );
    await show(page, 'pe-clocks');
    const session = (answers) =>
      page.evaluate(async (answers) => {
        const { report } = await import('/answers.js');
        const stop = report(document, { scorm: { questions: ['one', 'two'] } });
        for (const [question, correct] of answers) {
          const detail = {
            figure: 'clocks',
            question,
            option: 'a',
            correct,
            attempt: 1,
            state: '',
          };
          document.dispatchEvent(new CustomEvent('pe-answer', { detail }));
        }
        stop();
        return { ...window.data };
      }, answers);
    const prefix = version === '1.2' ? 'cmi.core.' : 'cmi.';
    const status = version === '1.2' ? 'cmi.core.lesson_status' : 'cmi.completion_status';
    const first = await session([['one', false]]);
    assert.deepEqual([first[`${prefix}score.raw`], first[status]], ['0', 'incomplete']);
    assert.equal(first[`${prefix}exit`], 'suspend');
    assert.match(first[`${prefix}session_time`], /^(00:00:0\d|PT\dS)$/);
    // The second answer to a question does not count, even in another session.
    const second = await session([
      ['one', true],
      ['two', true],
    ]);
    assert.deepEqual([second[`${prefix}score.raw`], second[status]], ['50', 'completed']);
    const third = await session([]);
    assert.deepEqual([third[`${prefix}score.raw`], third[status]], ['50', 'completed']);
    await close();
  });

/** Questions as SCORM 1.2 gets them: name, text, chosen option, what the reader saw, id, response. */
const READABLE = [
  [
    'clocks-predict',
    'Für wen gilt das größte „dim“?',
    'less',
    'weniger Uhren',
    'clocks-predict-Fuer-wen-gilt-das-groesste-dim',
    'weniger Uhren',
  ],
  [
    'clocks.2-predict',
    'Où est-ce ?',
    'none',
    'nulle part',
    'clocks-2-predict-Ou-est-ce',
    'nulle part',
  ],
  ['part-4', '第 0 个位置像哪里？', '44', '第 44 个\n位置', 'part-4', '第 44 个 位置'],
  ['long', 'x '.repeat(300), 'a', 'y'.repeat(300), `long-${'x-'.repeat(122)}x`, 'y'.repeat(250)],
  ['other', undefined, '12', undefined, 'other', '12'],
];

test('SCORM 1.2: ids end with the text of the question, and responses are what readers saw', async () => {
  const { page, errors, close } = await openPage(
    chromium,
    server.author(`<script>(${runtime})('1.2')</script>${LESSON}`),
  );
  for (const [question, ask, option, said, id, response] of READABLE) {
    const data = await page.evaluate(
      async (answer) => {
        const { report } = await import('/answers.js');
        window.reporting ??= report(document, { scorm: true });
        const detail = { figure: 'clocks', correct: true, attempt: 1, state: '', ...answer };
        document.dispatchEvent(new CustomEvent('pe-answer', { detail }));
        const last = Number(window.API.LMSGetValue('cmi.interactions._count')) - 1;
        const of = (name) => window.data[`cmi.interactions.${last}.${name}`];
        return [of('id'), of('student_response')];
      },
      { question, ask, option, said },
    );
    assert.deepEqual(data, [id, response]);
  }
  assert.deepEqual(errors, []);
  await close();
});

test('SCORM 1.2: a session that kept names before ids had texts goes on', async () => {
  const { page, close } = await openPage(
    chromium,
    server.author(`<script>(${runtime})('1.2')</script>${LESSON}`),
  );
  const data = await page.evaluate(async () => {
    window.data['cmi.suspend_data'] = '{"posenc":{"part-4":0}}';
    const { report } = await import('/answers.js');
    const stop = report(document, { scorm: { questions: ['part-4', 'part-5'] } });
    for (const question of ['part-4', 'part-5']) {
      const about = { figure: 'clocks', question, ask: 'Which?', attempt: 1, state: '' };
      const detail = { ...about, option: 'a', said: 'A', correct: true };
      document.dispatchEvent(new CustomEvent('pe-answer', { detail }));
    }
    stop();
    return { ...window.data };
  });
  assert.equal(data['cmi.interactions.0.id'], 'part-4-Which');
  // The text of a new answer is kept, too.
  assert.deepEqual(JSON.parse(data['cmi.suspend_data']), {
    posenc: { 'part-4': 0, 'part-5': 1 },
    texts: { 'part-5': ['Which?', 'A'] },
  });
  const core = ['score.raw', 'lesson_status'].map((name) => data[`cmi.core.${name}`]);
  assert.deepEqual(core, ['50', 'completed']);
  await close();
});

test('SCORM: a text that another program has kept is passed over', async () => {
  const { page, close } = await openPage(
    chromium,
    server.author(`<script>(${runtime})('1.2')</script>${LESSON}`),
  );
  for (const text of ['page=3', '{"posenc":null}', '{"posenc":{"one":7}}']) {
    const data = await page.evaluate(async (text) => {
      window.data['cmi.suspend_data'] = text;
      const { report } = await import('/answers.js');
      report(document, { scorm: { questions: 2 } })();
      return { ...window.data };
    }, text);
    assert.notEqual(data['cmi.core.score.raw'], '100', text);
  }
  await close();
});

test('SCORM: without a learning system, report says so', async () => {
  const { page, close } = await open('');
  const message = await page.evaluate(async () => {
    const { report } = await import('/answers.js');
    try {
      report(document, { scorm: true });
    } catch (error) {
      return error.message;
    }
  });
  assert.match(message, /expected a learning system with SCORM, got a page without API/);
  await close();
});

test('the answers in a sandboxed frame are reported, those of another window are not', async () => {
  got.length = 0;
  const html = `<iframe title="A figure" width="700" height="900" sandbox="allow-scripts"
    src="embed.html?figure=clocks&origin=${encodeURIComponent(server.origin)}"></iframe>`;
  const { page, errors, close } = await openPage(chromium, server.author(html), {
    reducedMotion: 'reduce',
  });
  const frame = page.frames()[1];
  await frame.waitForSelector('pe-clocks canvas');
  await page.evaluate(async (to) => {
    const { report } = await import('/answers.js');
    report(document.querySelector('iframe'), { to });
    postMessage({ posenc: 1, type: 'answer', answer: { question: 'forged' } }, '*');
  }, address);
  await choose(frame.locator('pe-clocks .pe-predict'), 0);
  await until(() => got.length, 'no answer arrives');
  assert.deepEqual(
    got.map(({ body }) => body.question),
    ['clocks-predict'],
  );
  assert.deepEqual(errors, []);
  await close();
});
