// Loads the texts of the page's language. This module runs before the figures are defined.
import { loadWords } from './load-words.js';

loadWords(document.documentElement.lang);
