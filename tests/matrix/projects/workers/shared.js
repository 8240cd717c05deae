import { sinusoidal } from '/node_modules/posenc/dist/posenc.js';

globalThis.onconnect = ({ ports: [port] }) => port.postMessage(sinusoidal(2, 4)[4].toFixed(4));
