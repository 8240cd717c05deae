/* global importScripts, posenc */
importScripts('/node_modules/posenc/dist/figures.iife.js');
postMessage(posenc.sinusoidal(2, 4)[4].toFixed(4));
