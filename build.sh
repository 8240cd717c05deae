#!/bin/sh
# Builds the project, and runs all programs that need the build. The usage is build.sh COMMAND,
# where COMMAND is one of
#   build    kernels -> wasm -> modules -> types -> bundles and single-file pages
#   start    builds, and serves the lab
#   dev      serves web/ without bundling, and reloads the page on every change
#   site     builds, and writes the site into dist/site/
#   test     builds, and runs every test, or those in the files named; tests/run.js has the options
#   recipes  builds, and runs recipes of web/recipes/: all, those named, or with the argument
#            "today" one that changes daily
#   matrix   builds, and runs every environment of tests/matrix/rows.js, or those named
#   bench    builds, and measures speed
#   format   formats all sources
#   size     builds, and prints every size budget and what is left of it
#   worksheet  builds, and writes worksheets of figures as one page: build.sh worksheet pe-rope
#   language build.sh language TAG begins a language or checks it, and writes a page with all figures
#   new      build.sh new figure NAME makes the files of a new figure
#   fuzz     build.sh fuzz COUNT [SEED] makes random calls of the public functions
#   kernels, style    one step of the build
# A step whose inputs have not changed is skipped. Missing tools are installed where that is
# allowed: npm packages, and Debian packages as root or with passwordless sudo. Elsewhere EMCC,
# CHROME_PATH, FIREFOX_PATH, WEBKIT_DRIVER_PATH, XVFB_PATH, CC and CLANG_FORMAT name the tools.
set -eu
cd "$(dirname "$0")"

say() { printf 'posenc: %s\n' "$*"; }
die() {
  printf 'posenc: %s\n' "$*" >&2
  exit 1
}

# need COMMAND PACKAGES... : installs Debian packages unless the command exists.
need() {
  command=$1
  shift
  command -v "$command" >/dev/null 2>&1 && return
  sudo=
  if [ "$(id -u)" != 0 ]; then
    sudo -n true 2>/dev/null || die "$command is missing; install it with: apt-get install $*"
    sudo='sudo -n'
  fi
  command -v apt-get >/dev/null 2>&1 ||
    die "$command is missing and this is not Debian; install it, or name it (see the top of build.sh)"
  say "installing $*"
  log=$(mktemp)
  {
    $sudo apt-get update &&
      DEBIAN_FRONTEND=noninteractive $sudo apt-get -o DPkg::Lock::Timeout=600 \
        install -y --no-install-recommends "$@"
  } >"$log" 2>&1 || {
    tail -n 5 "$log" >&2
    rm -f "$log"
    die "$command could not be installed; try: apt-get install $*"
  }
  rm -f "$log"
}

# fresh OUTPUT INPUTS... : succeeds when the output is newer than every input.
fresh() {
  output=$1
  shift
  [ -e "$output" ] && [ -z "$(find "$@" -type f -newer "$output" -print -quit)" ]
}

packages() {
  command -v node >/dev/null 2>&1 || die 'node is missing; install Node 20.19 or later'
  cmp -s package-lock.json node_modules/.installed && return
  say 'installing npm packages'
  npm ci --silent --no-fund --no-audit || die 'npm packages could not be installed; try: npm ci'
  cp package-lock.json node_modules/.installed
}

compilers() {
  [ -n "${EMCC:-}" ] || need emcc emscripten
  need wasm2js binaryen
}

# The kernels are tested with this version of emcc. Another version may give other bytes.
check_compiler() {
  found=$("${EMCC:-emcc}" --version 2>&1 | head -n 1)
  case $found in
    *' 3.1.6 '*) ;;
    *) say "warning: the kernels are tested with emcc 3.1.6, and this is: $found" ;;
  esac
}

# compile OUTPUT FLAGS... : compiles C. The producers section of the output names the compiler.
compile() {
  output=$1
  shift
  "${EMCC:-emcc}" -o "$output" "$@" \
    -std=c11 -Wall -Wextra -Werror -ffp-contract=off \
    -sSTANDALONE_WASM -sSUPPORT_ERRNO=0 --no-entry \
    -sTOTAL_STACK=65536 -sEMIT_PRODUCERS_SECTION -Wl,--stack-first -Wl,--export=__heap_base
}

