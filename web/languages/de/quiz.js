/** Die Texte von pe-quiz. Die Fragen stehen in bank/. */
import { question } from './chassis.js';

export const { decline, right, wrong, chooseFirst } = question;
export const answer = 'Antworten';
export const show = 'Zeigen';
export const next = 'Nächste Frage';
export const finish = 'Zum Ergebnis';
export const back = 'Zurück zur Frage';
export const missed = 'Falsche noch einmal üben';
export const more = (count) => (count > 1 ? `Die nächsten ${count} Fragen` : 'Die nächste Frage');
export const kicker = (at, count) => `Frage ${at} von ${count}`;
export const seen = (text) => `Die Grafik zeigt: ${text}`;
export const score = (score, count) => `${score} von ${count}`;
export const known = (known, all) =>
  `auf Anhieb richtig. Von den ${all} Fragen dieser Sammlung hast du beim letzten Versuch ` +
  `${known} richtig beantwortet. Die falschen kommen zuerst wieder. ` +
  'Gespeichert wird das nur in diesem Browser.';
export const cannotRun = (error) =>
  `Die Fragen laufen hier nicht. ${error instanceof Error ? error.message : error}`;
