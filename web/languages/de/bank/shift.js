/** Die Fragen zu pe-shift. */
import { fixed } from '../../../figures/chassis/format.js';

const back = 'Von Position {state.position} schaut der Kopf {state.offset} Plätze zurück';

/** Sagt, was der Fehler der transponierten Matrix ist. */
const missed = ({ state, error }) =>
  `der Abstand zu Position ${state.position + state.offset}, ist ` +
  fixed(error.l2[state.position], 4);

export const shift = {
  'shift-back': {
    ask:
      'Von Position {shift position=10 state.position} schaut ein Kopf ' +
      '{state.offset} Plätze zurück. ' +
      'Wohin schaut er von Position {state.position}?',
    options: [
      [
        'same',
        'auf dieselbe Position wie vorher',
        'Im Kopf steckt keine Position. Er dreht die Uhren und sucht dann, was passt.',
      ],
      [
        'back',
        'wieder {state.offset} Plätze zurück',
        `${back}. Die Uhren drehen sich überall gleich.`,
      ],
      [
        'nowhere',
        'nirgendwohin: Er ist für eine Position gemacht',
        'Seine Matrix hat nur einen Winkel für jede Uhr. Die Winkel passen an jeder Position.',
      ],
    ],
    shows: back,
  },
  'shift-one': {
    ask:
      'Wie viele Matrizen braucht ein Kopf, um von jeder Position {state.offset} ' +
      'Plätze zurückzuschauen?',
    options: [
      [
        'each',
        'eine für jede Position',
        'Der Schritt dreht jede Uhr überall um denselben Winkel. Vom Ort hängt also nichts ab.',
      ],
      ['one', 'eine', `${back}. Dieselbe Matrix passt für jede andere Position.`],
      [
        'clock',
        'eine für jede Uhr',
        'Jede Uhr hat ihren kleinen Block. Alle Blöcke stehen in derselben Matrix.',
      ],
    ],
    shows: back,
  },
  'shift-transpose': {
    ask: 'Jemand multipliziert mit der transponierten Matrix. Wohin schaut der Kopf?',
    options: [
      [
        'ahead',
        '{state.offset} Plätze voraus',
        'Die transponierte Matrix dreht jede Uhr andersherum. Darum schaut der Kopf ' +
          '{state.offset} Plätze voraus.',
      ],
      [
        'same',
        'dorthin, wohin er vorher schaute',
        'Dorthin schaut der Kopf nur, wenn die Matrix ihrer Transponierten gleicht.',
      ],
      [
        'noise',
        'nirgendwohin im Besonderen',
        'Die Transponierte einer Drehung ist auch eine Drehung: die zurück.',
      ],
    ],
    shows: 'schaut der Kopf {state.offset} Plätze voraus',
  },
  'shift-error': {
    ask:
      'Eine Anleitung transponiert aus Versehen. Sie findet einen Fehler von {error.l2.10 2} ' +
      'und nennt ihn Rundung. Was ist diese Zahl?',
    options: [
      [
        'rounding',
        'Rundung',
        'Die ist viel kleiner: mit der richtigen Matrix {shift convention=row error.l2.10 sci2}.',
      ],
      [
        'largest',
        'der größte Fehler einer einzelnen Zahl',
        'Eine einzelne Zahl ist um höchstens {error.max.10 4} falsch.',
      ],
      [
        'place',
        'der Abstand zwischen zwei Positionen',
        (model) => `Die Zeile ging in die falsche Richtung. Ihr Fehler, ${missed(model)}.`,
      ],
    ],
    shows: (model) => `Ihr Fehler, ${missed(model)}`,
  },
  'shift-edge': {
    ask:
      'Ein Kopf schaut {state.offset} Plätze zurück. ' +
      'Was sieht er von Position {state.position}?',
    options: [
      [
        'ring',
        'das Ende des Textes, wie auf einem Ring',
        'Positionen sind kein Ring. Vor dem ersten Wort kommt kein Wort.',
      ],
      [
        'nothing',
        'das Wort, das am besten zum leeren Platz passt',
        'Es gibt {state.offset} Plätze zurück keine Position. ' +
          'Aber die Gewichte ergeben zusammen eins, also gehen sie woandershin.',
      ],
      [
        'error',
        'einen Fehler',
        'Die Matrix dreht die Uhren trotzdem. Es gibt nur kein Wort, das genau passt.',
      ],
    ],
    shows: 'gibt es {state.offset} Plätze zurück keine Position',
  },
  'shift-exact': {
    ask: 'Wie genau macht die Matrix aus der Kodierung einer Position die einer anderen?',
    options: [
      [
        'roughly',
        'ungefähr: Es gilt nur für kleine Schritte',
        'Die Formel ist für jeden Schritt exakt. ' +
          'Es ist das Additionstheorem von Sinus und Kosinus.',
      ],
      [
        'trained',
        'so genau, wie das Modell sie gelernt hat',
        'Hier wird nichts gelernt. Die Matrix ergibt sich allein aus dem Schritt.',
      ],
      ['exactly', 'bis auf Rundung', 'Der Fehler ist {error.l2.40 sci2}, also nur Rundung.'],
    ],
    shows: '{error.l2.40 sci2}',
  },
  'shift-self': {
    ask: 'Ein Kopf dreht gar keine Uhr. Wohin schaut er?',
    options: [
      [
        'even',
        'überallhin gleich',
        'Keine zwei Positionen haben gleiche Uhren. Die Gewichte können also nicht gleich sein.',
      ],
      [
        'self',
        'auf seine eigene Position',
        'Nur die eigenen Uhren passen, also schaut der Kopf auf sich selbst.',
      ],
      [
        'first',
        'auf das erste Wort',
        'Die Uhren des ersten Wortes zeigen woandershin, passen also nicht.',
      ],
    ],
    shows: 'schaut der Kopf auf sich selbst',
  },
};
