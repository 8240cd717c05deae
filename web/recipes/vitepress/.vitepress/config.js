/** VitePress. Run `npm install` and `npm run dev`. */
const isCustomElement = (tag) => tag.startsWith('pe-');

export default {
  title: 'Positions',
  vue: { template: { compilerOptions: { isCustomElement } } },
};
