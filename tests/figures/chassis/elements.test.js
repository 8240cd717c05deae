/*
 * Checks the elements as authors use them. They work anywhere in a page, and take their state from
 * attributes and links. If they cannot run, they say why.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  FIGURES,
  TAGS,
  chromium,
  classic,
  each,
  on,
  server,
  useAuthors,
} from '../../support/authors.js';
import { Bench } from '../../support/bench.js';
import { labFile, openPage, root, settle, show } from '../../support/browsers.js';

useAuthors();
const author = (...lesson) => server.author(...lesson);

/** Opens a page with a lesson. */
const open = (html, hash = '') =>
  openPage(chromium, author(`<h1>A lesson</h1>${html}${classic}`) + hash);
const state = (page, selector) => on(page, selector, (figure) => figure.getState());

test('a module or a classic script loads figures, even twice and in a hidden part', async () => {
  const tags = [
    '<h1>A lesson</h1><pe-clocks dim="32" position="3"></pe-clocks>',
    '<div hidden id="later"><pe-shift offset="7"></pe-shift></div>',
  ].join('');
  for (const script of ['<script type="module" src="figures.js"></script>', classic]) {
    const { page, errors, close } = await openPage(
      chromium,
      author(`${tags}${script}${script}${classic}`),
    );
    await show(page, 'pe-clocks');
    const { dim, position } = await state(page, 'pe-clocks');
    assert.deepEqual([dim, position], [32, 3]);
    assert.equal(await page.locator('pe-clocks canvas').count(), 1);
    await page.evaluate(() => {
      document.getElementById('later').hidden = false;
    });
    await show(page, 'pe-shift');
    assert.equal(await page.evaluate(() => document.querySelector('pe-shift').offset), 7);
    assert.deepEqual(errors, []);
    await close();
  }
});

test('figures that the parser makes after the classic script hide their children', async () => {
  const inside = 'Loose words <p>and a picture</p>';
  const figure = `<pe-clocks state="position=9">${inside}</pe-clocks>`;
  const html = `<!doctype html>${classic}<h1>A lesson</h1>${figure}`;
  const { page, errors, close } = await openPage(chromium, author(html));
  await show(page, 'pe-clocks');
  assert.equal((await state(page, 'pe-clocks')).position, 9);
  assert.doesNotMatch(await page.locator('pe-clocks').innerText(), /Loose words|picture/);
  assert.ok(await page.locator('pe-clocks canvas').isVisible());
  assert.deepEqual(errors, []);
  await close();
});

test('the example of the reference runs', async () => {
  const reference = readFileSync(`${root}/web/figures/README.md`, 'utf8');
  const [, example] = /```html\n(.*?)```/s.exec(reference);
  const { page, errors, close } = await openPage(chromium, author(`<h1>A lesson</h1>${example}`));
  await show(page, 'pe-clocks');
  await show(page, 'pe-heatmap');
  await on(page, 'pe-clocks', (figure) => figure.step(1));
  assert.equal((await state(page, 'pe-heatmap')).position, 6);
  // The example has a picture that the test's server does not have, so the page reports a 404.
  assert.deepEqual(
    errors.filter((error) => !error.includes('404')),
    [],
  );
  await close();
});

test('attributes and properties clamp and never throw, and changes send events', async () => {
  const { page, errors, close } = await open(
    '<pe-heatmap length="99999" dim="-3" position="x" layout="nonsense"></pe-heatmap>',
  );
  await show(page, 'pe-heatmap');
  const { length, dim, position, layout } = await state(page, 'pe-heatmap');
  assert.deepEqual(
    { length, dim, position, layout },
    { length: 512, dim: 2, position: 1, layout: 'interleaved' },
  );
  const detail = await page.evaluate(
    () =>
      new Promise((done) => {
        document.addEventListener('pe-change', (event) =>
          done({ key: event.detail.key, value: event.detail.value }),
        );
        document.querySelector('pe-heatmap').setAttribute('position', '9');
      }),
  );
  assert.deepEqual(detail, { key: 'position', value: 9 });
  await settle(page);
  assert.deepEqual(errors, []);
  await close();
});

