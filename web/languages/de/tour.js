/** Die Texte von pe-tour. */
import { transport } from './chassis.js';

export const tour = {
  label: 'Tour durch die Grafiken',
  play: transport.play,
  pause: transport.pause,
  resume: 'Weiter',
  again: 'Noch einmal ansehen',
  taken: 'Jetzt bewegst du das Bild. „Weiter“ führt zurück zur Tour.',
  next: 'Weiter',
  back: 'Voriger Untertitel',
  forward: 'Nächster Untertitel',
  scrub: 'Stelle der Tour',
  chapters: 'Kapitel',
  aloud: 'Vorlesen',
  link: 'Link zu dieser Stelle',
  transcript: 'Alle Untertitel',
  at: (t, chapter) => `${Math.floor(t)} Sekunden, ${chapter}`,
  cannotRun: (error) =>
    `Die Tour läuft hier nicht. ${error instanceof Error ? error.message : error}`,
};

/** Was in jedem Kapitel gesagt wird, mit denselben Sekunden wie im Englischen. */
export const script = [
  {
    title: 'Reihenfolge',
    lines: [
      [4.2, 'Plätze getauscht: Wer biss wen?'],
      [4.7, 'Attention: dieselben {words.length} Ausgaben.'],
      [4.2, 'Positionsstempel ändern alle {fresh}.'],
    ],
  },
  {
    title: 'Uhren',
    lines: [
      [4.3, 'Den Stempel bilden {waves.length} Uhren.'],
      [4.8, 'Bei {position} steht Uhr {state.pair} fast wie bei {other}.'],
      [4, 'Doch Uhr {state.pair} trennt {position} von {other}.'],
    ],
  },
  {
    title: 'RoPE',
    lines: [
      [5.4, 'RoPE dreht Mann und Hund wie Zeiger.'],
      [4.4, 'Kleiner Winkel, hohe Passung.'],
      [5.4, 'Gleicher Abstand, gleiche Passung: {score 2}.'],
    ],
  },
  {
    title: 'Reichweite',
    lines: [
      [4.3, 'Die Tabelle hat nur {state.length} Zeilen.'],
      [4.8, 'Uhren laufen weiter, in neue Winkel.'],
      [5.4, 'Was sie bedeuten, lernte das Modell nie.'],
      [4.1, 'Nun du: Zieh die blaue Linie.'],
    ],
  },
];
