/** Opens the editor of lessons in place of the course, at the address #editor. */
import { speak } from '../figures/chassis/language.js';
import { runCarried } from '../figures/chassis/load-beside.js';
import { labWords as words } from './words.js';

/** The hash of the editor. */
const HASH = '#editor';

/** Defines the element of the editor. */
async function loadEditor() {
  if (!runCarried('editor')) await import('../editor.js');
}

/** Makes the page around the editor. @param {HTMLElement} editor */
function makePage(editor) {
  const heading = document.createElement('h1');
  const lead = document.createElement('p');
  const back = document.createElement('a');
  const page = document.createElement('main');
  speak(document.documentElement);
  heading.textContent = words.lesson;
  heading.tabIndex = -1;
  lead.append(words.lessonLead, ' ', back);
  back.textContent = words.course;
  back.href = '#order-chapter';
  page.append(heading, lead, editor);
  return page;
}

/**
 * Shows the editor while the address names it.
 * @param {HTMLElement} course the element that the editor replaces
 * @returns {HTMLElement} the editor, which is built when it is first opened
 */
export function offerEditor(course) {
  const fallback = course.querySelector('.chapter');
  const editor = document.createElement('pe-editor');
  let page = null;
  const follow = () => {
    const isOpen = location.hash === HASH;
    if (isOpen && !page) {
      page = makePage(editor);
      loadEditor().catch((error) => (editor.textContent = String(error)));
      course.after(page);
    }
    if (!page || course.hidden === isOpen) return;
    course.hidden = isOpen;
    page.hidden = !isOpen;
    document.querySelector('.skip').hash = isOpen ? HASH : '#main';
    if (isOpen) page.firstChild.focus();
    else (document.getElementById(location.hash.slice(1)) ?? fallback).scrollIntoView();
  };
  follow();
  addEventListener('hashchange', follow);
  return editor;
}