test('no field hides a property that elements have, in any figure', async () => {
  const { page, close } = await open(each());
  for (const Figure of FIGURES) {
    const known = await page.evaluate(
      (keys) => keys.filter((key) => key in HTMLElement.prototype),
      Object.keys(Figure.allFields),
    );
    assert.deepEqual(known, [], Figure.tag);
  }
  await close();
});

test('a page that forbids WebAssembly and the scalar kernels shows its own words, and why', async () => {
  const inside = (tag) => `Loose words, <p>and ${tag} in a still picture.</p>`;
  const figures = TAGS.map((tag) => `<${tag}>${inside(tag)}</${tag}>`);
  const html = `<h1>A lesson</h1>${figures}${classic}`;
  const { page, close } = await openPage(
    chromium,
    author(html, `script-src ${server.origin}/figures.iife.js; style-src 'self'`),
  );
  await page.getByRole('alert').first().waitFor();
  // pe-train needs no kernels before its reader trains models.
  for (const tag of TAGS.filter((tag) => tag !== 'pe-train')) {
    const figure = page.locator(tag);
    await figure.scrollIntoViewIfNeeded();
    assert.match(
      await figure.getByRole('alert').textContent(),
      /posenc cannot run its kernels here.*'wasm-unsafe-eval'/,
      tag,
    );
    assert.match(
      await figure.innerText(),
      new RegExp(`Loose words,.*and ${tag} in a still picture`, 's'),
    );
    assert.equal(await figure.locator('canvas').isVisible(), false, tag);
  }
  await close();
  const allowed = await openPage(
    chromium,
    author(
      html,
      "script-src 'self' 'wasm-unsafe-eval'; style-src 'none'; require-trusted-types-for 'script'",
    ),
  );
  for (const tag of TAGS) {
    await show(allowed.page, tag);
    assert.doesNotMatch(
      await allowed.page.locator(tag).innerText(),
      /Loose words|still picture/,
      tag,
    );
  }
  assert.deepEqual(allowed.errors, []);
  await allowed.close();
});

test('without scripts, a page shows what the author wrote', async () => {
  const { page, close } = await openPage(
    chromium,
    author(`<h1>A lesson</h1><pe-clocks>Loose words <p>and a picture</p></pe-clocks>${classic}`),
    { javaScriptEnabled: false },
  );
  assert.ok(await page.getByText('and a picture').isVisible());
  await close();
});

test('figures of a group share only cursors, each within its own limits', async () => {
  const { page, errors, close } = await open(
    [
      '<pe-clocks group="g"></pe-clocks>',
      '<pe-heatmap group="g"></pe-heatmap>',
      '<pe-shift group="g" length="32"></pe-shift>',
      '<pe-clocks id="alone"></pe-clocks>',
    ].join(''),
  );
  await show(page, 'pe-shift');
  const positions = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('[group], #alone')].map((figure) => figure.state.position),
    );
  assert.deepEqual(await positions(), [12, 1, 10, 12], 'joining moves nothing');
  await on(page, 'pe-clocks', (figure) => {
    figure.told = [];
    document.addEventListener('pe-change', (event) =>
      figure.told.push(`${event.target.localName} ${event.detail.key} ${event.detail.value}`),
    );
  });
  await on(page, 'pe-clocks', (figure) =>
    figure.setState({ position: 44, other: 7, pair: 9, dim: 128 }),
  );
  assert.deepEqual(await positions(), [44, 44, 31, 12]);
  const heat = await state(page, 'pe-heatmap');
  const shift = await state(page, 'pe-shift');
  assert.deepEqual([heat.other, heat.dim, shift.pair, shift.dim], [7, 64, 9, 64]);
  const told = (await on(page, 'pe-clocks', (figure) => figure.told)).sort();
  assert.equal(new Set(told).size, told.length, 'no echo');
  assert.equal(told.filter((line) => line.includes('position')).length, 3);
  // A figure that joins the group later takes the group's cursors. A figure that has left the group
  // does not move with it.
  await page.evaluate(() => {
    const late = document.createElement('pe-heatmap');
    late.id = 'late';
    late.setAttribute('group', 'g');
    document.querySelector('main').append(late);
    document.querySelector('pe-shift').remove();
  });
  assert.deepEqual(await on(page, '#late', (figure) => [figure.position, figure.other]), [44, 7]);
  await on(page, '#late', (figure) => figure.step(-4));
  assert.deepEqual(await positions(), [40, 40, 12, 40]);
  await on(page, 'pe-clocks', (figure) => {
    figure.group = 'other';
    figure.position = 3;
  });
  assert.deepEqual(await positions(), [3, 40, 12, 40]);
  assert.deepEqual(errors, []);
  await close();
});

