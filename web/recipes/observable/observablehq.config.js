/** Observable Framework. Run `npm install` and `npm run dev`. */
export default {
  title: 'Positions',
  // Without this line, pages load fonts from another host.
  globalStylesheets: [],
};
