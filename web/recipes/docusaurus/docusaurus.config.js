/** Docusaurus. Run `npm install` and `npm run dev`. */
module.exports = {
  title: 'Positions',
  url: 'https://lesson.example',
  baseUrl: '/',
  presets: [['classic', { docs: false, blog: false }]],
  clientModules: ['./src/figures.js'],
};
