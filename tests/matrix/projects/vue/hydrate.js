/* Lets Vue take over the page after its figure has been drawn. */
import { createSSRApp } from 'vue';
import { Lesson } from './lesson.js';

await new Promise((done) => {
  document.addEventListener('pe-ready', done, { once: true });
  import('posenc/figures');
});
createSSRApp(Lesson).mount('#root');
