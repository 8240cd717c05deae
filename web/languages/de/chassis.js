/** Die Texte, die jede Grafik zeigt. */

export const course = {
  sentence: 'Hund beißt Mann',
  named: (place, word) => `${place} („${word}“)`,
};

export const plot = {
  kind: 'interaktive Grafik',
  presets: 'Beispiele',
  unfold: 'Mehr einstellen',
  how: (arrows, plays) => {
    const moves = arrows.map(([keys, effect]) => `${spoken(keys)}: ${effect}`).join('. ');
    const space = plays ? 'Die Leertaste spielt ab, ' : '';
    return (
      `${moves}. ${space}T öffnet die Tabelle der Zahlen, das Fragezeichen die Liste der Tasten. ` +
      'Mit Escape verlässt du die Grafik. Du kannst auch Knöpfe und Regler darunter benutzen.'
    );
  },
};

const spoken = (keys) =>
  keys
    .replace('← → ↑ ↓', 'Pfeiltasten')
    .replace('← →', 'Pfeiltasten links und rechts')
    .replace('↑ ↓', 'Pfeiltasten hoch und runter');

export const transport = {
  play: 'Abspielen',
  pause: 'Anhalten',
  back: 'Einen Schritt zurück',
  forward: 'Einen Schritt vor',
  reset: 'Zurücksetzen',
  speed: 'Tempo',
  logScale: 'logarithmisch',
  perSecond: (speed) => `${speed} / s`,
  scrubAt: (label, value) => `${label} ${value}`,
};

export const question = {
  kicker: 'Erst raten, dann sehen',
  reveal: 'Auflösen',
  decline: 'Ohne Raten zeigen',
  next: 'Weiter',
  step: 'Weiter',
  replay: 'Noch einmal zeigen',
  again: 'Noch einmal fragen',
  scrub: 'Zurückspulen',
  why: 'Mehr dazu',
  watch: 'Achte auf die Grafik.',
  trial: 'deine Antwort, ausprobiert',
  halfway: 'Die Hälfte des Wegs.',
  past: 'Zur Grafik vor deiner Änderung:',
  right: '✓ Richtig.',
  wrong: '✗ Falsch.',
  said: (answer) => `Deine Antwort: ${answer}.`,
  chooseFirst: 'Wähle zuerst eine Antwort. Raten genügt.',
};

export const foot = {
  table: 'Tabelle',
  code: 'Code',
  csv: 'CSV',
  png: 'PNG',
  link: 'Link hierher',
  more: 'Alles zeigen',
  less: 'Weniger zeigen',
  help: 'Tasten',
  saved: {
    CSV: 'CSV mit allen Stellen gespeichert.',
    PNG: 'PNG gespeichert.',
    SVG: 'SVG gespeichert.',
  },
  maybeSaved: (kind) =>
    `Wenn kein ${kind} gespeichert wurde, erlaubt die Seite um diese Grafik keine Downloads.`,
  linkCopied: 'Link kopiert.',
  linkToCopy: ['Kopiere ', 'diesen Link', '.'],
};

export const table = {
  label: 'Tabelle der Zahlen in der Grafik',
  pick: 'Tabelle wählen',
  previous: 'Vorige Zeilen',
  next: 'Nächste Zeilen',
  rows: (first, last, count) => `Zeilen ${first} bis ${last} von ${count}`,
};

export const help = {
  intro: 'Solange die Grafik den Fokus hat:',
  playing: (label) => [
    ['Bild ↓, Bild ↑', `„${label}“ um 10 vor oder zurück (mit Umschalt um 100)`],
    ['Leertaste', 'abspielen oder anhalten'],
  ],
  always: [
    ['R', 'die Grafik zurücksetzen'],
    ['T', 'die Tabelle der Zahlen öffnen oder schließen'],
    ['?', 'diese Liste öffnen oder schließen'],
    ['Esc', 'die Grafik verlassen'],
  ],
};

export const panel = {
  table: 'Tabelle der Zahlen',
  help: 'Liste der Tasten',
  said: (name, open) =>
    `Die ${panel[name]} ist ${open ? 'unter der Grafik geöffnet' : 'geschlossen'}.`,
};

export const questions = {
  task: (labels) => `Antworte in der Grafik: Stelle ${labels} ein.`,
  quoted: (label) => `„${label}“`,
  and: ' und ',
  number: 'Deine Zahl',
  typeFirst: 'Gib zuerst eine Zahl ein. Raten genügt.',
  moveFirst: 'Ändere zuerst die Grafik. Raten genügt.',
  value: (label, value) => `${label} ${value}`,
  yes: 'ja',
  no: 'nein',
};

export const error = {
  cannotRun: (reason) =>
    `Diese Grafik läuft hier nicht. ${reason instanceof Error ? reason.message : reason}`,
  noCode: 'Der Code konnte nicht geladen werden.',
  noCanvas: 'Dieser Browser stellt keine Zeichenfläche bereit.',
  noPicture: 'Der Browser konnte kein PNG der Grafik machen.',
};
