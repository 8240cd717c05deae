#!/bin/sh
# The one build: kernels -> wasm -> module -> bundles -> types -> single-file pages; and what runs on it.
#   build.sh build | start | test | bench
# Installs what is missing where it may (npm packages; by apt as root or with passwordless sudo);
# elsewhere EMCC and CHROME_PATH name the tools. A step whose inputs have not changed is skipped.
set -eu
cd "$(dirname "$0")"
bin=node_modules/.bin

say() { printf 'posenc: %s\n' "$*"; }
die() { printf 'posenc: %s\n' "$*" >&2; exit 1; }

# need COMMAND PACKAGES... : installs Debian packages unless the command is there.
need() {
  command=$1; shift
  command -v "$command" >/dev/null 2>&1 && return
  sudo=
  if [ "$(id -u)" != 0 ]; then
    if sudo -n true 2>/dev/null; then sudo='sudo -n'; else die "$command is missing; install it with: apt-get install $*"; fi
  fi
  command -v apt-get >/dev/null 2>&1 || die "$command is missing and this is not Debian; install it, or name it by EMCC or CHROME_PATH (README, Building)"
  say "installing $*"
  log=$(mktemp)
  { $sudo apt-get update && DEBIAN_FRONTEND=noninteractive $sudo apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends "$@"; } >"$log" 2>&1 ||
    { tail -n 5 "$log" >&2; rm -f "$log"; die "$command could not be installed; try: apt-get install $*"; }
  rm -f "$log"
}

# fresh OUTPUT INPUTS... : whether the output is newer than every input.
fresh() {
  output=$1; shift
  [ -e "$output" ] && [ -z "$(find "$@" -type f -newer "$output" -print -quit)" ]
}

packages() {
  command -v node >/dev/null 2>&1 || die 'node is missing; install Node 20.19 or later'
  cmp -s package-lock.json node_modules/.installed && return
  say 'installing npm packages'
  npm ci --silent --no-fund --no-audit || die 'npm packages could not be installed; try: npm ci'
  cp package-lock.json node_modules/.installed
}

