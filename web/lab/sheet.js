// Runs in the page of `npm run worksheet`. The first import loads the words of the page's
// language. The second import fills the sheet with the figures of a lesson, if the page has one.
import './load-page-words.js';
import './fill-sheet.js';
import '../worksheet.js';
