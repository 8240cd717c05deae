/** The lint rules of this project: short functions, shallow nesting, one name per declaration. */
import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import globals from 'globals';

/** Names of constants whose values are tables. */
const TABLE = /^[A-Z][A-Z\d_]*$/;

/** Whether a name belongs to a table: an object that was just made, or a constant in capitals. */
function isTable(name, scope) {
  for (let at = scope; at; at = at.upper) {
    const init = at.set.get(name)?.defs[0]?.node.init;
    if (init)
      return (
        init.type === 'ObjectExpression' || (init.type !== 'ArrayExpression' && TABLE.test(name))
      );
  }
  return TABLE.test(name);
}

/**
 * Refuses to look a name up in an object where the name may be missing: with `??`, `?.` or `in`.
 * Such a name may come from a file, an address or a page, and every object has a `constructor`. A
 * Map and Object.hasOwn know only own names.
 */
const ownNames = {
  create: (context) => ({
    MemberExpression(node) {
      const { parent, object, property } = node;
      if (!node.computed || object.type !== 'Identifier' || property.type !== 'Identifier') return;
      const isMissing =
        (['??', '??='].includes(parent.operator) && parent.left === node) ||
        (parent.optional && [parent.object, parent.callee].includes(node));
      if (isMissing && isTable(object.name, context.sourceCode.getScope(node)))
        context.report({ node, message: 'Use a Map or Object.hasOwn: the name may be any.' });
    },
    "BinaryExpression[operator='in']"(node) {
      if (!['Literal', 'PrivateIdentifier'].includes(node.left.type))
        context.report({ node, message: 'Use Object.hasOwn: the name may be any.' });
    },
  }),
};

export default [
  {
    ignores: [
      'dist/',
      'web/kernels.js',
      'web/kernels-scalar.js',
      'web/train/kernels.js',
      'web/train/kernels-scalar.js',
      'web/figures/chassis/style-text.js',
    ],
  },
  js.configs.recommended,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-depth': ['error', 4],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: false, skipComments: false }],
      'no-nested-ternary': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrors: 'none' }],
      'no-var': 'error',
      'object-shorthand': 'error',
      'one-var': ['error', 'never'],
      'prefer-const': ['error', { destructuring: 'all' }],
    },
  },
  {
    files: ['web/**'],
    // inspect/ asks configs, and check.js asks options, for names that stand in the code.
    ignores: ['web/inspect/**', 'web/check.js', 'web/build/**', 'web/site/**'],
    plugins: { posenc: { rules: { 'own-names': ownNames } } },
    rules: { 'posenc/own-names': 'error' },
  },
  {
    files: ['web/**'],
    // The build reads only files of the project.
    ignores: ['web/build/**'],
    plugins: { regexp },
    // These refuse expressions that take more than linear time for some text.
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
];
