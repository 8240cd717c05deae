/*
 * Measures differences between colours of the diverging scale by CIEDE2000. It does so for normal
 * colour vision and for three types of colour blindness (Machado 2009, full severity).
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  ROLES,
  STOPS,
  channels,
  colorOf,
  inkOn,
  palette,
} from '../../../web/figures/chassis/palette.js';

const VISIONS = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};
const linear = (byte) =>
  byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4;
const seen = (rgb, vision) =>
  VISIONS[vision].map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, part, at) => sum + part * linear(rgb[at]), 0),
      ),
    ),
  );
const luminance = (rgb) => {
  const [r, g, b] = rgb.map(linear);
  return 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
};
const contrast = (one, two) => {
  const [a, b] = [luminance(one), luminance(two)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
};

function lab([r, g, b]) {
  const f = (t) => (t > 216 / 24389 ? Math.cbrt(t) : ((24389 / 27) * t + 16) / 116);
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Returns the mean of two hues in degrees, on the shorter way round the circle. */
function meanHue(h1, h2) {
  const sum = h1 + h2;
  if (Math.abs(h1 - h2) <= 180) return sum / 2;
  return sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2;
}

/** Computes the colour difference CIEDE2000, as in Sharma, Wu and Dalal 2005. */
function deltaE([l1, a1, b1], [l2, a2, b2]) {
  const rad = Math.PI / 180;
  const seven = (c) => Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7));
  const g = 0.5 * (1 - seven((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [p1, p2] = [a1 * (1 + g), a2 * (1 + g)];
  const [c1, c2] = [Math.hypot(p1, b1), Math.hypot(p2, b2)];
  const hue = (a, b) => (a || b ? (Math.atan2(b, a) / rad + 360) % 360 : 0);
  const [h1, h2] = [hue(p1, b1), hue(p2, b2)];
  let dh = c1 * c2 ? h2 - h1 : 0;
  if (dh > 180) dh -= 360;
  if (dh < -180) dh += 360;
  const h = c1 * c2 ? meanHue(h1, h2) : h1 + h2;
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2];
  const t =
    1 -
    0.17 * Math.cos((h - 30) * rad) +
    0.24 * Math.cos(2 * h * rad) +
    0.32 * Math.cos((3 * h + 6) * rad) -
    0.2 * Math.cos((4 * h - 63) * rad);
  const dl = (l2 - l1) / (1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2));
  const dc = (c2 - c1) / (1 + 0.045 * c);
  const dhh = (2 * Math.sqrt(c1 * c2) * Math.sin((dh / 2) * rad)) / (1 + 0.015 * c * t);
  const turn = -2 * seven(c) * Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad);
  return Math.sqrt(dl * dl + dc * dc + dhh * dhh + turn * dc * dhh);
}

const at = (theme, value) => {
  const table = palette(theme, 1001);
  return [
    ...table.subarray(4 * Math.round((value + 1) * 500), 4 * Math.round((value + 1) * 500) + 3),
  ];
};

test('deltaE agrees with the published pairs', () => {
  for (const [one, two, wanted] of [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ])
    assert.ok(Math.abs(deltaE(one, two) - wanted) < 1e-4);
});

for (const theme of /** @type {const} */ (['light', 'dark'])) {
  test(`${theme}: plus and minus stay apart in every colour vision`, () => {
    for (const vision of Object.keys(VISIONS)) {
      let least = Infinity;
      for (let value = 0.2; value <= 1; value += 0.01)
        least = Math.min(
          least,
          deltaE(lab(seen(at(theme, value), vision)), lab(seen(at(theme, -value), vision))),
        );
      assert.ok(least >= 20, `${vision}: ${least}`);
    }
  });

  test(`${theme}: lightness changes in one direction per side, and the ends differ in grey`, () => {
    const lightness = (value) => lab(seen(at(theme, value), 'normal'))[0];
    const way = theme === 'light' ? -1 : 1;
    for (const side of [-1, 1]) {
      for (let step = 1; step <= 50; step++)
        assert.ok(
          (lightness((side * step) / 50) - lightness((side * (step - 1)) / 50)) * way > 0,
          `${side} ${step}`,
        );
    }
    assert.ok(lightness(1) - lightness(-1) > 15);
  });

  test(`${theme}: zero looks like the paper, and text on any colour has contrast`, () => {
    const paper = channels(theme === 'light' ? '#fcfbf8' : '#15161a');
    assert.ok(deltaE(lab(seen(at(theme, 0), 'normal')), lab(seen(paper, 'normal'))) < 5);
    for (let value = -1; value <= 1; value += 0.02) {
      const ink = channels(inkOn(value, theme));
      const ground = colorOf(value, theme).match(/\d+/g).map(Number);
      assert.ok(contrast(ink, ground) >= 4.5, `${value}: ${contrast(ink, ground)}`);
    }
  });
}

test('the colours you and other differ in every vision, and contrast with the paper', () => {
  for (const [paper, you, other] of [
    ['#fcfbf8', '#007a95', '#9c1150'],
    ['#15161a', '#3cd7f0', '#ff6f91'],
  ].map((row) => row.map(channels))) {
    for (const vision of Object.keys(VISIONS))
      assert.ok(deltaE(lab(seen(you, vision)), lab(seen(other, vision))) >= 20, vision);
    assert.ok(contrast(you, paper) >= 4.5 && contrast(other, paper) >= 4.5);
  }
});

test('the table contains the given stops, and the middle stop for zero', () => {
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    const table = palette(theme);
    assert.equal(table.length, 255 * 4);
    for (const [index, stop] of [
      [0, 0],
      [127, 5],
      [254, 10],
    ])
      assert.deepEqual(
        [...table.subarray(index * 4, index * 4 + 4)],
        [...channels(STOPS[theme][stop]), 255],
      );
  }
});

test('pages around figures have the colours of the palette', () => {
  for (const [path, least] of [
    ['lab/lab.css', 27],
    ['editor/page-style.js', 8],
  ]) {
    const text = readFileSync(new URL(`../../../web/${path}`, import.meta.url), 'utf8');
    const lists = text.match(/(?:--[\w-]+:\s*#[0-9a-f]{6};?\s*)+/g);
    let count = 0;
    lists.forEach((list, at) => {
      for (const [, role, color] of list.matchAll(/--(?:pe-)?(\w+):\s*(#\w+)/g)) {
        // The first list of colours is for the light theme. All others are for the dark theme.
        assert.equal(color, ROLES[role][at ? 1 : 0], `${role} in ${path}`);
        count++;
      }
    });
    assert.equal(count, least, path);
  }
});
