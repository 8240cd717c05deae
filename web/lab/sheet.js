// Runs in the page of `npm run worksheet`. The first import loads the texts for the element.
import './load-page-words.js';
import '../worksheet.js';
