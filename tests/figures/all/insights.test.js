/*
 * Checks that a reader can find the main insight of a figure with the keyboard alone, within 25
 * keystrokes. The reader answers the question of the figure, and presses keys in the plot.
 */
import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { launchChromium, openPage, root, settle } from '../../support/browsers.js';

const times = (count, key) => Array(count).fill(key);

/**
 * The keys for each figure, and the texts that they lead to. `guess` has the keys that answer the
 * question, from the top of the figure. The Enter key then goes through the steps, after which the
 * result has the text `answer`. Each entry of `plot` has keys to press in the plot, and a pattern
 * of the text that then appears.
 */
const INSIGHTS = {
  'pe-waves': {
    guess: ['Tab', 'ArrowDown', 'Tab', 'Enter'],
    answer: '0.159 turns',
    plot: [
      [times(16, 'ArrowDown'), /Clock 16 is slow\. How far does it turn in 100 positions\?/],
      [times(7, 'ArrowDown'), /Clock 7 turns once in 47\.12 positions.* 2\.12 in all 100/],
      [
        ['f', 's'],
        /By the cosine alone, positions 21 and 23 are 0\.0149 apart\. Without the sine, the circle is only a line/,
      ],
    ],
  },
  'pe-similarity': {
    guess: ['Tab', 'Space', 'Tab', 'Enter'],
    answer: '0.5462 > 0.4780',
    plot: [
      [
        times(3, 'ArrowRight'),
        /11 is beaten by 12: 0\.6616 < 0\.6622\. No smaller separation is beaten/,
      ],
      [['c', 'c'], /distance/],
    ],
  },
  'pe-bugs': {
    guess: ['Tab', 'Space', 'Tab', 'Enter'],
    answer: 'Sine² + cosine²: 1.99 instead of 1',
    plot: [
      [['ArrowRight', 'ArrowDown'], /fits both ways.*Check A passes: it does not notice/],
      [['ArrowRight', ...times(6, 'ArrowDown')], /Check F fails: the bug is found/],
    ],
  },
  'pe-patches': {
    guess: ['Tab', 'Space', 'Tab', 'Enter'],
    answer: '26 patches more alike',
    plot: [
      [['ArrowDown'], /The patch in row 8, column 6 has the stamp of position 118\./],
      [['g', 'ArrowDown'], /The patch in row 8, column 6 has stamp \(8, 6\)\./],
    ],
  },
  'pe-combine': {
    guess: ['Tab', 'Space', 'Tab', 'Enter'],
    answer: 'dog is read as “likes”',
    plot: [
      [['ArrowRight'], /the stamp is 7 times as long as the word/],
      [['x'], /word and stamp are about equally long/],
      [['x', ...times(3, 'ArrowUp')], /the word is 12 times as long as the stamp/],
    ],
  },
  'pe-networks': {
    guess: ['Tab', 'Space', 'Tab', 'Enter'],
    answer: '1 step instead of 7',
    plot: [
      [['d'], /in a convolution, after 2 steps\. /],
      [['ArrowUp'], /in a convolution, after 3 steps\. /],
    ],
  },
  'pe-range': {
    guess: ['Tab', 'ArrowDown', 'Tab', 'Enter'],
    answer: '16 of 32 clocks',
    plot: [
      [['w'], /The formula gives position 512 a row.*Answer the question to find out/],
      [['w', 'ArrowUp'], /There is no row 512/],
      [
        ['w', 'd', 'ArrowDown', 'ArrowDown'],
        /At distance 1,024 the steepest head subtracts 512\.0 and the gentlest 4\.00/,
      ],
    ],
  },
};

let chromium;
let opened;
before(async () => {
  chromium = await launchChromium();
  opened = await openPage(chromium, 'about:blank', { reducedMotion: 'reduce' });
  await opened.page.setContent('<!doctype html><title>A lesson</title><main></main>');
  await opened.page.addScriptTag({ path: resolve(root, 'dist/figures.iife.js') });
});
after(async () => {
  await opened?.close();
  await chromium?.close();
});

/** Runs in the page. After this, the next press of Tab begins at the top of the page. */
function goToTop() {
  document.body.tabIndex = -1;
  document.body.focus();
  document.body.removeAttribute('tabindex');
}

/** Replaces the figure of the page. */
async function openFigure(page, tag) {
  await page.evaluate((tag) => {
    document.querySelector('main').replaceChildren(document.createElement(tag));
  }, tag);
  await page.waitForFunction(
    (tag) => document.querySelector(tag).shadowRoot?.querySelector('canvas')?.width > 1,
    tag,
  );
  await page.evaluate(goToTop);
}

for (const [tag, { guess, answer, plot }] of Object.entries(INSIGHTS))
  test(`${tag}: its insight is at most 25 keystrokes away`, async () => {
    const { page, errors } = opened;
    await openFigure(page, tag);
    const figure = page.locator(tag);
    const text = () =>
      figure.evaluate(({ shadowRoot }) => shadowRoot.textContent.replace(/\s+/g, ' '));
    let strokes = 0;
    const press = async (keys) => {
      for (const key of keys) {
        await page.keyboard.press(key);
        strokes++;
      }
      await settle(page);
    };

    assert.ok(
      !(await text()).includes(answer),
      'the answer is there before the question is answered',
    );
    await press(guess);
    const next = figure.getByRole('button', { name: 'Next', exact: true });
    while (await next.isVisible()) await press(['Enter']);
    assert.equal(await figure.locator('.pe-surprise').textContent(), answer);
    assert.ok(strokes <= 25);
    for (const [keys, found] of plot) {
      await page.evaluate((tag) => document.querySelector(tag).reset(), tag);
      await page.evaluate(goToTop);
      await settle(page);
      strokes = 0;
      while (
        !(await page.evaluate(() =>
          document.activeElement.shadowRoot?.activeElement.classList.contains('pe-plot'),
        ))
      )
        await press(['Tab']);
      await press(keys);
      assert.match(await text(), found);
      assert.ok(strokes <= 25, `${strokes} keystrokes`);
      await page.waitForFunction(
        (tag) =>
          document.querySelector(tag).shadowRoot.querySelector('[part=live]').textContent.length >
          20,
        tag,
      );
    }
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => document.activeElement.localName), 'body');
    assert.deepEqual(errors, []);
  });
