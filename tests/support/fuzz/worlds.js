/*
 * Makes the values of a call from recipes, which are plain data. Each recipe gives two values. One
 * value is hostile: for example, it has getters or is on shared memory. The other value is its
 * plain twin. A world contains what belongs to one call: its arrays, and what its getters did.
 */
import vm from 'node:vm';
import * as posenc from '../../../web/index.js';

const realm = vm.createContext({});
const foreign = (code) => vm.runInContext(code, realm);

const CLASSES = Object.fromEntries(
  [
    Float32Array,
    Float64Array,
    Int8Array,
    Int16Array,
    Int32Array,
    Uint8Array,
    Uint8ClampedArray,
    Uint16Array,
    Uint32Array,
    BigInt64Array,
    BigUint64Array,
  ].map((Kind) => [Kind.name, Kind]),
);

/** The error that getters and proxies throw. */
export class Thrown extends Error {}
const fail = () => {
  throw new Thrown('thrown by the caller');
};

/** The number of elements before and after each view, which show writes outside of the view. */
const GUARD = 4;

/**
 * The prototype of all typed arrays. Its getters work even if the class of an array overrides them.
 */
const prototype = Object.getPrototypeOf(Float32Array.prototype);
const read = (name) => (array) => Object.getOwnPropertyDescriptor(prototype, name).get.call(array);
const bufferOf = read('buffer');
const offsetOf = read('byteOffset');
const bytesOf = read('byteLength');
export const tagOf = read(Symbol.toStringTag);

/** Returns the bytes of a typed array. A detached array has none. */
export function bytesIn(array) {
  return bytesOf(array)
    ? Buffer.from(Buffer.from(bufferOf(array), offsetOf(array), bytesOf(array)))
    : Buffer.alloc(0);
}

const MAKERS = {
  plain: (Kind, values) => Kind.from(values),
  part: (Kind, values) => {
    const whole = new Kind(values.length + 2 * GUARD);
    const part = whole.subarray(GUARD, GUARD + values.length);
    part.set(values);
    return part;
  },
  shared: (Kind, values) => {
    const array = new Kind(new SharedArrayBuffer(values.length * Kind.BYTES_PER_ELEMENT));
    array.set(values);
    return array;
  },
  /** A subclass whose constructor has other parameters. */
  matrix: (Kind, values) => {
    class Matrix extends Kind {
      constructor(rows, columns) {
        super(rows * columns);
      }
    }
    const array = new Matrix(values.length, 1);
    array.set(values);
    return array;
  },
  species: (Kind, values) => {
    class Odd extends Kind {
      static get [Symbol.species]() {
        return Uint8Array;
      }
    }
    const array = new Odd(values.length);
    array.set(values);
    return array;
  },
  methods: (Kind, values) => {
    class Broken extends Kind {
      subarray() {
        return fail();
      }
      set() {
        return fail();
      }
      slice() {
        return fail();
      }
      [Symbol.iterator]() {
        return fail();
      }
      get buffer() {
        return fail();
      }
      get byteOffset() {
        return 999;
      }
      get byteLength() {
        return 1e9;
      }
      get BYTES_PER_ELEMENT() {
        return 1;
      }
      get [Symbol.toStringTag]() {
        return 'Array';
      }
    }
    const array = new Broken(values.length);
    prototype.set.call(array, values);
    return array;
  },
  length: (Kind, values) => {
    const array = Kind.from(values);
    return Object.defineProperty(array, 'length', { get: () => values.length + 7 });
  },
  constructor: (Kind, values) =>
    Object.defineProperty(Kind.from(values), 'constructor', { value: fail }),
  properties: (Kind, values) =>
    Object.defineProperties(Kind.from(values), {
      buffer: { value: new ArrayBuffer(8) },
      subarray: { value: fail },
      byteOffset: { value: 4 },
    }),
  realm: (Kind, values) => {
    const array = new (foreign(Kind.name))(values.length);
    array.set(values);
    return array;
  },
  resizable: (Kind, values) => {
    const bytes = values.length * Kind.BYTES_PER_ELEMENT;
    const buffer = new ArrayBuffer(bytes, { maxByteLength: bytes + 64 });
    const array = new Kind(buffer, 0, values.length);
    array.set(values);
    return array;
  },
  tracking: (Kind, values) => {
    const bytes = values.length * Kind.BYTES_PER_ELEMENT;
    const array = new Kind(new ArrayBuffer(bytes, { maxByteLength: bytes + 64 }));
    array.set(values);
    return array;
  },
  arena: (Kind, values) => {
    const name = Kind.name.slice(0, -5).toLowerCase();
    if (!arena[name] || --room < 0) return Kind.from(values);
    const array = arena[name](values.length);
    array.set(values);
    return array;
  },
  outOfBounds: (Kind, values) => {
    const bytes = (values.length || 1) * Kind.BYTES_PER_ELEMENT;
    const buffer = new ArrayBuffer(bytes, { maxByteLength: bytes });
    const array = new Kind(buffer, 0, values.length || 1);
    buffer.resize(0);
    return array;
  },
  detached: (Kind, values) => {
    const array = Kind.from(values);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    return array;
  },
  proxy: (Kind, values) => new Proxy(Kind.from(values), {}),
  revoked: (Kind, values) => {
    const { proxy, revoke } = Proxy.revocable(Kind.from(values), {});
    revoke();
    return proxy;
  },
  imposter: (Kind) => Object.create(Kind.prototype),
  heir: (Kind, values) => Object.create(Kind.from(values)),
};

