/**
 * Reads the public functions of the library: their types and doc comments, as data for the
 * reference. The compiler of TypeScript resolves the types.
 */
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../../..');
const web = join(root, 'web');

/**
 * The families of functions, in the order of the reference. `folders` are the folders of web/ whose
 * functions belong to the family. The last family has the functions of files directly in web/.
 */
export const FAMILIES = [
  { id: 'family-tables', title: 'Tables', folders: ['tables', 'angles'] },
  { id: 'family-rope', title: 'Rotary embeddings', folders: ['rope'] },
  { id: 'family-bias', title: 'Biases of scores', folders: ['bias'] },
  { id: 'family-attention', title: 'Attention', folders: ['attention'] },
  { id: 'family-inspect', title: 'Models and tables', folders: ['inspect'] },
  { id: 'family-doctor', title: 'Checks of ports', folders: ['doctor'] },
  { id: 'family-train', title: 'Training', folders: ['train'] },
  { id: 'family-files', title: 'Files', folders: ['files'] },
  { id: 'family-answers', title: 'Answers', folders: ['answers'] },
  { id: 'family-memory', title: 'Memory and kernels', folders: [''] },
];

/** The modules with public functions: their entries in the package, and their files in web/. */
const MODULES = {
  posenc: 'index.js',
  'posenc/doctor': 'doctor/index.js',
  'posenc/train': 'train/index.js',
  'posenc/files': 'files/index.js',
  'posenc/answers': 'answers/index.js',
};

/**
 * A parameter, an option, or a property of a result.
 * @typedef {object} Member
 * @property {string} name
 * @property {string} type
 * @property {boolean} optional
 * @property {string} text
 * @property {Member[]} members the options of an object, or the properties of a result
 */

/**
 * A public function, or the class of an error.
 * @typedef {object} Entry
 * @property {string} name
 * @property {string} module the module that exports it, such as 'posenc'
 * @property {string} family the id of its family
 * @property {string} file the path of its source
 * @property {string} text what it does
 * @property {Member[]} parameters
 * @property {Member | null} result null for a class
 * @property {{type: string, text: string}[]} errors
 * @property {string} source the publications that define it; '' if there are none
 * @property {string} example '' if there is none
 */

/** A named type that the reference uses. @typedef {{name: string, text: string, type: string,
 *   members: Member[]}} NamedType */

const FORMAT = ts.TypeFormatFlags.NoTruncation;

