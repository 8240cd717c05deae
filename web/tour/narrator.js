/** Reads captions aloud with the voice of the browser, if the reader asks for it. */
import { languageNow } from '../figures/chassis/language.js';

export class Narrator {
  /** Whether the reader has asked for the voice. */
  on = false;

  /** Whether this browser has a voice. */
  static get possible() {
    return 'speechSynthesis' in globalThis && 'SpeechSynthesisUtterance' in globalThis;
  }

  /** Stops the text that is being read, and reads another text. @param {string} text */
  say(text) {
    this.stop();
    if (!this.on) return;
    const spoken = new SpeechSynthesisUtterance(text);
    spoken.lang = languageNow();
    speechSynthesis.speak(spoken);
  }

  /** Stops reading. Does nothing if the reader has not asked for the voice. */
  stop() {
    if (Narrator.possible && this.on) speechSynthesis.cancel();
  }
}
