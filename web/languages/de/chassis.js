/** Die Texte, die jede Figur zeigt. */

export const plot = {
  kind: 'interaktives Bild',
  presets: 'Beispiele',
  unfold: 'Mehr einstellen',
  how: (arrows, plays) => {
    const moves = arrows.map(([keys, effect]) => `${spoken(keys)}: ${effect}`).join('. ');
    const space = plays ? 'Die Leertaste spielt ab, ' : '';
    return (
      `${moves}. ${space}T öffnet die Tabelle der Zahlen, das Fragezeichen die Liste der Tasten. ` +
      'Mit Escape verlässt du das Bild. Die Knöpfe und Regler darunter tun dasselbe.'
    );
  },
};

const spoken = (keys) =>
  keys.replace('← →', 'Pfeiltasten links und rechts').replace('↑ ↓', 'Pfeiltasten hoch und runter');

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
  decline: 'Einfach zeigen',
  next: 'Weiter',
  replay: 'Noch einmal zeigen',
  again: 'Frag mich noch einmal',
  scrub: 'Zurückspulen',
  watch: 'Achte auf das Bild.',
  right: '✓ Richtig.',
  wrong: '✗ Falsch.',
  said: (answer) => `Deine Antwort: ${answer}.`,
  typeFirst: 'Gib zuerst eine Zahl ein. Raten genügt.',
  chooseFirst: 'Wähle zuerst eine Antwort. Raten genügt.',
};

export const foot = {
  table: 'Tabelle',
  code: 'Code',
  csv: 'CSV',
  png: 'PNG',
  link: 'Link hierher',
  help: 'Tasten',
  saved: {
    CSV: 'CSV mit allen Stellen gespeichert.',
    PNG: 'PNG gespeichert.',
    SVG: 'SVG gespeichert.',
  },
  maybeSaved: (kind) =>
    `Wenn kein ${kind} gespeichert wurde, erlaubt die Seite um diese Figur keine Downloads.`,
  linkCopied: 'Link kopiert.',
  linkToCopy: ['Kopiere ', 'diesen Link', '.'],
};

export const table = {
  label: 'Tabelle der Zahlen im Bild',
  pick: 'Tabelle wählen',
  previous: 'Vorige Zeilen',
  next: 'Nächste Zeilen',
  rows: (first, last, count) => `Zeilen ${first} bis ${last} von ${count}`,
};

export const help = {
  intro: 'Solange das Bild den Fokus hat:',
  playing: (label) => [
    ['Bild ↓, Bild ↑', `„${label}“ um 10 vor oder zurück (mit Umschalt um 100)`],
    ['Leertaste', 'abspielen oder anhalten'],
  ],
  always: [
    ['R', 'die Figur zurücksetzen'],
    ['T', 'die Tabelle der Zahlen öffnen oder schließen'],
    ['?', 'diese Liste öffnen oder schließen'],
    ['Esc', 'das Bild verlassen'],
  ],
};

export const panel = {
  table: 'Tabelle der Zahlen',
  help: 'Liste der Tasten',
  said: (name, open) =>
    `Die ${panel[name]} ist ${open ? 'unter der Figur geöffnet' : 'geschlossen'}.`,
};

export const questions = {
  task: (labels) => `Antworte im Bild: Stelle ${labels} ein.`,
  quoted: (label) => `„${label}“`,
  and: ' und ',
  moveFirst: 'Bewege es zuerst im Bild. Raten genügt.',
  value: (label, value) => `${label} ${value}`,
  yes: 'ja',
  no: 'nein',
};

export const error = {
  cannotRun: (reason) =>
    `Diese Figur läuft hier nicht. ${reason instanceof Error ? reason.message : reason}`,
  noCode: 'Der Code konnte nicht geladen werden.',
  noPicture: 'Der Browser konnte kein PNG des Bildes machen.',
};
