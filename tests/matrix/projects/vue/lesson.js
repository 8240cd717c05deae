import { h } from 'vue';

const figure = () => h('pe-clocks', { dim: 64, position: 12 }, h('p', 'Until it runs'));
export const Lesson = { render: () => h('main', [h('h1', 'Clocks'), figure()]) };
