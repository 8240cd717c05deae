/** Die Fragen zu pe-precision. */
import { grouped } from '../../../figures/chassis/format.js';
import { LIMIT } from '../../../figures/precision/model.js';

/** Nennt die gewählte Uhr, die Position davor und die Position. */
const where = ({ state: { pair, position } }) =>
  `Uhr ${pair}, Positionen ${grouped(position - 1)} und ${grouped(position)}`;

const same = (model) => `${where(model)}: als ein Paar gespeichert`;
const different = (model) => `${where(model)}: als zwei Paare gespeichert`;

const still =
  'Im Format {state.format} bleiben {still.bfloat16} von {same.length} Uhren an einer Position stehen';
const stillFloat16 =
  'Im Format {state.format} bleiben {still.float16} von {same.length} Uhren an einer Position stehen';

/** Sagt, dass keine Uhr stehen bleibt. */
const none = ({ state, same: { length } }) =>
  `Im Format ${state.format} bleibt bis Position ${grouped(LIMIT)} keine der ${length} ` +
  'Uhren stehen';

export const precision = {
  'precision-slow': {
    ask:
      'Eine Tabelle von Sinus und Kosinus wird in bfloat16 gespeichert, mit wenigen ' +
      'Bits pro Zahl. ' +
      'Was passiert mit Uhr {state.pair}, der langsamsten?',
    options: [
      [
        'same',
        'bei manchen Schritten bleibt sie stehen',
        (model) => `${same(model)}. Der Schritt ist kleiner als die Lücke zwischen zwei Zahlen.`,
      ],
      [
        'less',
        'nichts: Kleine Schritte brauchen wenige Bits',
        'Gerade kleine Schritte brauchen viele Bits. ' +
          'Sonst werden beide Enden zur selben Zahl gerundet.',
      ],
      [
        'back',
        'sie dreht sich rückwärts',
        'Runden schiebt einen Zeiger zur nächsten Zahl. Zurück dreht es ihn nicht.',
      ],
    ],
    shows: same,
  },
  'precision-fast': {
    ask:
      'In bfloat16 bleiben die langsamsten Uhren bei manchen Schritten stehen. ' +
      'Was macht Uhr {state.pair}, die schnellste, an Position {state.position}?',
    options: [
      [
        'worse',
        'sie bleibt auch stehen: Sie hat dieselben Bits',
        'Sie hat dieselben Bits, aber viel größere Schritte.',
      ],
      [
        'blur',
        'sie ist am schlimmsten dran: Sie kommt zu weit zum Speichern',
        'Ein Zeiger hat die Länge eins. Seine Zahlen bleiben immer zwischen minus eins und eins.',
      ],
      [
        'fine',
        'sie unterscheidet Nachbarn noch',
        (model) => `${different(model)}. Ein Schritt führt sie weit.`,
      ],
    ],
    shows: different,
  },
  'precision-float32': {
    ask: 'Programme berechnen diese Tabellen oft in float32, auch für Modelle in bfloat16. Warum?',
    options: [
      [
        'speed',
        'float32 ist schneller',
        'float32 braucht doppelt so viel Speicher wie bfloat16. Der Grund liegt in den Zahlen.',
      ],
      ['apart', 'dann sind alle Nachbarn verschieden', (model) => `${none(model)}.`],
      [
        'range',
        'bfloat16 kann so große Positionen nicht speichern',
        'Sinus und Kosinus bleiben überall klein. Es kommt auf die Lücke zwischen Zahlen an.',
      ],
    ],
    shows: none,
  },
  'precision-half': {
    ask:
      'Eine Zahl in float16 hat so viele Bits wie eine in bfloat16. ' +
      'Worin bleiben weniger der {same.length} Uhren stehen?',
    options: [
      [
        'bfloat16',
        'in bfloat16',
        'bfloat16 verwendet Bits für sehr große und sehr kleine Zahlen. ' +
          'Eine Tabelle braucht beides nicht.',
      ],
      [
        'equal',
        'gleich viele: Es sind gleich viele Bits',
        'Die Formate teilen diese Bits verschieden auf, für Größe und für Ziffern.',
      ],
      ['float16', 'in float16', `${stillFloat16}. In bfloat16 sind es {still.bfloat16}.`],
    ],
    shows: stillFloat16,
  },
  'precision-base': {
    ask:
      'Mit Basis {precision format=bfloat16 state.base} bleiben in bfloat16 ' +
      '{precision format=bfloat16 still.bfloat16} von {same.length} Uhren stehen. ' +
      'Wie viele sind es mit Basis {state.base}?',
    options: [
      ['more', 'mehr', `${still}. Eine größere Basis macht die langsamen Uhren langsamer.`],
      [
        'fewer',
        'weniger: Eine größere Basis macht feinere Winkel',
        'Die Winkel pro Schritt werden zwar kleiner. Die Lücken zwischen Zahlen aber nicht.',
      ],
      [
        'same',
        'gleich viele: Das Format ist dasselbe',
        'Das Format bestimmt die Lücke. Die Basis bestimmt, wie weit ein Schritt führt.',
      ],
    ],
    shows: still,
  },
  'precision-angle': {
    ask:
      'Ein Programm berechnet nicht nur die Tabelle, sondern auch die Winkel in float32. ' +
      'Wie falsch sind Sinus und Kosinus an Position {state.position}?',
    options: [
      [
        'float32',
        'um bis zu {far.float32.error sci1}, wie immer in float32',
        'Exakte Winkel ergeben diesen Fehler. ' +
          'Aber ein großer Winkel in float32 ist selbst gerundet.',
      ],
      [
        'angle',
        'um bis zu {far.angle.error sci1}',
        'Der Winkel ist gewachsen, und mit ihm sein Rundungsfehler.',
      ],
      [
        'bfloat16',
        'um bis zu {far.bfloat16.error sci1}, wie in bfloat16',
        'An dieser Position ist es noch schlimmer. Dieser Fehler wächst mit der Position.',
      ],
    ],
    shows: '{far.angle.error sci1}',
  },
};
