/** Die Fragen zu pe-waves. */
import { fixed } from '../../../figures/chassis/format.js';

const height =
  'Nach dem Kosinus allein liegen die Positionen {state.position} und {state.other} um ' +
  '{cosine 4} auseinander';
const both = 'nach Sinus und Kosinus zusammen um {chord 4}';

export const waves = {
  'waves-middle': {
    ask:
      'In {state.length} Positionen macht die schnellste von {waves.length} Uhren ' +
      '{turns.0 2} Runden. ' +
      'Wie viele macht Uhr {state.pair} in der Mitte der Liste?',
    options: [
      [
        'half',
        'etwa halb so viele',
        'Jede Uhr ist um denselben Faktor langsamer. Bis zur Mitte hat er schon oft gewirkt.',
      ],
      [
        'two',
        '{turns.7 2}, wie eine Anleitung zeigt',
        'So viele macht Uhr {waves pair=7 state.pair}. Uhr {state.pair} ist viel langsamer.',
      ],
      [
        'part',
        'nicht einmal eine',
        'In allen {state.length} Positionen macht sie {turns.16 3} Runden.',
      ],
    ],
    shows: '{turns.16 3} in allen {state.length} Positionen',
  },
  'waves-twins': {
    ask: 'Du siehst nur die Höhe des Zeigers, seinen Kosinus. Welche Positionen sehen gleich aus?',
    options: [
      [
        'none',
        'keine: Jede Position hat ihre eigene Höhe',
        'Die Welle kommt in jeder Runde zweimal auf jede Höhe, beim Steigen und beim Fallen.',
      ],
      [
        'twins',
        'zwei auf verschiedenen Seiten der Uhr',
        'Nach der Höhe liegen {state.position} und {state.other} nur um {cosine 4} auseinander.',
      ],
      [
        'next',
        'alle Nachbarn, denn der Zeiger rückt kaum vor',
        'Diese Uhr kommt in einem Schritt weit. Langsame Uhren verwechseln Nachbarn.',
      ],
    ],
    shows: height,
  },
  'waves-both': {
    ask: 'Warum liefert jede Uhr zwei Zahlen, einen Sinus und einen Kosinus?',
    options: [
      ['side', 'eine Zahl sagt nicht, auf welcher Seite der Zeiger steht', `${height}, ${both}.`],
      [
        'exact',
        'zwei Zahlen sind genauer als eine',
        'Auch zu einer exakten Höhe passen zwei Zeiger.',
      ],
      [
        'even',
        'damit der Vektor eine gerade Länge hat',
        'Die gerade Länge ist die Folge, nicht der Grund. Zu einer Zahl passen zwei Zeiger.',
      ],
    ],
    shows: `${height}, ${both}`,
  },
  'waves-never': {
    ask: 'Die schnellste Uhr beginnt an Position {state.other}. Wann ist sie genau wieder dort?',
    options: [
      [
        'six',
        'an Position {waves position=6 state.position}',
        'Dem Zeiger fehlen dann noch {waves position=6,other=0 chord 4}. Er ist also nicht herum.',
      ],
      [
        'near',
        'an Position {state.position}',
        'Der Zeiger kommt sehr nah, aber es fehlen noch {chord 4}.',
      ],
      [
        'never',
        'an keiner ganzen Position',
        'Selbst die Zeiger an {state.position} und {state.other} sind {chord 4} auseinander. ' +
          'Eine Runde ist keine ganze Zahl von Positionen.',
      ],
    ],
    shows: both,
  },
  'waves-slowest': {
    ask: 'Wie weit dreht sich die langsamste Uhr in {state.length} Positionen?',
    options: [
      [
        'once',
        'einmal herum, damit sich keine Position wiederholt',
        'Nichts passt die Uhren an die Länge an. Diese ist für viel längere Texte gemacht.',
      ],
      [
        'quarter',
        'etwa eine Viertelrunde',
        'Sie ist viel langsamer. Ihre nächsten Nachbarn sind fast so langsam.',
      ],
      [
        'degree',
        'um weniger als ein Grad',
        ({ turns }) =>
          `Sie macht ${fixed(turns(31), 4)} Runden, das sind ${fixed(turns(31) * 360, 2)}°.`,
      ],
    ],
    shows: '{turns.31 4}',
  },
  'waves-factor': {
    ask:
      'Uhr {waves pair=0 state.pair} macht {turns.0 2} Runden, Uhr {waves pair=1 state.pair} ' +
      'macht {turns.1 2}. Und Uhr {state.pair}?',
    options: [
      [
        'factor',
        '{turns.2 2}: um denselben Faktor weniger',
        'Sie macht {turns.2 2} in allen {state.length} Positionen. Der Faktor ist immer derselbe.',
      ],
      [
        'difference',
        ({ turns }) => `${fixed(2 * turns(1) - turns(0), 2)}: um dieselbe Zahl weniger`,
        'Abziehen wäre bald bei null. Alle Uhren drehen sich, sogar die langsamste.',
      ],
      ['same', '{turns.1 2}: Nur die erste ist anders', 'Jede Uhr hat ihr eigenes Tempo.'],
    ],
    shows: '{turns.2 2} in allen {state.length} Positionen',
  },
};