# The kernels, and their bytes in hexadecimal, of which gzip makes a fifth less than of base64. The path is pinned, since emcc takes wasm-opt from wherever it finds one first.
wasm() {
  fresh dist/posenc.wasm c build.sh && fresh web/kernels.js dist/posenc.wasm && return
  [ -n "${EMCC:-}" ] || need emcc emscripten
  say 'compiling the kernels'
  mkdir -p dist
  (
    export NODE_PATH=/usr/share/nodejs
    [ -n "${EMCC:-}" ] || PATH=/usr/bin:/bin
    "${EMCC:-emcc}" c/*.c -o dist/posenc.wasm -std=c11 -Wall -Wextra -Werror -Oz -msimd128 -ffp-contract=off \
      -sSTANDALONE_WASM -sSUPPORT_ERRNO=0 --no-entry -sINITIAL_MEMORY=4194304 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4294967296 -sTOTAL_STACK=65536 -Wl,--stack-first -Wl,--export=__heap_base || exit
    # what is used most first: the text that holds the kernels packs better
    ! command -v wasm-opt >/dev/null || wasm-opt --enable-simd -Oz --reorder-functions --reorder-locals dist/posenc.wasm -o dist/posenc.wasm
  ) || { rm -f dist/posenc.wasm; die 'the kernels did not compile'; }
  printf "/** @type {string} */\nconst bytes = '%s';\nexport default bytes;\n" "$(od -An -v -tx1 dist/posenc.wasm | tr -d ' \n')" >web/kernels.js
}

# The modules, the classic script, and the pages as one file each.
bundles() {
  fresh dist/posenc-lab.html web build.sh package.json && return
  say 'bundling'
  node --input-type=module - <<'NODE' || die 'bundling failed'
import {createHash} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {build} from 'esbuild';
import {minify} from 'terser';

const common = {bundle: true, minify: true, target: 'es2022', logLevel: 'warning', legalComments: 'none', write: false};
// figures.js imports the kernels' module beside it, so that a page with both has one copy.
const core = {name: 'core', setup: ({onResolve}) => onResolve({filter: /\/index\.js$/}, () => ({path: './posenc.js', external: true}))};
const text = async options => (await build({...common, ...options})).outputFiles[0].text.trim();
/** A bundle; a second compressor, which knows what calls cannot do, takes some 2 % more off it. */
const packed = async (entry, format, plugins) =>
  (await minify(await text({entryPoints: [entry], format, plugins}), {module: format === 'esm', format: {comments: false}})).code;
writeFileSync('dist/posenc.js', await packed('web/index.js', 'esm'));
writeFileSync('dist/figures.js', await packed('web/elements.js', 'esm', [core]));
writeFileSync('dist/figures.iife.js', await packed('web/elements.js', 'iife'));

const hash = source => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;
/** A page of web/lab/ as one file. */
async function single(name, style, script, outfile) {
  const css = await text({entryPoints: [`web/lab/${style}`], bundle: false});
  const js = await text({entryPoints: [`web/lab/${script}`], format: 'iife'});
  // The policy proves that the page asks for nothing; figures style themselves through CSSOM.
  const policy = `default-src 'none'; script-src ${hash(js)} 'wasm-unsafe-eval'; style-src ${hash(css)}; img-src data: blob:`;
  const lines = readFileSync(`web/lab/${name}`, 'utf8').split('\n');
  const replace = (tag, by) => {
    const [at, ...others] = [...lines.keys()].filter(at => tag.test(lines[at]));
    if (at === undefined || others.length) throw new Error(`web/lab/${name}: expected one line with ${tag}`);
    lines[at] = by;
  };
  replace(/<link rel="stylesheet"/, `<meta http-equiv="Content-Security-Policy" content="${policy}">\n<style>${css}</style>`);
  replace(/<script /, `<script>${js}</script>`);
  writeFileSync(`dist/${outfile}`, lines.join('\n'));
}
await single('embed.html', 'embed.css', 'embed.js', 'embed.html');
await single('index.html', 'lab.css', 'lab.js', 'posenc-lab.html');
NODE
}

types() {
  fresh dist/types/index.d.ts web && return
  say 'checking and emitting types'
  rm -rf dist/types
  $bin/tsc -p web || die 'the types do not hold'
  # TypeScript before 5.7 knows no typed arrays with parameters
  find dist/types -name '*.d.ts' -exec sed -i -E 's/<ArrayBuffer(Like)?>//g' {} +
  node --input-type=module - <<'NODE' || die 'the types of the elements could not be written'
import {appendFileSync, readdirSync} from 'node:fs';
import * as elements from './web/elements.js';

// Properties that come from a figure's fields are unknown to the compiler; so are tags and events.
const kinds = {number: () => 'number', flag: () => 'boolean', text: () => 'string', choice: ({options}) => options.map(option => JSON.stringify(option)).join(' | ')};
const files = readdirSync('web/figures');
const figures = Object.entries(elements).filter(([, Figure]) => Figure.tag);
const augment = ([name, Figure]) => {
  const file = `${Figure.tag.slice(3)}.js`, fields = Object.entries(Figure.allFields);
  if (!files.includes(file)) throw new Error(`web/figures/${file}: expected ${name} there`);
  const types = mark => fields.map(([key, field]) => `${key}${mark}: ${kinds[field.kind](field)};`).join(' ');
  return `export interface ${name}State { ${types('')} }
declare module './figures/${file}' {
  interface ${name} {
    ${fields.map(([key, field]) => `/** ${field.label} */\n    ${key}: ${kinds[field.kind](field)};`).join('\n    ')}
    get state(): ${name}State;
    set state(value: string | Partial<${name}State>);
    getState(): ${name}State;
    setState(patch: Partial<${name}State>, how?: { ease?: boolean }): void;
  }
}`;
};
appendFileSync('dist/types/elements.d.ts', `${figures.map(augment).join('\n')}
declare module './figures/parameters.js' {
  interface Parameters { theme: string; level: string; hide: string; lock: string; group: string; }
}
declare global {
  interface HTMLElementTagNameMap { ${figures.map(([name, {tag}]) => `'${tag}': ${name};`).join(' ')} }
  interface GlobalEventHandlersEventMap {
    'pe-ready': CustomEvent<{ state: Record<string, any> }>;
    'pe-change': CustomEvent<{ key: string; value: any; state: Record<string, any> }>;
    'pe-predict': CustomEvent<{ answer: string | number }>;
    'pe-reveal': CustomEvent<{ correct: boolean }>;
    'pe-error': CustomEvent<{ error: unknown }>;
  }
}
`);
NODE
  touch dist/types/index.d.ts
}

build() {
  packages
  wasm
  types
  bundles
}

# Serves dist/ on this machine only, until Ctrl-C.
serve() {
  exec node --input-type=module -e "
    import {context} from 'esbuild';
    const server = await context({});
    process.on('SIGINT', () => server.dispose().then(() => process.exit(0))).on('SIGTERM', () => server.dispose().then(() => process.exit(0)));
    const {port} = await server.serve({servedir: 'dist', host: '127.0.0.1', port: Number(process.env.PORT) || undefined});
    console.log('posenc: the lab is at http://localhost:' + port + '/posenc-lab.html (Ctrl-C stops)');
  "
}

# What the tests use beside the build: browsers, and a native compiler for the sanitizers.
testers() {
  [ -n "${CHROME_PATH:-}" ] || need chromium chromium fonts-dejavu-core
  [ -n "${FIREFOX_PATH:-}" ] || need firefox-esr firefox-esr
  [ -n "${CC:-}" ] || need gcc gcc libc6-dev
}

case ${1:-build} in
  build) build ;;
  start) build; serve ;;
  test) build; testers; shift; exec node --test --test-concurrency=2 --test-reporter=spec ${*:-tests/*.test.js} ;;
  bench) build; [ -n "${EMCC:-}" ] || need emcc emscripten; shift; exec node tests/bench.js "$@" ;;
  *) die "expected build, start, test or bench, got $1" ;;
esac
