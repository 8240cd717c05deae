// Runs in the page of `npm run worksheet`. The first import loads the texts of the page's
// language. If the page contains a lesson, the second import fills the sheet with its figures.
import './load-page-words.js';
import './fill-sheet.js';
import '../worksheet.js';
