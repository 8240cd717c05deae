// Runs in the page of `npm run worksheet`. The first two imports load the texts for the
// element and, if the page contains a lesson, its figures.
import './load-page-words.js';
import './fill-sheet.js';
import '../worksheet.js';
