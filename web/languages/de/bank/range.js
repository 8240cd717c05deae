/** Die Fragen zu pe-range. */
import { grouped } from '../../../figures/chassis/format.js';
import { degreesText } from '../range.js';

const outside = '{strange} von {waves.length} Uhren haben einen Winkel';
const unseen = `${outside}, der im Training nicht vorkam`;

/** Sagt, was der steilste Kopf von ALiBi abzieht. */
const steepest = ({ state, slopes }) =>
  `Beim Abstand ${grouped(state.position)} zieht der steilste Kopf ` +
  `${grouped(slopes[0] * state.position, 1)} ab`;

export const range = {
  'range-outside': {
    ask:
      'Das Training hatte {state.length} Positionen. Jetzt kommt Position {state.position}. ' +
      'Wie viele der {waves.length} Uhren zeigen dorthin, wohin sie noch nie zeigten?',
    options: [
      [
        'none',
        'keine, denn Uhren gehen nur im Kreis',
        'Eine Uhr, die im Training nicht ganz herumkam, erreicht jetzt neue Winkel.',
      ],
      [
        'slowest',
        'nur die langsamste',
        'Jede Uhr, die im Training nicht ganz herumkam, zeigt in eine neue Richtung.',
      ],
      ['half', 'die Hälfte', `${unseen}.`],
    ],
    shows: unseen,
  },
  'range-learned': {
    ask:
      'Eine gelernte Tabelle hat {state.length} Zeilen. ' +
      'Was liefert sie für Position {state.position}?',
    options: [
      [
        'last',
        'noch einmal die letzte Zeile',
        'Ein Programm könnte das tun. Aber dann wären zwei Positionen gleich.',
      ],
      [
        'error',
        'einen Fehler',
        'Es gibt keine Zeile {state.position}. Für sie wurde nie etwas gelernt.',
      ],
      [
        'guess',
        'eine Zeile zwischen ihren Nachbarn',
        'Eine Tabelle hat keine Formel, die weiterführt. Ihre Zeilen wurden einzeln gelernt.',
      ],
    ],
    shows: 'Es gibt keine Zeile {state.position}',
  },
  'range-norm': {
    ask: 'Wie lang ist die Zeile von Position {state.position}, als Vektor gesehen?',
    options: [
      [
        'longer',
        'länger als die Zeilen davor',
        'Die Position dreht die Zeiger. Länger macht sie sie nicht.',
      ],
      [
        'shorter',
        'kürzer, weil langsame Uhren verblassen',
        'Jede Uhr hat an jeder Position einen Zeiger der Länge eins.',
      ],
      [
        'same',
        'so lang wie jede andere Zeile',
        'Jede Uhr trägt sin² + cos² bei, also eins. Darum ist die Länge überall {norm 4}.',
      ],
    ],
    shows: 'Die Zeile hat die Länge {norm 4}',
  },
  'range-next': {
    ask:
      'Position {state.position} ist die erste nach dem Training. ' +
      '{strange} Uhren sind außerhalb. ' +
      'Ist das schon schlimm?',
    options: [
      [
        'much',
        'ja: Diese Uhren zeigen in eine ganz neue Richtung',
        'Zähle die Grad, nicht nur die Uhren. Ein Schritt ist kurz.',
      ],
      [
        'little',
        'kaum: Sie sind nur sehr wenig außerhalb',
        ({ outside: [, most] }) =>
          `Keine Uhr ist um mehr als ${degreesText(most)} außerhalb. ` +
          'Weiter draußen wird es schlimmer.',
      ],
      [
        'crash',
        'ja: Das Modell bricht mit einem Fehler ab',
        'Einen Fehler gibt nur eine Tabelle, der eine Zeile fehlt. Eine Formel hat überall einen Wert.',
      ],
    ],
    shows: ({ outside: [, most] }) => degreesText(most),
  },
  'range-size': {
    ask: 'Eine gelernte Tabelle hat {state.length} Zeilen mit je {state.dim} Zahlen. Ist das viel?',
    options: [
      [
        'few',
        ({ state }) => `nein: Das sind ${grouped(state.length + state.dim)} Zahlen`,
        'Zeilen und Spalten werden multipliziert. Jede Zeile hat alle Spalten.',
      ],
      [
        'thousandth',
        'nein: etwa ein Tausendstel eines großen Modells',
        'Sie hat {parameters} Zahlen. Ein Modell dieser Breite hat Milliarden.',
      ],
      [
        'most',
        'ja: Sie ist der größte Teil des Modells',
        'Die Schichten haben viel mehr Zahlen. Was eine Tabelle begrenzt, ist ihre letzte Zeile.',
      ],
    ],
    shows: '{parameters} Zahlen',
  },
  'range-alibi': {
    ask:
      'ALiBi wurde auf {state.length} Positionen trainiert. ' +
      'Was tut es bei einem Abstand von {state.position}?',
    options: [
      ['line', 'seine Gerade läuft weiter', (model) => `${steepest(model)}.`],
      [
        'flat',
        'sein Abzug bleibt beim letzten trainierten Wert',
        'Das letzte Fach von T5 hat einen festen Wert. Die Gerade von ALiBi endet nie.',
      ],
      [
        'none',
        'nichts: Es hat für diesen Abstand keinen Wert',
        'Der Abzug ist Steigung mal Abstand. Beides ist bekannt.',
      ],
    ],
    shows: steepest,
  },
  'range-longer': {
    ask:
      'An Position {state.position} zeigen {range position=600 strange} Uhren in neue Richtungen. ' +
      'Ein anderes Modell wurde auf {state.length} Positionen trainiert. Wie viele sind es bei ihm?',
    options: [
      [
        'same',
        'gleich viele, denn die Formel ist dieselbe',
        'Die Formel ist dieselbe, das Training nicht. Es führte die Uhren weiter herum.',
      ],
      ['none', 'keine', `${unseen}. Das Training kam auf jeder Uhr hier vorbei.`],
      [
        'fewer',
        'weniger, aber noch einige',
        'Position {state.position} kam selbst im Training vor. Jede Uhr hat schon dorthin gezeigt.',
      ],
    ],
    shows: unseen,
  },
};