/** The forms of typed arrays. No form before 'outOfBounds' is a reason for a refusal. */
export const ARRAY_FORMS = Object.keys(MAKERS);
export const HARMLESS_ARRAYS = ARRAY_FORMS.slice(0, ARRAY_FORMS.indexOf('outOfBounds'));

/** An arena for many calls. A new arena replaces it when it is nearly full. */
let arena = posenc.createArena(1 << 20);
let room = 2000;
export function renewArena() {
  if (room > 1000) return;
  arena = posenc.createArena(1 << 20);
  room = 2000;
}

const LISTS = {
  plain: (values) => values,
  frozen: (values) => Object.freeze(values),
  subclass: (values) => {
    class List extends Array {
      constructor() {
        super();
      }
      static get [Symbol.species]() {
        return fail();
      }
      [Symbol.iterator]() {
        return fail();
      }
      map() {
        return fail();
      }
    }
    const list = new List();
    values.forEach((value, i) => (list[i] = value));
    return list;
  },
  realm: (values) => {
    const list = foreign('[]');
    values.forEach((value, i) => (list[i] = value));
    return list;
  },
  proxy: (values) => new Proxy(values, {}),
  /** Each element has a different value when it is read again. */
  changing: (values) => {
    const seen = new Set();
    const get = (target, name) => {
      const again = seen.has(name);
      seen.add(name);
      return again && typeof target[name] === 'number' && name !== 'length' ? NaN : target[name];
    };
    return new Proxy(values, { get });
  },
  getter: (values) => {
    let reads = 0;
    const first = values[0];
    const get = () => (reads++ ? 'again' : first);
    return values.length ? Object.defineProperty(values, 0, { get }) : values;
  },
  throws: (values) =>
    values.length
      ? Object.defineProperty(values, values.length - 1, { get: fail })
      : new Proxy(values, { get: fail }),
  noLength: (values) =>
    new Proxy(values, { get: (target, name) => (name === 'length' ? fail() : target[name]) }),
  revoked: (values) => {
    const { proxy, revoke } = Proxy.revocable(values, {});
    revoke();
    return proxy;
  },
  sparse: (values) => {
    delete values[values.length - 1];
    return values;
  },
  huge: (values) => Object.assign(values, { length: 2 ** 32 - 1 }),
  like: (values) => ({ ...values, length: values.length }),
};
/** The forms whose numbers a test can read without running a getter. */
const WATCHED = ['plain', 'frozen', 'proxy', 'changing'];
export const LIST_FORMS = Object.keys(LISTS);
export const HARMLESS_LISTS = ['plain', 'frozen', 'subclass', 'realm', 'proxy', 'changing'];

const accessors = (entries, get) =>
  Object.fromEntries(
    Object.keys(entries).map((name) => [
      name,
      { get: () => get(name), enumerable: true, configurable: true },
    ]),
  );
const classOf = (entries) => {
  class Options {}
  Object.defineProperties(
    Options.prototype,
    accessors(entries, (name) => entries[name]),
  );
  return new Options();
};

