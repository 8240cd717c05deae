import { defineNuxtPlugin } from 'nuxt/app';

/** Loads the figures in the browser. The server writes only their tags. */
export default defineNuxtPlugin(() => {
  import('posenc/figures');
});
