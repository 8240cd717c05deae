/** Loads the words of a language that the page carries as a text. */

/** Returns whether the page carries the language. @param {string} language */
export function loadWords(language) {
  const carried = document.getElementById(`posenc-${language}`);
  if (!carried) return false;
  const script = document.createElement('script');
  script.textContent = carried.textContent;
  document.head.append(script);
  return true;
}
