/** Docusaurus. Run `npm install` and `npm run dev`. */
module.exports = {
  title: 'Positions',
  url: 'https://lesson.example',
  baseUrl: '/',
  presets: [['classic', { docs: false, blog: false }]],
  // The figures load in the browser. The server writes only their tags.
  clientModules: ['posenc/figures'],
};