# Compiles the kernels of posenc. With -Oz, they are as fast as with -O2, and 7 kB smaller.
compile_kernels() {
  compile "$@" c/*.c -Oz \
    -sINITIAL_MEMORY=4194304 -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4294967296
}

# Compiles the training kernels, with the kernels of posenc that they call. Their memory of 16 MiB
# never grows.
compile_training() {
  compile "$@" c/train/*.c c/maths.c c/angles.c c/alibi.c c/buckets.c c/random.c \
    c/rope.c c/half.c -sINITIAL_MEMORY=16777216
}

# Puts the functions that are called most often first. In this order, the kernels compress better
# as hexadecimal digits.
reorder() {
  command -v wasm-opt >/dev/null || return 0
  wasm-opt --enable-simd -Oz --reorder-functions --reorder-locals dist/posenc.wasm \
    -o dist/posenc.wasm
}

# translate OUTPUT : translates dist/scalar.wasm to JavaScript.
translate() {
  wasm-opt -Oz dist/scalar.wasm -o dist/scalar.wasm && wasm2js -O3 dist/scalar.wasm -o "$1" &&
    rm -f dist/scalar.wasm
}

# Makes the scalar kernels: the same C without SIMD, translated to JavaScript.
scalar() {
  compile_kernels dist/scalar.wasm && translate web/kernels-scalar.js &&
    compile_training dist/scalar.wasm -Oz && translate web/train/kernels-scalar.js
}

kernels() {
  fresh dist/posenc.wasm c build.sh && fresh web/kernels.js dist/posenc.wasm &&
    fresh web/kernels-scalar.js dist/posenc.wasm &&
    fresh web/train/kernels.js dist/posenc.wasm &&
    fresh web/train/kernels-scalar.js dist/posenc.wasm && return
  compilers
  say 'compiling the kernels'
  mkdir -p dist
  (
    export NODE_PATH=/usr/share/nodejs
    # emcc runs the first wasm-opt in PATH, so PATH is pinned to get the same bytes everywhere.
    [ -n "${EMCC:-}" ] || PATH=/usr/bin:/bin
    check_compiler
    # With -O2, training is a tenth faster.
    compile_kernels dist/posenc.wasm -msimd128 && reorder && scalar &&
      compile_training dist/train.wasm -O2 -msimd128
  ) || {
    rm -f dist/posenc.wasm dist/train.wasm dist/scalar.wasm
    rm -f web/kernels-scalar.js web/train/kernels-scalar.js
    die 'the kernels did not compile'
  }
  node web/build/generated-modules.js kernels
}

style() {
  chassis=web/figures/chassis
  fresh $chassis/style-text.js $chassis/style.css && return
  node web/build/generated-modules.js style || die 'the style sheet could not be read'
}

types() {
  fresh dist/types/index.d.ts web && return
  say 'checking and emitting types'
  rm -rf dist/types
  # The command is checked with the types of Node, which the library must not use.
  { node_modules/.bin/tsc -p web/command && node_modules/.bin/tsc -p web; } ||
    die 'the types do not hold'
  node web/build/element-types.js || die 'the types of the elements could not be written'
  touch dist/types/index.d.ts
}

bundles() {
  fresh dist/posenc-lab.html web build.sh package.json && return
  say 'bundling'
  node web/build/bundle.js || die 'bundling failed'
}

build() {
  packages
  kernels
  style
  # The bundles need no types, so both cores work.
  types &
  typed=$!
  bundles
  wait "$typed"
}

# Installs what the tests need besides the build: browsers, a virtual screen for WebKit, a native
# compiler for the sanitizers, and clang-format.
testers() {
  # The headless shell runs the tests in two thirds of the time that the whole Chromium takes.
  [ -n "${CHROME_PATH:-}" ] ||
    (need chromium-headless-shell chromium-headless-shell fonts-dejavu-core) ||
    need chromium chromium fonts-dejavu-core
  [ -n "${FIREFOX_PATH:-}" ] || need firefox-esr firefox-esr
  need pdftotext poppler-utils
  [ -n "${WEBKIT_DRIVER_PATH:-}" ] || need WebKitWebDriver webkit2gtk-driver
  [ -n "${XVFB_PATH:-}" ] || need Xvfb xvfb
  [ -n "${CC:-}" ] || need gcc gcc libc6-dev
  formatter
}

formatter() {
  [ -n "${CLANG_FORMAT:-}" ] || need clang-format clang-format
}

command=${1:-build}
[ $# = 0 ] || shift
case $command in
  build) build ;;
  kernels) kernels ;;
  style) style ;;
  start)
    build
    exec node web/build/serve.js
    ;;
  dev)
    packages
    kernels
    style
    exec node web/build/dev.js
    ;;
  site)
    build
    node web/build/site.js
    say 'the site is in dist/site/'
    ;;
  test)
    # apt installs programs while npm installs packages, and while the build computes. The compilers
    # come first, because the build waits for them.
    compilers &
    packages
    wait $!
    testers &
    build
    wait $!
    exec node tests/run.js "$@"
    ;;
  recipes | matrix)
    table=$command # need() sets `command`
    build
    testers
    programs=$(node tests/matrix/needs.js "$table" "$@")
    for program in $programs; do
      (need "$program" "$program") || say "rows that need $program will not run"
    done
    exec node tests/matrix/run.js "$table" "$@"
    ;;
  bench)
    build
    [ -n "${EMCC:-}" ] || need emcc emscripten
    exec node tests/bench/bench.js "$@"
    ;;
  format)
    packages
    formatter
    exec node web/build/format.js
    ;;
  size)
    build
    exec node web/build/size.js
    ;;
  language)
    packages
    node web/build/new-language.js "$@"
    build
    exec node tests/tools/language.js "$@"
    ;;
  worksheet)
    build
    exec node web/build/worksheet.js "$@"
    ;;
  new)
    packages
    exec node web/build/new.js "$@"
    ;;
  fuzz)
    packages
    kernels
    exec node tests/tools/fuzz.js "$@"
    ;;
  *) die "expected build, start, dev, site, test, recipes, matrix, bench, format, size, language, worksheet, new or fuzz, got $command" ;;
esac
