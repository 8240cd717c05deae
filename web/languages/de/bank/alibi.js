/** Die Fragen zu pe-alibi. */
import { fixed, grouped } from '../../../figures/chassis/format.js';

/** Gibt den Bias des Keys zurück. */
const biasOf = ({ state, rows }) => rows[(state.head - 1) * state.length + state.other];
/** Sagt, um wie viel der Score sinkt. */
const drop = (model) => `sinkt der Score um ${grouped(-biasOf(model))}`;
/** Sagt, das Wievielfache ihres eigenen Gewichts die Query dem Key gibt. */
const share = ({ state: { head, length, position, other }, weights }) => {
  const row = (head - 1) * length;
  return `${fixed(weights[row + other] / weights[row + position], 3)}-Fache des Gewichts`;
};

export const alibi = {
  'alibi-last': {
    ask:
      'Der erste Kopf halbiert ein Gewicht alle {halves.0 2} Positionen. ' +
      'Was macht der letzte, Nummer {state.head}?',
    options: [
      [
        'same',
        'genauso, denn alle Köpfe arbeiten gleich',
        'Jeder Kopf hat seine eigene Steigung. Darum sehen keine zwei gleich weit.',
      ],
      [
        'times',
        ({ halves, state }) =>
          `alle ${fixed(halves[0] * state.head, 2)} Positionen, also ${state.head}-mal so weit`,
        'Die Steigung halbiert sich von Kopf zu Kopf. Wiederholtes Halbieren wirkt viel stärker.',
      ],
      [
        'far',
        'er sieht den ganzen Text',
        'Er halbiert ein Gewicht alle {halves.7 2} Positionen. Kein Wort im Text ist zu fern.',
      ],
    ],
    shows: 'halbiert ein Gewicht alle {halves.7 2} Positionen',
  },
  'alibi-double': {
    ask: ({ state, slopes }) => {
      const half = (state.position - state.other) / 2;
      return (
        `Beim Abstand ${half} zieht Kopf ${state.head} vom Score ` +
        `${grouped(slopes[state.head - 1] * half)} ab. Wie viel zieht er beim doppelten Abstand ab?`
      );
    },
    options: [
      ['twice', 'doppelt so viel', (model) => `Der Abzug ist eine Gerade. Hier ${drop(model)}.`],
      ['square', 'viermal so viel', 'Der Abzug ist Steigung mal Abstand.'],
      [
        'same',
        'kaum mehr, denn er flacht ab',
        'Gelernte Zahlen flachen oft ab. Die Gerade von ALiBi läuft immer weiter.',
      ],
    ],
    shows: drop,
  },
  'alibi-self': {
    ask: 'Wie viel zieht ALiBi von dem Score ab, den ein Wort sich selbst gibt?',
    options: [
      [
        'slope',
        'eine Steigung',
        'Die Steigung wird für jeden Schritt einmal abgezogen. Zu sich selbst ist es keiner.',
      ],
      [
        'nothing',
        'nichts',
        'Von sich selbst hat ein Wort keinen Abstand, also sinkt der Score nicht.',
      ],
      ['position', 'bei späteren Wörtern mehr', 'Nur der Abstand zählt, nicht die Position.'],
    ],
    shows: 'also sinkt der Score nicht',
  },
  'alibi-later': {
    ask:
      'Die Query steht bei {state.position}, der Key bei {state.other}, die Maske ist kausal. ' +
      'Welchen Bias bekommt der Key?',
    options: [
      [
        'line',
        ({ state, slopes }) =>
          `${fixed((state.position - state.other) * slopes[state.head - 1], 2)}, nach ` +
          'seinem Abstand',
        'Das ist der Bias des Abstands. Aber der Key kommt später, und die Maske verdeckt ihn.',
      ],
      [
        'zero',
        'keinen, denn die Gerade beginnt bei der Query',
        'Ohne einen Bias könnte das Wort in die Zukunft sehen.',
      ],
      ['mask', 'minus unendlich', 'Der Key kommt später. Der Bias −∞ macht sein Gewicht null.'],
    ],
    shows: 'Bias −∞',
  },
  'alibi-twelve': {
    ask:
      'Bei {state.heads} Köpfen fällt die Steigung bis zum achten auf {slopes.7 4}. ' +
      'Welche hat Kopf {state.head} nach der Regel im Artikel?',
    options: [
      [
        'gentler',
        'eine noch flachere',
        'Nur bei einer Zweierpotenz werden Steigungen immer flacher. Zwölf ist keine.',
      ],
      [
        'steep',
        'wieder eine steile',
        'Kopf {state.head} von {state.heads} hat die Steigung {slopes.8 4}. ' +
          'Die übrigen Köpfe beginnen eine neue Reihe.',
      ],
      [
        'same',
        'dieselbe wie der achte, denn die Steigungen sind aufgebraucht',
        'Die übrigen Köpfe bekommen Steigungen zwischen denen der ersten.',
      ],
    ],
    shows: 'Kopf {state.head} von {state.heads} hat die Steigung {slopes.8 4}',
  },
  'alibi-next': {
    ask: 'Der steilste Kopf schaut ein Wort zurück. Wie viel Gewicht bekommt dieses Wort?',
    options: [
      [
        'none',
        'fast keins, denn dieser Kopf sieht nur sich selbst',
        'Dieser Kopf sieht auch nahe Wörter. Ein Nachbar zählt noch.',
      ],
      [
        'half',
        'halb so viel wie die Query selbst, wie die Steigung sagt',
        'Die Steigung wird vom Score abgezogen, nicht vom Gewicht. Softmax kommt danach.',
      ],
      [
        'more',
        'mehr als halb so viel wie die Query selbst',
        (model) =>
          `Sind alle Scores gleich, bekommt es das ${share(model)}, das die Query sich ` +
          'selbst gibt.',
      ],
    ],
    shows: share,
  },
};
