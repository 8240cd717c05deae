import { sinusoidal } from '/node_modules/posenc/dist/posenc.js';

globalThis.onmessage = ({ source }) => source.postMessage(sinusoidal(2, 4)[4].toFixed(4));
