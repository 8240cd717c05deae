/** Die Fragen zu pe-clocks. */
import { grouped } from '../../../figures/chassis/format.js';

const hands = 'Ihre Zeiger für {state.position} und {state.other} haben den Abstand ';

export const clocks = {
  'clocks-alike': {
    ask:
      'Uhr {state.pair} dreht in {waves.0 2} Positionen eine Runde. ' +
      'Welche Position verwechselt sie mit Position {state.other}?',
    options: [
      [
        'half',
        '{clocks position=3 state.position}, etwa eine halbe Runde weiter',
        'Nach einer halben Runde zeigt der Zeiger in die andere Richtung. ' +
          'Der Abstand ist {clocks position=3 chords.0 3}, fast der größte mögliche.',
      ],
      [
        'one',
        '{clocks position=6 state.position}, etwa eine Runde weiter',
        'Der Zeiger ist noch nicht ganz herum. Es fehlen noch {clocks position=6 chords.0 3}.',
      ],
      ['many', '{state.position}, viele Runden weiter', `${hands}{chords.0 4}, also fast keinen.`],
    ],
    shows: `${hands}{chords.0 4}`,
  },
  'clocks-together': {
    ask:
      'Auf Uhr {state.pair} sehen die Positionen {state.other} und {state.position} gleich aus. ' +
      'Können alle {waves.length} Uhren zusammen sie unterscheiden?',
    options: [
      [
        'yes',
        'ja, leicht',
        'Nur {fooled} Uhr lässt sich täuschen. ' +
          'Auf allen zusammen ist der Abstand der Positionen {total 3}.',
      ],
      [
        'no',
        'nein: Eine Kette ist so stark wie ihr schwächstes Glied',
        'Eine Uhr, die einen Unterschied zeigt, genügt.',
      ],
      [
        'short',
        'nur in einem kurzen Text',
        'Die Länge des Textes bewegt keinen Zeiger. Das tut nur die Position.',
      ],
    ],
    shows: 'Auf allen Uhren zusammen haben die beiden Positionen den Abstand {total 3}',
  },
  'clocks-slowest': {
    ask:
      'Eine Kodierung hat {state.dim} Dimensionen. ' +
      'Wie lange braucht ihre langsamste Uhr für eine Runde?',
    options: [
      [
        'limit',
        ({ waves, state }) =>
          `${grouped(waves[0] * state.base)} Positionen, wie es in vielen Büchern steht`,
        'Das ist der Grenzwert für unendlich viele Dimensionen. Keine Uhr erreicht ihn.',
      ],
      [
        'less',
        '{waves.255} Positionen',
        'Uhr {state.pair} ist die letzte, und ihr Exponent ist etwas kleiner als eins. ' +
          'Darum braucht sie {waves.255} Positionen.',
      ],
      [
        'base',
        '{state.base} Positionen, die Basis',
        'Die Basis vervielfacht die Runde der schnellsten Uhr, und die braucht ' +
          '{waves.0 2} Positionen.',
      ],
    ],
    shows: 'Uhr {state.pair} dreht in {waves.255} Positionen eine Runde',
  },
  'clocks-still': {
    ask:
      'Die langsamste von {waves.length} Uhren wiederholt sich fast nie. ' +
      'Warum genügt sie nicht allein?',
    options: [
      [
        'repeats',
        'sie wiederholt sich trotzdem zu früh',
        'Für eine Runde braucht sie {waves.31} Positionen. Kaum ein Text ist so lang.',
      ],
      [
        'jumps',
        'ihr Zeiger bewegt sich ungleichmäßig',
        'Jeder Schritt dreht ihn um denselben Winkel. Der ist nur sehr klein.',
      ],
      ['alike', 'Nachbarn sehen auf ihr gleich aus', `${hands}{chords.31 sci2}.`],
    ],
    shows: `${hands}{chords.31 sci2}`,
  },
  'clocks-fastest': {
    ask: 'Welche Uhr unterscheidet Position {state.position} am besten von Position {state.other}?',
    options: [
      [
        'fast',
        'die schnellste',
        `${hands}{chords.0 4}. Auf jeder langsameren Uhr sind sie näher zusammen.`,
      ],
      [
        'slow',
        'die langsamste, weil sie sich nie wiederholt',
        'Die langsamste Uhr rückt in einem Schritt kaum vor: um {chords.31 sci2}.',
      ],
      [
        'all',
        'alle können es gleich gut',
        'Jede Uhr hat ihren eigenen Winkel. Ein größerer ist leichter zu sehen.',
      ],
    ],
    shows: `${hands}{chords.0 4}`,
  },
  'clocks-linear': {
    ask:
      'Du baust {state.clocks} Uhren. ' +
      'Jede ist um gleich viele Positionen langsamer als die davor, ' +
      'nicht um denselben Faktor. Was passiert?',
    options: [
      [
        'nothing',
        'nichts: Die schnellste und die langsamste bleiben gleich',
        'Auf die Uhren dazwischen kommt es an. Mit einem Faktor gibt es ' +
          '{clocks task=build build.count} Doppelgänger.',
      ],
      [
        'ends',
        'ein paar Positionen am Ende sehen gleich aus',
        'Doppelgänger gibt es überall. Die schnelle Uhr ist herum, bevor die nächste sich bewegt.',
      ],
      [
        'many',
        'sehr viele Positionen sehen gleich aus',
        'Es gibt {build.count} Doppelgänger. Keine Uhr füllt die Lücke zwischen der schnellsten und der nächsten.',
      ],
    ],
    shows: '{build.count} Doppelgänger',
  },
  'clocks-base': {
    ask:
      'Du baust {state.clocks} Uhren mit der Basis {state.base} statt ' +
      '{clocks task=build state.base}. Was geht schief?',
    options: [
      [
        'soon',
        'die langsamste Uhr ist zu früh herum',
        'Sie ist nach {waves.4} Positionen herum, und es gibt {build.count} Doppelgänger.',
      ],
      [
        'slow',
        'die Uhren sind zu langsam, um Nachbarn zu unterscheiden',
        'Eine kleinere Basis macht die Uhren schneller, nicht langsamer.',
      ],
      [
        'gap',
        'von Uhr zu Uhr ist der Sprung zu groß',
        'Größere Sprünge macht eine größere Basis. Hier sind sich alle Uhren zu ähnlich.',
      ],
    ],
    shows: '{build.count} Doppelgänger',
  },
};