/** Copies properties to an object. It does not run getters. */
const onto = (object, entries) =>
  Object.defineProperties(object, Object.getOwnPropertyDescriptors(entries));

const OBJECTS = {
  plain: (entries) => entries,
  bare: (entries) => onto(Object.create(null), entries),
  class: classOf,
  inherited: (entries) => Object.create(entries),
  half: (entries) => {
    const own = onto({}, entries);
    for (const name of Object.keys(entries).slice(1)) delete own[name];
    return onto(Object.create(entries), own);
  },
  frozen: (entries) => Object.freeze(entries),
  realm: (entries) => onto(foreign('({})'), entries),
  proxy: (entries) => new Proxy(entries, {}),
  symbols: (entries) => onto({ [Symbol('more')]: 1 }, entries),
  hidden: (entries) => Object.defineProperty(entries, 'more', { value: 1 }),
  /** Each property has a different value when it is read again. */
  changing: (entries) => {
    const seen = new Set();
    const get = (name) => {
      const again = seen.has(name);
      seen.add(name);
      return again ? 'again' : entries[name];
    };
    return Object.defineProperties({}, accessors(entries, get));
  },
  throws: (entries) => Object.defineProperties({}, accessors(entries, fail)),
  noKeys: (entries) => new Proxy(entries, { ownKeys: fail }),
  noDescriptors: (entries) => new Proxy(entries, { getOwnPropertyDescriptor: fail }),
  noPrototype: (entries) => new Proxy(entries, { getPrototypeOf: fail }),
  revoked: (entries) => {
    const { proxy, revoke } = Proxy.revocable(entries, {});
    revoke();
    return proxy;
  },
  function: (entries) => onto(() => 0, entries),
  array: (entries) => [entries],
  boxed: (entries) => onto(Object(1), entries),
  unknown: (entries) => onto({ lenght: 1 }, entries),
  undefinedMore: (entries) => onto({ lenght: undefined }, entries),
};
/** The forms that contain further properties, also in the plain twin. */
const OTHERS = ['unknown', 'undefinedMore'];
export const OBJECT_FORMS = Object.keys(OBJECTS);
/** The forms that are not a reason for a refusal. */
export const HARMLESS_OBJECTS = OBJECT_FORMS.slice(0, OBJECT_FORMS.indexOf('throws'));

/** Values that are wrong nearly everywhere. Each is a function, so that each use is a new value. */
const ODD = {
  undefined: () => undefined,
  null: () => null,
  true: () => true,
  text: () => '4',
  empty: () => '',
  long: () => 'x'.repeat(1000),
  proto: () => '__proto__',
  toString: () => 'toString',
  bigint: () => 4n,
  longBigint: () => 10n ** 100n,
  symbol: () => Symbol('4'),
  function: () => () => 4,
  proxyFunction: () => new Proxy(() => 4, { apply: fail, get: fail }),
  object: () => ({}),
  bare: () => Object.create(null),
  array: () => [],
  nested: () => [[1, 2], [3]],
  date: () => new Date(0),
  map: () => new Map([[1, 2]]),
  boxed: () => Object(4),
  boxedText: () => Object('half'),
  valueOf: () => ({ valueOf: fail, toString: fail }),
  primitive: () => ({ [Symbol.toPrimitive]: fail }),
  revoked: () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  revokedArray: () => {
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    return proxy;
  },
  throwing: () =>
    new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, set: fail }),
  huge: () => new Array(2 ** 32 - 1),
  sparse: () => new Array(5),
  cyclic: () => {
    const list = [];
    list.push(list);
    return list;
  },
  cycle: () => {
    const object = {};
    object.text_config = object;
    object.rope_scaling = object;
    return object;
  },
  view: () => new DataView(new ArrayBuffer(16)),
  buffer: () => new ArrayBuffer(16),
  promise: () => ({ then: fail }),
  module: () => Object.create(WebAssembly.Module.prototype),
  imposter: () => Object.create(Float32Array.prototype),
  tagged: () => ({ [Symbol.toStringTag]: 'Float32Array', length: 4 }),
};
export const ODD_NAMES = Object.keys(ODD);

/**
 * Deep objects by depth and name. They are kept, because making such an object takes longer than a
 * call with it.
 */
const DEEP = new Map();

