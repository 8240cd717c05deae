/* Reads programs as text: finds their code without comments and strings, and what they import. */
import { dirname, join, normalize } from 'node:path';

/**
 * Matches code after which a slash begins a regular expression. After other code, a slash means
 * division.
 */
const BEFORE_PATTERN = /(^|[([{,;:=!&|?+*%<>~^-]|=>|\breturn|\btypeof)\s*$/;

/** Reads a program once from start to end, and collects its code without comments and strings. */
class Reader {
  constructor(source) {
    this.source = source;
    this.at = 0;
    this.code = '';
    /** The texts of the strings and templates that were read so far. */
    this.strings = [];
  }

  /** Skips a string that ends with this quote. */
  skipString(quote) {
    const { source } = this;
    const begin = ++this.at;
    while (this.at < source.length && source[this.at] !== quote && source[this.at] !== '\n') {
      if (source[this.at] === '\\') this.at++;
      this.at++;
    }
    this.strings.push(source.slice(begin, this.at));
    this.at++;
    this.code += "''";
  }

  /**
   * Skips a regular expression. A slash that begins no regular expression is copied to the code.
   */
  skipPattern() {
    const { source } = this;
    const begin = this.at++;
    let inSet = false;
    for (; ; this.at++) {
      const sign = source[this.at];
      if (sign === undefined || sign === '\n') {
        this.at = begin + 1;
        this.code += '/';
        return;
      }
      if (sign === '\\') this.at++;
      else if (sign === '[') inSet = true;
      else if (sign === ']') inSet = false;
      else if (sign === '/' && !inSet) break;
    }
    this.at++;
    this.code += '/ /';
  }

  /** Skips the text of a template string, and reads the code in its ${}. */
  readTemplate() {
    const { source } = this;
    this.code += '`';
    let begin = ++this.at;
    while (this.at < source.length && source[this.at] !== '`') {
      if (source.startsWith('${', this.at)) {
        this.strings.push(source.slice(begin, this.at));
        this.at += 2;
        this.code += '${';
        this.readUntil('}');
        this.code += '}';
        begin = this.at + 1;
      } else if (source[this.at] === '\\') this.at++;
      this.at++;
    }
    this.strings.push(source.slice(begin, this.at));
    this.at++;
    this.code += '`';
  }

  skipBlockComment() {
    this.at = this.source.indexOf('*/', this.at) + 2;
    this.code += ' ';
  }

  skipLineComment() {
    const end = this.source.indexOf('\n', this.at);
    this.at = end < 0 ? this.source.length : end;
  }

  /** Reads code up to this character, or to the end if the character does not occur. */
  readUntil(end) {
    const { source } = this;
    for (let depth = 0; this.at < source.length;) {
      const sign = source[this.at];
      if (sign === end && !depth) return;
      if (source.startsWith('/*', this.at)) this.skipBlockComment();
      else if (source.startsWith('//', this.at)) this.skipLineComment();
      else if (sign === '"' || sign === "'") this.skipString(sign);
      else if (sign === '`') this.readTemplate();
      else if (sign === '/' && BEFORE_PATTERN.test(this.code.slice(-20))) this.skipPattern();
      else {
        if (end && sign === '{') depth++;
        if (end && sign === '}') depth--;
        this.code += sign;
        this.at++;
      }
    }
  }
}

/** Returns the code of a program without comments and without the text of its strings. */
export function codeOf(source) {
  const reader = new Reader(source);
  reader.readUntil('');
  return reader.code;
}

/**
 * Returns the texts of all strings of a program. For a template, it returns the pieces between its
 * ${}.
 */
export function stringsOf(source) {
  const reader = new Reader(source);
  reader.readUntil('');
  return reader.strings;
}

/** Matches an import. A path with ${} does not match: it is in a template, which is only a text. */
const IMPORT = /(?:(?<!['"])\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n$]+)\1/g;

/** Returns what a file imports, or exports from other files: paths from the root, or bare names. */
export function importsOf(name, source) {
  const found = source.replace(/\/\*[^]*?\*\//g, '').matchAll(IMPORT);
  return [...found].map(([, , from]) =>
    from.startsWith('.') ? normalize(join(dirname(name), from)) : from,
  );
}
