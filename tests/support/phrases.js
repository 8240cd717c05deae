/* Finds, in the code of the library, the sentences that a reader of a page may see. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './browsers.js';

/** The folders whose notes, findings and errors pe-doctor and pe-stretch show. */
const FOLDERS = ['doctor', 'inspect', 'findings', 'checkup', 'files'];

/**
 * Files whose phrases are not collected. Their texts are translated in another way, or belong to
 * test vectors.
 */
const OTHERS = ['words.js', 'style.js', 'generator.js', 'golden.js', 'readers.js', 'write.js'];

/** Functions that throw errors. Their arguments are parts of a sentence. */
const REFUSING = ['refuseFile', 'refuse', 'refuseKind', 'integer', 'readJson', 'entriesOf'];

/** Returns a string or a template as text, with {} for each value; undefined if it is neither. */
function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken)
    return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : (left ?? '{}') + (right ?? '{}');
}

/** Returns whether a text is a whole sentence with words. */
const isSentence = (text) => /^[A-Z0-9{a].* .*[.?:]$/s.test(text) && /[a-z]{3}/.test(text);

/** Returns whether a part of an error message has words, and not only names. */
const hasWords = (text) => /^([a-z]{1,}|\{\}) .*[a-z]{2,}/.test(text) || /^[a-z]+ \{\}/.test(text);

/**
 * Returns whether a node is an argument of a function that throws, or the value of a property
 * `says`.
 */
function isRefused(node) {
  const { parent } = node;
  if (ts.isPropertyAssignment(parent)) return parent.name.getText() === 'says';
  if (ts.isConditionalExpression(parent)) return isRefused(parent);
  if (!ts.isCallExpression(parent) && !ts.isNewExpression(parent)) return false;
  const name = parent.expression.getText().replace('check.', '');
  return REFUSING.includes(name) || name.endsWith('Error');
}

/**
 * Returns the sentences of a program, and the parts of its error messages. In a module that reads
 * files, every text with words counts as a part of an error message.
 */
function phrasesOf(source, isReader) {
  const found = [];
  const visit = (node) => {
    const text = textOf(node);
    if (text === undefined) ts.forEachChild(node, visit);
    else if (isSentence(text) || ((isReader || isRefused(node)) && hasWords(text)))
      found.push(text);
  };
  visit(ts.createSourceFile('x.js', source, ts.ScriptTarget.Latest, true));
  return found;
}

/** Values that occur in sentences of findings. */
const VALUES = [
  'all elements',
  'all elements that were read',
  'all but {} of the elements',
  '{} of the elements',
  'neighbours, 2i and 2i + 1',
  'neighbours in the weights, and in two halves after the rotation',
  'i and i + {}',
  'a table [length, dim] or a bias [heads, queries, keys]',
  'pairs and elements',
  'pairs',
  'columns',
  'positions {} to {}',
  'position {}',
  'the given positions',
  'half',
  'interleaved',
  'concatenated',
];

/** Parts of error messages about numbers, words and shapes. They also occur outside of findings. */
const CHECKS = [
  '{}: expected {}, got {}.',
  '{} of {}: expected {}, got {}.',
  'an integer',
  'an integer of at least {}',
  'an even number',
  'an even number of at least {}',
  'an even number from {} to {}',
  'a number',
  'a finite number',
  'a finite number of at least {}',
  'a finite number of at least {} and at most {}',
  'true or false',
  'an array',
  'an array of numbers',
  '"{}" or "{}"',
  '"{}" or "{}" or "{}"',
  'a known model type',
  'a known model type (did you mean {}?)',
  'the shape [{}] of {}',
  '{} of length {}',
];

/** Returns the phrases of a folder of web/, in the order of the code. */
function phrasesIn(folder) {
  const names = readdirSync(join(root, 'web', folder))
    .filter((name) => name.endsWith('.js') && !OTHERS.includes(name))
    .sort();
  return names.flatMap((name) =>
    phrasesOf(readFileSync(join(root, 'web', folder, name), 'utf8'), folder === 'files'),
  );
}

/**
 * Returns the phrases that a language translates. `errors` has the phrases about arguments and
 * configs, and `findings` has all other phrases.
 */
export function phrases() {
  const configs = phrasesIn('inspect').filter((phrase) => !isSentence(phrase));
  const errors = new Set([...CHECKS, ...configs]);
  const all = [...VALUES, ...FOLDERS.flatMap(phrasesIn)];
  const findings = new Set(all.filter((phrase) => !errors.has(phrase)));
  return { errors: [...errors], findings: [...findings] };
}
