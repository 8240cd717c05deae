/** Die Fragen zu pe-schemes. */
import { grouped } from '../../../figures/chassis/format.js';
import { BUCKETS } from '../../../figures/schemes/model.js';

/**
 * Schreibt das Gewicht eines Wortes in Prozent. Mit `home` steht der Satz am Anfang des Textes.
 */
const percent = ({ chosen, ...model }, word, rows = 'weights') =>
  `${Math.round(100 * model[rows][chosen][word])} Prozent`;

/** Sagt, wie viel Gewicht das Wort bekommt, auf das der Kopf schauen soll. */
const gives = (model) =>
  `gibt „${model.words[model.target]}“ ${percent(model, model.target)} ihres Gewichts`;

/** Sagt, wie viel Gewicht dieses Wort bekam, als der Satz am Anfang des Textes stand. */
const gave = (model) => {
  const then = percent(model, model.target, 'home');
  const also = then === percent(model, model.target) ? 'ebenfalls ' : '';
  return `Am Anfang eines Textes waren es ${also}${then}`;
};

export const schemes = {
  'schemes-rope': {
    ask:
      'Ein Kopf mit RoPE schaut ein Wort zurück. Der Satz rückt {state.start} Positionen weiter. ' +
      'Wie ändern sich die Gewichte des Kopfs?',
    options: [
      [
        'none',
        'gar nicht',
        (model) => `Die Query ${gives(model)}. ${gave(model)}. RoPE sieht nur Abstände.`,
      ],
      [
        'all',
        'alle ändern sich, denn jedes Wort hat eine neue Position',
        'Jedes Wort dreht sich weiter, um denselben Winkel. Die Winkel zwischen ihnen bleiben.',
      ],
      [
        'far',
        'die von fernen Wörtern ändern sich',
        'Auch ferne Wörter behalten ihren Abstand. Der ganze Satz rückt weiter.',
      ],
    ],
    shows: gives,
  },
  'schemes-added': {
    ask:
      'Sinus-Positionen werden zu den Wörtern addiert. Ein Kopf schaut ein Wort zurück. ' +
      'Der Satz rückt {state.start} Positionen weiter. Wie ändern sich die Gewichte?',
    options: [
      [
        'none',
        'gar nicht: Sinus-Positionen kennen den Abstand',
        'Eine Matrix geht zwar überall einen Schritt zurück. Doch die addierten Wörter stören.',
      ],
      [
        'lost',
        'der Kopf findet das Wort davor nicht mehr',
        'Die Matrix, die einen Schritt zurückgeht, ist an jeder Position dieselbe.',
      ],
      [
        'change',
        'sie ändern sich, aber der Kopf findet sein Wort noch',
        (model) => `Die Query ${gives(model)}. ${gave(model)}.`,
      ],
    ],
    shows: gives,
  },
  'schemes-layers': {
    ask:
      '„Alle Verfahren addieren die Position vor der ersten Schicht zu den Wörtern.“ ' +
      'Stimmt das?',
    options: [
      ['true', 'ja, alle', 'Manche Verfahren tun es. Andere ändern die Wörter selbst nie.'],
      [
        'rope',
        'alle außer RoPE',
        'RoPE dreht Query und Key. Noch zwei Verfahren lassen die Wörter in Ruhe.',
      ],
      [
        'three',
        'nein: RoPE, ALiBi und T5 wirken in jeder Schicht',
        'RoPE dreht Query und Key. ' +
          'Bei ALiBi und T5 wird etwas in jeder Schicht zu den Scores addiert.',
      ],
    ],
    shows: 'in jeder Schicht zu den Scores addiert',
  },
  'schemes-row': {
    ask:
      'Eine gelernte Tabelle hat {state.length} Zeilen. ' +
      'Ein Satz mit {words.length} Wörtern beginnt ' +
      'an Position {state.start}. Was passiert?',
    options: [
      [
        'cut',
        'die letzten Wörter teilen sich eine Zeile',
        'Wörter mit derselben Zeile wären nicht zu unterscheiden. Die Tabelle liefert gar keine Zeile.',
      ],
      ['error', 'es gibt einen Fehler', 'Es gibt keine Zeile {missing}, und der Satz braucht sie.'],
      [
        'works',
        'es klappt, denn er beginnt innerhalb der Tabelle',
        'Jedes Wort braucht eine Zeile, nicht nur das erste.',
      ],
    ],
    shows: 'keine Zeile {missing}',
  },
  'schemes-past': {
    ask:
      'Ein Kopf wurde von Hand für Positionen unter {state.length} gebaut. ' +
      'Jetzt beginnt der Satz an Position {state.start}. ' +
      'Kann er mit Sinus-Positionen noch ein Wort zurückschauen?',
    options: [
      [
        'formula',
        'ja: Eine Matrix geht überall einen Schritt zurück',
        (model) => `Die Query ${gives(model)}. Eine trainierte Matrix kann ungenauer sein.`,
      ],
      [
        'row',
        'nein: So weit draußen gibt es keine Zeile',
        'Eine Formel hat für jede Position eine Zeile.',
      ],
      [
        'new',
        'nein: Jede Position braucht ihre eigene Matrix',
        'Die Matrix hängt von der Größe des Schritts ab, nicht von der Position.',
      ],
    ],
    shows: gives,
  },
  'schemes-twice': {
    ask:
      'Das Wort „{words.4}“ kommt in „{state.tokens}“ zweimal vor. ' +
      'Welches bekommt ohne Positionen mehr Gewicht?',
    options: [
      [
        'near',
        'das nähere zur Query',
        'Nichts sagt, welches näher ist. Hier kommt keine Position dazu.',
      ],
      ['first', 'das erste', 'Nichts sagt, welches zuerst kam. Hier kommt keine Position dazu.'],
      [
        'same',
        'keins',
        (model) =>
          `Gleiche Wörter haben gleiche Keys. Die Query ${gives(model)}, ` +
          `dem anderen ${percent(model, model.words.lastIndexOf(model.words[model.target]))}.`,
      ],
    ],
    shows: gives,
  },
  'schemes-alibi': {
    ask:
      'Ein Kopf soll genau ein Wort zurückschauen. Ihm hilft nur der Abzug von ALiBi. ' +
      'Klappt das?',
    options: [
      [
        'yes',
        'ja: Das Wort davor ist das nächste',
        'Die Query selbst ist noch näher. Ihr Abstand ist null.',
      ],
      [
        'itself',
        'nein: Die Query selbst bekommt mehr',
        (model) =>
          `Die Query ${gives(model)}, und sich selbst ${percent(model, model.state.query)}.`,
      ],
      [
        'far',
        'nein: Ferne Wörter bekommen am meisten',
        'ALiBi zieht fernen Wörtern mehr ab. Es bevorzugt nur nahe.',
      ],
    ],
    shows: gives,
  },
  'schemes-t5': {
    ask:
      'T5 lernt eine Zahl für jeden Kopf und jedes Fach von Abständen. ' +
      'Wie viele sind das bei {state.heads} Köpfen?',
    options: [
      [
        'table',
        '{parameters.2}, wie eine gelernte Tabelle hier',
        'Die Tabelle hat eine Zeile pro Position. ' +
          'Ferne Abstände teilen sich ein Fach, also reichen weniger.',
      ],
      ['none', 'keine, wie ALiBi', 'Die Steigungen von ALiBi sind fest. T5 lernt seine Zahlen.'],
      [
        'few',
        '{parameters.5}',
        ({ state }) => `Es sind ${state.heads} × ${BUCKETS} Zahlen, egal wie lang der Text ist.`,
      ],
    ],
    shows: ({ parameters, state }) => `${grouped(parameters[5])} ${state.heads} × ${BUCKETS}`,
  },
};
