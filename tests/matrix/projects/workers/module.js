import { sinusoidal } from '/node_modules/posenc/dist/posenc.js';

postMessage(sinusoidal(2, 4)[4].toFixed(4));
