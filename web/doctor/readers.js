/*
 * Programs that read golden vectors from a JSON file. A golden file contains them, so that whoever
 * has the file needs nothing else.
 */

/** What a golden file is, and how to use it. */
export const README =
  'Exact numbers of a model, to test a port of it. Each array of `parts` has the `values` that ' +
  'the port must compute for `positions`, and the `tolerance` for arithmetic in float32, float16 ' +
  'and bfloat16. A tolerance is a number for all values, or a list with one for each position. ' +
  'It is absolute, unless the array is `relative`. `before` is what the port starts from. The ' +
  'axes of q and k are [positions, heads, elements]. `readers` are programs that print a field ' +
  'of an array, one number a line. Their arguments are the file, the name and the field, for ' +
  'example: vectors.json q values. A fourth argument is the number of the part; that of the ' +
  'first part is 0.';

const PYTHON = `import json, sys

path, name, field, *part = sys.argv[1:]
with open(path) as file:
    golden = json.load(file)
for x in golden["parts"][int(part[0]) if part else 0]["arrays"][name][field]:
    print(repr(float(x)))
`;

const JAVASCRIPT = `const { readFileSync } = require('node:fs');

const [path, name, field, part = 0] = process.argv.slice(2);
const golden = JSON.parse(readFileSync(path, 'utf8'));
for (const x of golden.parts[part].arrays[name][field]) console.log(x);
`;

/**
 * The programs in C and Rust search the text for names in quotes, because their standard libraries
 * have no parser for JSON. The search is safe, because no name contains a quote.
 */
const C = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[1 << 26], key[64];
int main(int argc, char **argv) {
  FILE *file = argc > 3 ? fopen(argv[1], "rb") : 0;
  if (!file || !fread(text, 1, sizeof text - 1, file)) return 2;
  int part = argc > 4 ? atoi(argv[4]) : 0;
  char *at = text;
  for (; at && part >= 0; part--) at = strstr(at + 1, "\\"arrays\\"");
  for (int i = 2; i < 4 && at; i++) snprintf(key, 64, "\\"%s\\":", argv[i]), at = strstr(at, key);
  at = at ? strchr(at, '[') : 0;
  for (; at && *at != ']'; at += strspn(at, " \\r\\n")) printf("%.17g\\n", strtod(at + 1, &at));
  return !at;
}
`;

const RUST = `fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let part = args.get(4).map_or(0, |x| x.parse().unwrap());
    let mut rest = &text[text.match_indices("\\"arrays\\"").nth(part).unwrap().0..];
    for key in &args[2..4] {
        rest = &rest[rest.find(&format!("\\"{key}\\":")).unwrap()..];
    }
    let list = &rest[rest.find('[').unwrap() + 1..rest.find(']').unwrap()];
    list.split(',').for_each(|x| println!("{:?}", x.trim().parse::<f64>().unwrap()));
}
`;

/** The text of each program, by its language. */
export const READERS = { python: PYTHON, javascript: JAVASCRIPT, c: C, rust: RUST };
