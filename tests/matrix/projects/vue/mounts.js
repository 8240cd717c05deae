import { createApp } from 'vue';
import 'posenc/figures';
import { Lesson } from './lesson.js';

// For three seconds, Vue stores its messages to developer tools, unless this hook receives them.
globalThis.__VUE_DEVTOOLS_GLOBAL_HOOK__ = { emit() {} };

let app;
globalThis.mount = () => {
  app = createApp(Lesson);
  app.mount('#root');
};
globalThis.unmount = () => app.unmount();
globalThis.mount();
