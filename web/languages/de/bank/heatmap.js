/** Die Fragen zu pe-heatmap. */
import { grouped } from '../../../figures/chassis/format.js';
import { columnOf } from '../../../figures/heatmap/model.js';

/** Sagt, was die gewählte Spalte ist. */
const column = ({ state }) => {
  const { pair, cosine } = columnOf(state, state.dimension);
  return `ist Dimension ${state.dimension} der ${cosine ? 'Kosinus' : 'Sinus'} von Uhr ${pair}`;
};
const columnHere = (model) => `An Position ${model.state.position} ${column(model)}`;
/** Schreibt, wie viele Zahlen die Matrix hat. */
const size = ({ state }) => `${grouped(state.length * state.dim)} Zahlen`;

const rows = 'Die Zeilen {state.position} und {state.other} haben den Abstand {apart 3}';

export const heatmap = {
  'heatmap-zero': {
    ask: 'Was steht in der Zeile von Position {state.position}?',
    options: [
      [
        'zeros',
        'lauter Nullen',
        'Der Sinus von null ist null. Aber die Hälfte der Spalten sind Kosinuswerte.',
      ],
      [
        'random',
        'kleine zufällige Zahlen',
        'So beginnt eine gelernte Tabelle. Hier macht eine Formel jede Zahl.',
      ],
      [
        'both',
        'abwechselnd Nullen und Einsen',
        'Jeder Zeiger steht senkrecht. In Zeile {state.position} hat Spalte {state.dimension} ' +
          'einen Kosinus, und der ist +{pe 64 0 1}.',
      ],
    ],
    shows: 'Position {state.position}, Dimension {state.dimension}: +{pe 64 0 1}, der Kosinus',
  },
  'heatmap-right': {
    ask: 'Warum ändern sich die Spalten rechts von Zeile zu Zeile kaum?',
    options: [
      [
        'slow',
        'ihre Uhren sind langsam',
        (model) => `Zum Beispiel ${column(model)}. Die braucht für eine Runde viel mehr Zeilen.`,
      ],
      [
        'empty',
        'sie sagen nichts aus',
        'Diese Spalten unterscheiden ferne Positionen. In wenigen Zeilen scheinen sie stillzustehen.',
      ],
      [
        'rounded',
        'ihre Zahlen sind gerundet',
        'Alle Spalten sind gleich genau. Die Uhren rechts drehen sich nur um kleine Winkel.',
      ],
    ],
    shows: columnHere,
  },
  'heatmap-size': {
    ask: (model) =>
      `Die Matrix hat ${size({ state: { ...model.state, length: model.state.length / 2 } })}. ` +
      'Dann wird der Text doppelt so lang. Wie viele hat sie jetzt?',
    options: [
      ['same', 'gleich viele', 'Jede Position braucht ihre eigene Zeile.'],
      [
        'square',
        'viermal so viele',
        'Viermal so viele werden Scores: Jedes Wort schaut auf jedes. ' +
          'Eine Tabelle hat eine Zeile pro Wort.',
      ],
      [
        'double',
        'doppelt so viele',
        (model) => `Sie hat doppelt so viele Zeilen, also ${size(model)}.`,
      ],
    ],
    shows: size,
  },
  'heatmap-layout': {
    ask:
      'Ein Programm schreibt erst alle Sinuswerte, dann alle Kosinuswerte. ' +
      'Wo steht der erste Kosinus?',
    options: [
      [
        'beside',
        'neben seinem Sinus, wie immer',
        'In der anderen Anordnung wechseln sich Sinus und Kosinus ab.',
      ],
      [
        'middle',
        'in der Mitte',
        (model) => `Die Sinuswerte füllen die linke Hälfte. ${columnHere(model)}.`,
      ],
      [
        'last',
        'in der letzten Spalte',
        'Auch dort steht ein Kosinus. Er gehört aber zur langsamsten Uhr.',
      ],
    ],
    shows: columnHere,
  },
  'heatmap-rows': {
    ask:
      'In Spalte {state.dimension} haben die Positionen {state.position} und {state.other} ' +
      'fast denselben Wert. Sind ihre Zeilen ähnlich?',
    options: [
      [
        'yes',
        'ja, denn die erste Spalte zählt am meisten',
        'Keine Spalte zählt mehr als eine andere. Schau die ganze Zeile entlang.',
      ],
      ['no', 'nein', `Eine Spalte stimmt überein, die anderen nicht. ${rows}.`],
      [
        'short',
        'nur wenn es wenige Spalten gibt',
        'Mit zwei Spalten wären sie ähnlich. Hier sind es {state.dim}.',
      ],
    ],
    shows: rows,
  },
  'heatmap-step': {
    ask:
      'Die ersten zwei Zeilen haben den Abstand {heatmap position=1,other=0 apart 3}. ' +
      'Welchen Abstand haben die Zeilen {state.other} und {state.position}?',
    options: [
      ['same', 'genau denselben', `${rows}. Jede Uhr macht überall denselben Schritt.`],
      [
        'less',
        'einen kleineren: Weiter unten wird das Bild glatter',
        'Die Farben ändern sich unten so schnell wie oben. Keine Uhr wird langsamer.',
      ],
      [
        'more',
        'einen größeren: Die Uhren sind auseinandergelaufen',
        'Die Uhren stehen anders, doch ein Schritt dreht jede Uhr weiter um ihren eigenen Winkel.',
      ],
    ],
    shows: rows,
  },
};
