// The page of `npm run worksheet`. Its words are there before its element is defined.
import './load-page-words.js';
import '../worksheet.js';
