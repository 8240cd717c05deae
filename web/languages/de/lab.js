/** Die Texte des Labs, die nicht in seiner Seite stehen. */

export const chapter = (at, count) => `${at} von ${count}`;
export const made = (made, count) =>
  `${made} von ${count} Vorhersagen gemacht. Gespeichert wird das nur in diesem Browser.`;
export const predicted = 'vorhergesagt';
export const close = 'Schließen';
export const lesson = 'Eine Lektion machen';
export const lessonLead =
  'Schreibe Texte, stelle Grafiken ein und speichere alles als eine Datei, die kein Netz braucht.';
export const course = 'Zurück zum Kurs';
