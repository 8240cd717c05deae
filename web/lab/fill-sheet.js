// Puts the figures of a lesson into the sheets, if the page contains a lesson. This module runs
// before the sheets are defined.
import { SOURCE, readLesson } from '../editor/lesson.js';
import { carriedScript } from '../figures/chassis/load-beside.js';
import { fillSheets } from '../editor/sheet.js';

const source = carriedScript('lesson', ['application/json']);
if (source)
  fillSheets(document.querySelector('pe-worksheet'), readLesson(source.textContent, SOURCE));