/** Removes the parts of a type that do not help a reader of the reference. @param {string} text */
const plain = (text) =>
  text
    .replace(/import\("[^"]*"\)\./g, '')
    .replace(/<ArrayBuffer(Like)?>/g, '')
    .replaceAll('"', "'");

/** The last lines of a doc comment, which name the publications. */
const SOURCE = /(?:^|\n)Sources?: ([^]*)/;

/** @param {ts.Node | undefined} node */
const isOurs = (node) => !!node && node.getSourceFile().fileName.startsWith(web);

/** Reads the functions and types of one program. */
class Reader {
  constructor() {
    const { config } = ts.readConfigFile(join(web, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, web);
    const files = Object.values(MODULES).map((file) => join(web, file));
    this.program = ts.createProgram(files, { ...options, noEmit: true });
    this.checker = this.program.getTypeChecker();
    this.aliases = this.findAliases();
  }

  /** Finds the named types of all sources. It leaves out names that only repeat another type. */
  findAliases() {
    const aliases = new Map();
    for (const file of this.program.getSourceFiles()) {
      const module = isOurs(file) && this.checker.getSymbolAtLocation(file);
      for (const symbol of module ? this.checker.getExportsOfModule(module) : []) {
        const type = symbol.declarations?.[0];
        if (!type || !ts.isJSDocTypedefTag(type) || aliases.has(symbol.name)) continue;
        const definition = type.typeExpression;
        const repeats =
          definition &&
          ts.isJSDocTypeExpression(definition) &&
          ts.isImportTypeNode(definition.type);
        if (!repeats) aliases.set(symbol.name, symbol);
      }
    }
    return aliases;
  }

  /** @param {ts.Symbol} symbol */
  textOf(symbol) {
    return ts.displayPartsToString(symbol.getDocumentationComment(this.checker));
  }

  /**
   * Writes a type. A type parameter is written as the type that constrains it. In a type such as
   * `ArrayOf<D>`, `D` is written as `dtype`.
   * @param {ts.Type} type
   * @param {number} flags
   */
  typeText(type, flags = 0) {
    const { checker } = this;
    const free = type.flags & ts.TypeFlags.TypeParameter && checker.getBaseConstraintOfType(type);
    const written = checker.typeToString(free || type, undefined, FORMAT | flags);
    return plain(written).replace(/\bD\b/g, 'dtype');
  }

  /** Returns the type of an optional member without `undefined`. @param {ts.Type} type */
  optionalTypeText(type) {
    const parts = type.isUnion() ? type.types : [type];
    const [first, ...others] = parts.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const only = first && !others.length ? first : type;
    return this.typeText(only).replace(' | undefined', '');
  }

  /**
   * Returns whether all properties of a type are declared in web/, as the properties of options
   * are.
   */
  isRecord(type) {
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection))) return false;
    const properties = this.checker.getPropertiesOfType(type);
    return (
      properties.length > 0 && properties.every(({ declarations }) => isOurs(declarations?.[0]))
    );
  }

  /**
   * Returns the public properties of a type. A property of type undefined only says to the compiler
   * that it is never there.
   * @param {ts.Type} type
   * @returns {Member[]}
   */
  membersOf(type) {
    const known = this.checker.getNonNullableType(type);
    if (!this.isRecord(known)) return [];
    return this.checker
      .getPropertiesOfType(known)
      .filter(({ name }) => !name.includes('#'))
      .map((symbol) => this.member(symbol))
      .filter(({ type }) => type !== 'undefined');
  }

  /** @param {ts.Symbol} symbol @returns {Member} */
  member(symbol) {
    return {
      name: symbol.name,
      type: this.optionalTypeText(this.checker.getTypeOfSymbol(symbol)),
      optional: !!(symbol.flags & ts.SymbolFlags.Optional),
      text: this.textOf(symbol),
      members: [],
    };
  }

  /** @param {ts.Symbol} symbol @param {ts.Declaration} at @returns {Member} */
  parameter(symbol, at) {
    const type = this.checker.getTypeOfSymbolAtLocation(symbol, at);
    const declaration = /** @type {ts.ParameterDeclaration} */ (symbol.valueDeclaration);
    const members = this.membersOf(type);
    return {
      name: symbol.name,
      type: members.length ? 'object' : this.optionalTypeText(type),
      optional: this.checker.isOptionalParameter(declaration),
      text: shareText(this.textOf(symbol), members),
      members,
    };
  }

  /** @param {ts.Signature} signature @param {string} text @returns {Member} */
  result(signature, text) {
    const type = signature.getReturnType();
    const members = this.membersOf(type);
    return { name: '', type: this.typeText(type), optional: false, text, members };
  }

  /** @param {ts.Symbol} exported @param {string} module @returns {Entry} */
  entry(exported, module) {
    const { checker } = this;
    const symbol = checker.getAliasedSymbol(exported);
    const declaration = /** @type {ts.Declaration} */ (symbol.valueDeclaration);
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
    const tags = ts.getJSDocTags(declaration);
    const named = (name) => tags.filter(({ tagName }) => tagName.text === name);
    const comment = (tag) => ts.getTextOfJSDocComment(tag?.comment) ?? '';
    const file = relative(root, declaration.getSourceFile().fileName);
    const withoutSource = (tag) => comment(tag).replace(SOURCE, '');
    const [source = ''] = tags.flatMap((tag) => SOURCE.exec(comment(tag))?.[1] ?? []);
    return {
      name: exported.name,
      module,
      family: familyOf(file),
      file,
      text: this.textOf(symbol),
      parameters: signature?.parameters.map((each) => this.parameter(each, declaration)) ?? [],
      result: signature ? this.result(signature, withoutSource(named('returns')[0])) : null,
      errors: named('throws').map((tag) => ({
        type: tag.typeExpression?.type.getText() ?? '',
        text: withoutSource(tag),
      })),
      source,
      example: comment(named('example')[0]),
    };
  }

  /**
   * Reads the functions of one module.
   * @param {string} module
   * @param {string} file
   * @returns {Entry[]}
   */
  entriesOf(module, file) {
    const source = this.program.getSourceFile(join(web, file));
    const exporter = source && this.checker.getSymbolAtLocation(source);
    if (!exporter) throw new Error(`web/${file}: expected a module`);
    // An entry re-exports functions that other files define. Its own definitions are only types.
    return this.checker
      .getExportsOfModule(exporter)
      .filter(({ flags }) => flags & ts.SymbolFlags.Alias)
      .map((symbol) => this.entry(symbol, module));
  }

  /** @returns {Entry[]} */
  entries() {
    return Object.entries(MODULES).flatMap(([module, file]) => this.entriesOf(module, file));
  }

  /** @param {string} name @returns {NamedType} */
  namedType(name) {
    const symbol = this.aliases.get(name);
    const type = this.checker.getDeclaredTypeOfSymbol(symbol);
    const members = this.membersOf(type);
    const written = this.typeText(type, ts.TypeFormatFlags.InTypeAlias);
    return { name, text: this.textOf(symbol), type: members.length ? 'object' : written, members };
  }
}

/**
 * Gives options their parts of a text such as `base: at least 1; start: default 0`. Returns the
 * rest of the text.
 * @param {string} text
 * @param {Member[]} options
 */
function shareText(text, options) {
  const rest = [];
  let current;
  for (const part of text.split('; ')) {
    const [, name, own = ''] = /^(\w+): ([^]*)/.exec(part) ?? [];
    const option = options.find((each) => each.name === name && !each.text);
    if (option) {
      option.text = own;
      current = option;
    } else if (current) current.text += `; ${part}`;
    else rest.push(part);
  }
  return rest.join('; ');
}

/** @param {string} file */
function familyOf(file) {
  const folder = file.split('/').slice(1, -1).join('/');
  const family = FAMILIES.find(({ folders }) => folders.includes(folder));
  if (!family) throw new Error(`${file}: expected a folder that FAMILIES in api.js lists`);
  return family.id;
}

/** Returns the types of a member and of all members below it. @param {Member} member */
const typesIn = ({ type, members }) => [type, ...members.flatMap(typesIn)];

/**
 * Reads all public functions, and the named types that they mention.
 * @returns {{entries: Entry[], types: NamedType[]}}
 */
export function readApi() {
  const reader = new Reader();
  const entries = reader.entries();
  /** @type {Map<string, NamedType>} */
  const types = new Map();
  const visit = (/** @type {string} */ text) => {
    for (const name of text.match(/\b[A-Z]\w+/g) ?? []) {
      if (types.has(name) || !reader.aliases.has(name)) continue;
      const type = reader.namedType(name);
      types.set(name, type);
      [type.type, ...type.members.flatMap(typesIn)].forEach(visit);
    }
  };
  for (const { parameters, result } of entries)
    [...parameters, ...(result ? [result] : [])].flatMap(typesIn).forEach(visit);
  return { entries, types: [...types.values()].sort((a, b) => (a.name < b.name ? -1 : 1)) };
}
