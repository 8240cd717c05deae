import { createRoot } from 'react-dom/client';
import 'posenc/figures';
import { lesson } from './lesson.js';

let root;
globalThis.mount = () => {
  root = createRoot(document.getElementById('root'));
  root.render(lesson);
};
globalThis.unmount = () => root.unmount();
globalThis.mount();
