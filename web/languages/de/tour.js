/** Die Texte von pe-tour. */
import { transport } from './chassis.js';

export const tour = {
  label: 'Tour durch die Grafiken',
  play: transport.play,
  pause: transport.pause,
  resume: 'Weiter',
  again: 'Noch einmal ansehen',
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
      [4.7, 'Bei {position} steht Uhr {state.pair} fast wie bei {other}.'],
      [4, 'Doch Uhr {state.pair} trennt {position} von {other}.'],
    ],
  },
  {
    title: 'Wellen',
    lines: [
      [3.8, 'Der Zeiger malt eine Welle.'],
      [7.1, 'Schnelle trennen nahe Wörter, langsame ferne.'],
    ],
  },
  {
    title: 'RoPE',
    lines: [
      [5.2, 'RoPE dreht jedes Wort wie einen Zeiger.'],
      [5.4, 'Gleicher Abstand, gleiche Passung: {score 2}.'],
    ],
  },
  {
    title: 'Reichweite',
    lines: [
      [4.3, 'Die Tabelle hat nur {state.length} Zeilen.'],
      [5.1, 'Uhren laufen weiter, aber untrainiert.'],
      [3, 'Jetzt bist du dran.'],
    ],
  },
];
