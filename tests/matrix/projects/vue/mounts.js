import { createApp } from 'vue';
import 'posenc/figures';
import { Lesson } from './lesson.js';

// Vue stores messages for developer tools for three seconds, and the messages contain removed apps.
// This hook receives the messages, so Vue stores none.
globalThis.__VUE_DEVTOOLS_GLOBAL_HOOK__ = { emit() {} };

let app;
globalThis.mount = () => {
  app = createApp(Lesson);
  app.mount('#root');
};
globalThis.unmount = () => app.unmount();
globalThis.mount();
