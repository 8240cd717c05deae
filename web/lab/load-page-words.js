// Loads the words of the language that the page names. This runs before the figures are defined.
import { loadWords } from './load-words.js';

loadWords(document.documentElement.lang);
