/**
 * Loads the script of the lab after the browser has drawn the page for the first time. The reader
 * then sees the text sooner, and no long task holds up the page.
 */
requestAnimationFrame(() =>
  setTimeout(() => {
    const script = document.createElement('script');
    script.src = 'lab.js';
    document.body.append(script);
  }),
);