/** Returns nested objects. Each object contains the next object as a property with this name. */
function deepObject({ depth, name }) {
  const key = `${depth} ${name}`;
  if (!DEEP.has(key)) {
    let value = {};
    for (let i = 0; i < depth; i++) value = { [name]: value };
    DEEP.set(key, value);
  }
  return DEEP.get(key);
}

/** Everything that belongs to one call: its values, and what its getters did to its arrays. */
export class World {
  /** The typed arrays of the call, in the order in which they are made. */
  arrays = [];
  /**
   * The arrays that getters changed while the call read its arguments, each with its bytes
   * afterwards.
   */
  acts = [];

  /**
   * @param {boolean} hostile whether values have their hostile forms
   * @param {{index: number, bytes: Buffer}} [act] for a twin: an element of `acts` of the hostile
   *   call. The array number `index` of the twin is made with these bytes
   */
  constructor(hostile, act) {
    this.hostile = hostile;
    this.act = act;
  }

  /** All objects of the call, in the order in which they are made. */
  made = [];
  /** The plain arrays of the call that a function may write to. */
  lists = [];

  /** Makes a value from its recipe. */
  make(recipe) {
    const made = this.#make(recipe);
    if (recipe.is !== 'value') this.made.push(made);
    return made;
  }

  #make(recipe) {
    const form = this.hostile || OTHERS.includes(recipe.form) ? recipe.form : 'plain';
    switch (recipe.is) {
      case 'array':
        return this.#array(recipe, form);
      case 'list':
        return this.#list(recipe, form);
      case 'object':
        return this.#object(recipe, form);
      case 'odd':
        return ODD[recipe.name]();
      case 'deep':
        return deepObject(recipe);
      case 'same':
        return this.arrays.length ? this.arrays[recipe.at % this.arrays.length] : undefined;
      default:
        return recipe.value;
    }
  }

  #array({ kind, values }, form) {
    const Kind = CLASSES[kind];
    const given = kind.startsWith('Big') ? values.map((x) => BigInt(Math.trunc(x) || 0)) : values;
    const array =
      this.act?.index === this.arrays.length
        ? new Kind(Uint8Array.from(this.act.bytes).buffer)
        : (MAKERS[form] ?? MAKERS.plain)(Kind, given);
    // A proxy is not a typed array. It is added to the list anyway, so that the arrays of a twin
    // have the same indices.
    this.arrays.push(array);
    return array;
  }

  #list({ items, form: own }, form) {
    const values = items.map((item) => this.make(item));
    if (WATCHED.includes(own)) this.lists.push(values);
    return (LISTS[form] ?? LISTS.plain)(values);
  }

  #object({ entries, trick }, form) {
    const made = Object.fromEntries(
      Object.entries(entries).map(([name, recipe]) => [name, this.make(recipe)]),
    );
    if (!this.hostile) return OTHERS.includes(form) ? OBJECTS[form](made) : made;
    const names = Object.keys(made);
    if (trick && names.length) this.#trick(made, names[trick.on % names.length], trick);
    return (OBJECTS[form] ?? OBJECTS.plain)(made);
  }

  /** Replaces a property by a getter that runs `trick` when it is read. */
  #trick(made, name, trick) {
    const value = made[name];
    const get = () => {
      this.run(trick);
      return value;
    };
    Object.defineProperty(made, name, { get, enumerable: true, configurable: true });
  }

  /** Detaches, resizes or changes an array, or calls posenc. */
  run({ does, at }) {
    if (does === 'call') {
      posenc.applyRope(new Float32Array(8).fill(1), { heads: 1, headDim: 4, base: 7 });
      posenc.alibiBias(2, 3, 4);
      return;
    }
    const index = at % (this.arrays.length || 1);
    const array = this.arrays[index];
    if (!tagOf(array) || this.acts.length > 6) return;
    const buffer = bufferOf(array);
    try {
      if (does === 'fill') prototype.fill.call(array, this.acts.length + 1);
      else if (does === 'resize') buffer.resize(at & 1 ? buffer.maxByteLength : 0);
      else if (does === 'detach') structuredClone(buffer, { transfer: [buffer] });
    } catch {
      // Not all memory can be resized or detached, and numbers cannot fill an array of bigints.
      return;
    }
    this.acts.push({ index, bytes: bytesIn(array) });
  }
}