test('playing one figure of a group moves the others, and only one plays', async () => {
  const { page, close } = await open(
    '<pe-clocks group="g"></pe-clocks><pe-shift group="g"></pe-shift>',
  );
  await show(page, 'pe-shift');
  await show(page, 'pe-clocks');
  await on(page, 'pe-shift', (figure) => figure.play());
  await on(page, 'pe-clocks', (figure) => {
    figure.speed = 64;
    figure.play();
  });
  await page.waitForFunction(() => {
    const [one, two] = document.querySelectorAll('[group]');
    return one.position > 20 && two.position === one.position;
  });
  assert.deepEqual(
    await page.evaluate(() =>
      [...document.querySelectorAll('[group]')].map((figure) => figure.playing),
    ),
    [true, false],
  );
  await close();
});

test('only the page’s attribute or property changes a locked field', async () => {
  const first = 'dim="32" position="5" state="dim=128,pair=3"';
  const { page, errors, close } = await open(
    `<pe-clocks lock="dim position" ${first} group="g"></pe-clocks>
    <pe-heatmap group="g"></pe-heatmap>`,
    '#pe1:clocks/dim=256,position=99,pair=4',
  );
  const figure = await show(page, 'pe-clocks');
  const now = async () => {
    const { dim, position, pair } = await state(page, 'pe-clocks');
    return [dim, position, pair];
  };
  assert.deepEqual(await now(), [32, 5, 4]);
  assert.ok(await figure.getByLabel('Dimensions').isDisabled());
  assert.equal(await figure.getByLabel('Dimensions').inputValue(), '32');
  for (const name of ['Play', 'Step forward', 'Step back'])
    assert.ok(await figure.getByRole('button', { name, exact: true }).isDisabled());
  assert.equal(
    await figure.locator('.pe-predict').isVisible(),
    false,
    'its answer needs another position',
  );
  await figure.locator('.pe-plot').focus();
  for (const key of ['ArrowRight', 'ArrowDown', ' ', 'PageDown', 'End'])
    await page.keyboard.press(key);
  await on(page, 'pe-clocks', (each) => {
    each.setState({ dim: 64 });
    each.state = { dim: 64 };
    each.seek(9);
    each.play();
    each.reset();
  });
  await page.evaluate(() => {
    document.querySelector('pe-heatmap').position = 20;
    location.hash = '#pe1:clocks/dim=64,position=2';
  });
  await settle(page);
  assert.deepEqual((await now()).slice(0, 2), [32, 5]);
  await on(page, 'pe-clocks', (each) => {
    each.dim = 16;
    each.setAttribute('position', '6');
  });
  assert.deepEqual((await now()).slice(0, 2), [16, 6]);
  await on(page, 'pe-clocks', (each) => {
    each.lock = '';
    each.setState({ dim: 8 });
  });
  await settle(page);
  assert.equal((await now())[0], 8);
  assert.equal(await figure.getByLabel('Dimensions').isDisabled(), false);
  assert.ok(await figure.locator('.pe-predict').isVisible());
  assert.deepEqual(errors, []);
  await close();
});

