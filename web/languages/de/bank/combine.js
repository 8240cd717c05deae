/** Die Fragen zu pe-combine. */
import { full } from '../../../figures/chassis/format.js';
import { percent } from '../combine.js';

const spreadText = (spread) => full(spread, 'float64');

/** Schreibt, was in der Tabelle über die lineare Sonde und die Wörter steht. */
const wordsRead = ({ spread, shares: { probe } }) => `${spreadText(spread)} ${percent(probe.word)}`;

/** Schreibt, was in der Tabelle über die lineare Sonde steht. */
const bothRead = ({ shares: { probe } }) => `${percent(probe.word)} ${percent(probe.position)}`;

const balanced = 'sind Wort und Stempel etwa gleich lang';
const lost = 'Die Position geht verloren: Der Stempel von {chosen.readPosition} liegt näher';

const wider = ({ state: { dim } }) => `${2 * dim} Zahlen statt ${dim}`;

export const combine = {
  'combine-scale': {
    ask:
      'Lange Stempel verdecken die kurzen Wörter, zu denen sie addiert werden. ' +
      'Der erste Transformer multipliziert die Wörter mit √{state.dim}, bevor er addiert. ' +
      'Was bewirkt das?',
    options: [
      [
        'turn',
        'es dreht Wörter von den Stempeln weg',
        'Ein Faktor ändert die Länge eines Wortes. Seine Richtung bleibt.',
      ],
      [
        'stamps',
        'Positionen zählen dann mehr',
        'Nur die Wörter werden länger. Verglichen mit ihnen zählen Stempel weniger als vorher.',
      ],
      [
        'length',
        'es macht Wörter ungefähr so lang wie Stempel',
        `Dann ${balanced}. Also ähnelt die Summe Wort und Stempel.`,
      ],
    ],
    shows: balanced,
  },
  'combine-long': {
    ask:
      'Jetzt werden Wörter viel länger als Stempel. ' +
      'Wir suchen das bekannte Wort und den bekannten Stempel, ' +
      'die der Summe am nächsten liegen. Was finden wir?',
    options: [
      ['word', 'nur das Wort', `${lost}. Ist das Wort zu lang, verdeckt es den Stempel.`],
      [
        'both',
        'beides: Längere Wörter sind leichter zu lesen',
        'Die Wörter ja. Aber die Summe ähnelt jetzt nur ihrem Wort, an jeder Position.',
      ],
      [
        'none',
        'nichts: Lange Vektoren verdecken alles Addierte',
        'Lange Vektoren verdecken kurze. Das lange Wort selbst ist leicht zu finden.',
      ],
    ],
    shows: lost,
  },
  'combine-probe': {
    ask: (model) =>
      `Nur bei ${percent(model.shares.nearest.word)} aller Summen liegt das richtige ` +
      'Wort am nächsten. ' +
      'Hat das Addieren der Stempel die Wörter zerstört?',
    options: [
      [
        'gone',
        'ja: Eine Summe lässt sich nicht zerlegen',
        'Eine Summe zweier Zahlen nicht. Zwei Vektoren findet, wer alle möglichen kennt.',
      ],
      [
        'there',
        'nein: Eine angepasste lineare Sonde liest sie',
        ({ spread, shares: { probe } }) =>
          `Bei der Standardabweichung ${spreadText(spread)} liest sie ${percent(probe.word)} ` +
          'der Wörter. Was das am nächsten liegende Wort nicht zeigt, kann noch in der Summe stecken.',
      ],
      [
        'half',
        'zum Teil: Kurze Wörter sind weg, lange bleiben',
        'Hier sind alle Wörter kurz, und die lineare Sonde liest sie trotzdem.',
      ],
    ],
    shows: wordsRead,
  },
  'combine-room': {
    ask:
      'Mit {combine std=0.1 state.dim} Zahlen pro Vektor liest eine lineare Sonde alle Wörter. ' +
      'Und wenn es nur {state.dim} Zahlen sind?',
    options: [
      [
        'same',
        'sie liest noch alle: Addieren geht in jeder Größe',
        '{state.dim} Zahlen haben wenig Platz für alle Wörter und Stempel.',
      ],
      [
        'better',
        'sie liest sie besser: Weniger Zahlen sind anzupassen',
        'Zu unterscheiden sind so viele Wörter und Positionen wie vorher, mit weniger Zahlen.',
      ],
      [
        'worse',
        'sie verwechselt einige',
        ({ shares: { probe } }) =>
          `Sie liest ${percent(probe.word)} der Wörter und ${percent(probe.position)} ` +
          'der Positionen. ' +
          'Mit weniger Zahlen sind Wörter und Stempel schwerer zu trennen.',
      ],
    ],
    shows: bothRead,
  },
  'combine-side': {
    ask:
      'Ein Stempel könnte neben seinem Wort stehen, statt addiert zu werden. ' +
      'Dann lassen sich Wort und Stempel immer lesen. Was kostet das?',
    options: [
      [
        'nothing',
        'nichts: Stempel werden berechnet, nicht gelernt',
        'Die Stempel sind gratis. Aber die Matrizen, die sie lesen, haben mehr gelernte Zeilen.',
      ],
      [
        'wide',
        wider,
        'Jede Matrix, die sie liest, wird doppelt so groß. Addieren braucht nicht mehr als vorher.',
      ],
      [
        'order',
        'die Ordnung: Nichts sagt, welche Hälfte welche ist',
        'Die Hälften haben feste Plätze. Jede Zeile einer Matrix liest immer dieselbe Hälfte.',
      ],
    ],
    shows: wider,
  },
};
