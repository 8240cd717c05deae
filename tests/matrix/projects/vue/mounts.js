import { createApp } from 'vue';
import 'posenc/figures';
import { Lesson } from './lesson.js';

// Without developer tools, Vue keeps all that it would tell them for its first three seconds.
globalThis.__VUE_DEVTOOLS_GLOBAL_HOOK__ = { emit() {} };

let app;
globalThis.mount = () => {
  app = createApp(Lesson);
  app.mount('#root');
};
globalThis.unmount = () => app.unmount();
globalThis.mount();
