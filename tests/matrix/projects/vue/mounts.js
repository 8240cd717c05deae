import { createApp } from 'vue';
import 'posenc/figures';
import { Lesson } from './lesson.js';

let app;
globalThis.mount = () => {
  app = createApp(Lesson);
  app.mount('#root');
};
globalThis.unmount = () => app.unmount();
globalThis.mount();
