import DefaultTheme from 'vitepress/theme';

export default {
  extends: DefaultTheme,
  /** Loads the figures in the browser. The server writes only their tags. */
  enhanceApp() {
    if (!import.meta.env.SSR) import('posenc/figures');
  },
};
