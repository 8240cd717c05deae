// This import comes first, because it sets the language before the figures are defined.
import './language.js';
import { openCourse } from './course.js';
import { showWorksheet } from './worksheet.js';

const main = document.getElementById('main');
const query = new URLSearchParams(location.search);
// The lab prints the answers of its reader only if its address asks for them.
if (query.has('answers')) document.documentElement.style.setProperty('--pe-printed', 'block');
if (query.has('worksheet')) showWorksheet(main, query);
else openCourse(main);
