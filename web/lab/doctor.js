/** Loads the check of files, which most readers do not need, when its part of the page is opened. */
import { runCarried } from '../figures/chassis/load-beside.js';

/** Defines the element pe-doctor. */
async function loadDoctor() {
  if (!runCarried('checkup')) await import('../checkup.js');
}

/**
 * Loads the check of files when the reader, or a link, opens the fold around it.
 * @param {HTMLElement} doctor an element pe-doctor, which is not defined yet
 */
export function loadWhenOpened(doctor) {
  const fold = doctor.closest('details');
  const follow = () => {
    if (!fold.open) return;
    fold.removeEventListener('toggle', follow);
    loadDoctor().catch((error) => (doctor.textContent = String(error)));
  };
  fold.addEventListener('toggle', follow);
  follow();
}
