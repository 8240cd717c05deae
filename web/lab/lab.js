// This import comes first, because it sets the language before the figures are defined.
import './language.js';
import { openCourse } from './course.js';
import { showWorksheet } from './worksheet.js';

const main = document.getElementById('main');
const query = new URLSearchParams(location.search);
if (query.has('worksheet')) showWorksheet(main, query);
else openCourse(main);
