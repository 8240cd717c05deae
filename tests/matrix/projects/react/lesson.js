import { StrictMode, createElement as h } from 'react';

const figure = h('pe-clocks', { dim: 64, position: 12 }, h('p', null, 'Until it runs'));
export const lesson = h(StrictMode, null, h('main', null, h('h1', null, 'Clocks'), figure));
