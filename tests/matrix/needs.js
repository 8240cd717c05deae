/*
 * Prints the programs that the chosen rows of rows.js need. build.sh installs these programs if it
 * runs as root or with passwordless sudo.
 *
 *   node tests/matrix/needs.js (matrix | recipes) [NAME... | today]
 */
import { chosen } from './chosen.js';

for (const { needs } of chosen(process.argv.slice(2))) if (needs) console.log(needs);