/**
 * Runs in the page. Hides all parts of a figure but its plot, and returns the parts that a reader
 * sees then.
 */
async function hideParts(figure) {
  const parts = [...figure.shadowRoot.querySelectorAll('[part]')];
  const names = new Set(parts.map((part) => part.part.value));
  names.delete('plot');
  figure.hide = [...names].join(' ');
  await window.tools.frames();
  return parts.filter((part) => part.checkVisibility()).map((part) => part.part.value);
}

test('every field of every figure can be locked, and every part hidden', async () => {
  const bench = new Bench();
  for (const Figure of FIGURES) {
    const { tag } = Figure;
    const fields = Object.keys(Figure.allFields).join(' ');
    const figure = await bench.put(`<${tag} lock="${fields}"></${tag}>`);
    const { page } = bench;
    const first = await on(page, tag, (figure) => {
      figure.ui.plot.focus();
      return figure.getState();
    });
    const own = new Figure().keys().map(([key]) => key);
    for (const key of ['ArrowRight', 'ArrowDown', 'PageDown', 'End', ' ', ...own])
      await page.keyboard.press(key);
    const middle = await figure.locator('.pe-plot').boundingBox();
    await page.mouse.click(middle.x + middle.width / 3, middle.y + middle.height / 3);
    assert.deepEqual(await state(page, tag), first, tag);
    assert.deepEqual(await on(page, tag, hideParts), ['plot'], tag);
    assert.deepEqual(bench.errors, []);
  }
});

test('a figure begins with `state`; reset returns there, and links leave it out', async () => {
  const { page, close } = await open(
    `<pe-heatmap id="h" state="layout=concatenated,position=9" dim="32"></pe-heatmap>
    <pe-shift state="#pe1:shift/offset=7"></pe-shift>`,
  );
  await show(page, 'pe-heatmap');
  const first = await state(page, 'pe-heatmap');
  assert.deepEqual(
    [first.layout, first.position, first.dim, first.dimension],
    ['concatenated', 9, 32, 0],
  );
  assert.equal((await state(page, 'pe-shift')).offset, 7);
  await on(page, 'pe-heatmap', (figure) => {
    figure.setState({ position: 3, dim: 8 });
    figure.reset();
  });
  assert.deepEqual(await state(page, 'pe-heatmap'), first);
  await on(page, 'pe-heatmap', (figure) => {
    figure.setState({ position: 3 });
    figure.shadowRoot.querySelector('[data-act=link]').click();
  });
  await page.waitForFunction(() => location.hash);
  assert.equal(await page.evaluate(() => location.hash), '#pe1:h/position=3');
  await on(page, 'pe-heatmap', (figure) => {
    figure.state = 'position=5';
  });
  assert.deepEqual(
    await state(page, 'pe-heatmap'),
    { ...first, position: 5 },
    'as in a link, the rest is as it was first',
  );
  await close();
});

test('CSV has all digits and reads back, and the PNG is a picture', async () => {
  const { page, close } = await openPage(chromium, labFile);
  await show(page, 'pe-heatmap');
  const { csv, table, dim, png } = await page.evaluate(async () => {
    const figure = document.querySelector('pe-heatmap');
    const blob = await figure.toPNG({ scale: 2 });
    return {
      csv: figure.toCSV(),
      table: [...figure.model.table],
      dim: figure.state.dim,
      png: [blob.type, [...new Uint8Array(await blob.slice(0, 4).arrayBuffer())]],
    };
  });
  const read = csv
    .trim()
    .split('\n')
    .slice(1)
    .flatMap((line) => line.split(',').slice(1).map(Number));
  assert.deepEqual(read, table);
  assert.equal(csv.split('\n')[0].split(',').length, dim + 1);
  assert.deepEqual(png, ['image/png', [137, 80, 78, 71]]);
  await close();
});
