/* Lets React take over the page after its figure has been drawn. */
import { hydrateRoot } from 'react-dom/client';
import { lesson } from './lesson.js';

await new Promise((done) => {
  document.addEventListener('pe-ready', done, { once: true });
  import('posenc/figures');
});
hydrateRoot(document.getElementById('root'), lesson);
