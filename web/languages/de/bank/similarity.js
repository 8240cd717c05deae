/** Die Fragen zu pe-similarity. */
import { fixed } from '../../../figures/chassis/format.js';

const nearer = 'aber ihre Kodierungen liegen näher beieinander';
/** Sagt, dass sich Positionen im größeren Abstand trotzdem mehr ähneln. */
const although = ({ metric }) => (metric === 'euclidean' ? nearer : 'sind aber ähnlicher');

/** Sagt, welcher größere Abstand den gewählten schlägt. */
const rival = ({ state, rivals, values }) =>
  `Positionen im Abstand ${rivals[state.offset]} liegen weiter auseinander, ` +
  `${although(state)}: ${fixed(values[rivals[state.offset]], 4)}`;

const least = 'Am wenigsten ähneln sich Positionen im Abstand {least}: {values.62 4}';

export const similarity = {
  'similarity-far': {
    ask: 'Was ist ähnlicher: Positionen im Abstand {state.offset} oder im Abstand {rivals.47}?',
    options: [
      [
        'near',
        'die im Abstand {state.offset}, denn näher ist ähnlicher',
        'Im Großen stimmt das, aber die Kurve geht auf und ab. Schau auf ihr Ende.',
      ],
      [
        'far',
        'die im Abstand {rivals.47}',
        (model) => `${rival(model)}. Eine Uhr, die wieder herum ist, macht sie ähnlich.`,
      ],
      [
        'equal',
        'keine: So weit auseinander sind alle gleich ähnlich',
        'Die Ähnlichkeit steigt und fällt auch dort noch.',
      ],
    ],
    shows: rival,
  },
  'similarity-least': {
    ask: 'Wie tief fällt die Ähnlichkeit innerhalb von {state.length} Positionen?',
    options: [
      [
        'zero',
        'auf null: Ferne Positionen haben nichts gemeinsam',
        'Die langsamen Uhren haben sich kaum gedreht. Sie halten alle Positionen ähnlich.',
      ],
      [
        'negative',
        'unter null: Ferne Positionen sind entgegengesetzt',
        'Nur einige schnelle Uhren zeigen entgegengesetzt. Die langsamen stimmen noch überein.',
      ],
      ['least', 'nicht einmal auf ein Drittel', `${least}.`],
    ],
    shows: least,
  },
  'similarity-where': {
    ask:
      'Zwei Positionen haben den Abstand {state.offset}. Beide rücken um {state.position} weiter. ' +
      'Wie groß ist ihr Skalarprodukt jetzt?',
    options: [
      [
        'same',
        'genauso groß',
        'Ihr Skalarprodukt ist {values.8 4}, und zwar überall. Es zählt nur ihr Abstand.',
      ],
      [
        'smaller',
        'kleiner, denn beide sind weit vom Anfang',
        'Kein Zeiger wird weit vom Anfang kürzer.',
      ],
      [
        'larger',
        'größer, denn beide Positionen sind größere Zahlen',
        'Die Position ist hier ein Winkel, keine Länge. Kein Zeiger wird länger.',
      ],
    ],
    shows: 'Ihr Skalarprodukt ist {values.8 4}',
  },
  'similarity-self': {
    ask: 'Eine Kodierung hat {state.dim} Dimensionen. Was ist ihr Skalarprodukt mit sich selbst?',
    options: [
      [
        'one',
        'eins, wie bei jedem Einheitsvektor',
        'Jede Uhr ist ein Einheitsvektor. Die ganze Kodierung hat viele Uhren.',
      ],
      [
        'grows',
        'bei größeren Positionen mehr',
        'Die Position dreht die Zeiger nur. Länger macht sie keinen.',
      ],
      [
        'clocks',
        'so viel, wie sie Uhren hat',
        'Jede Uhr trägt sin² + cos² bei, also eins. Das Skalarprodukt ist {values.0 3}.',
      ],
    ],
    shows: 'Ihr Skalarprodukt ist {values.0 3}',
  },
  'similarity-five': {
    ask:
      'Welche Kodierung ist weiter von der von Position {state.position} entfernt: ' +
      'die von Position {state.offset} oder die von Position {rivals.5}?',
    options: [
      [
        'nearer',
        'die von Position {state.offset}',
        (model) =>
          `${rival(model)}. Die Kodierung von Position ${model.state.offset} ist weiter entfernt.`,
      ],
      [
        'later',
        'die von Position {rivals.5}, denn sie kommt später',
        'Auf der schnellsten Uhr ist sie fast eine ganze Runde weiter. Ihr Zeiger ist wieder nah.',
      ],
      [
        'equal',
        'beide gleich weit',
        'Ihre Distanzen sind fast gleich, aber nicht ganz: {values.5 3} und {values.6 3}.',
      ],
    ],
    shows: rival,
  },
  'similarity-next': {
    ask: 'Wie ähnlich sind sich die Kodierungen zweier Nachbarn?',
    options: [
      [
        'unlike',
        'gar nicht, denn jede Position muss eindeutig sein',
        'Eindeutig heißt nicht weit entfernt. Die meisten Uhren rücken in einem Schritt kaum vor.',
      ],
      [
        'almost',
        'fast gleich',
        'Ihre Kosinus-Ähnlichkeit ist {values.1 4}. Nur die schnellen Uhren sind sichtbar weiter.',
      ],
      [
        'equal',
        'gleich: Der Unterschied ist zu klein zum Rechnen',
        'Schon die schnellste Uhr allein dreht sich weit genug, um sie zu unterscheiden.',
      ],
    ],
    shows: 'Ihre Kosinus-Ähnlichkeit ist {values.1 4}',
  },
};
