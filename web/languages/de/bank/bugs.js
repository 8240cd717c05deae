/** Die Fragen zu pe-bugs. */

const counted = 'Darum steht „dog“ an Position {verdicts.padding.wrong}';
const looks = 'Darum schaut es am meisten auf „dog“';
const agree =
  'Der Fehler dreht jeden Wert nach seiner Position, darum werden die Werte verschieden';
const steep = 'Jede Steigung ist doppelt so groß, wie sie sein soll';
const passes = 'Er bemerkt diesen Fehler nicht';

export const bugs = {
  'bugs-padding': {
    ask:
      'Vor „dog bites man“ stehen zwei leere Plätze, und sie werden aus Versehen mitgezählt. ' +
      'Welche Position bekommt „dog“?',
    options: [
      [
        'right',
        '{verdicts.padding.right}, wie in jedem Satz',
        'Ohne den Fehler zählen leere Plätze nicht. Hier zählen sie.',
      ],
      ['wrong', '{verdicts.padding.wrong}', `Leere Plätze zählen hier wie Wörter. ${counted}.`],
      [
        'crash',
        'keine: Das Programm stürzt ab',
        'Das Programm läuft. Jeder Platz hat eine Zahl, nur die falsche.',
      ],
    ],
    shows: counted,
  },
  'bugs-cache': {
    ask:
      '„dog bites“ ist schon berechnet und gemerkt. Dann kommt „man“ dazu, ' +
      'aber seine Position zählt wieder ab null. Auf welches Wort schaut es am meisten?',
    options: [
      [
        'itself',
        'auf sich selbst',
        'Ohne den Fehler schaut „man“ auf sich. Mit ihm hat ein anderes Wort dieselbe Position.',
      ],
      [
        'middle',
        'auf „bites“, das Wort davor',
        '„bites“ steht an Position eins. Ein anderes Wort steht wie „man“ an Position null.',
      ],
      ['first', 'auf das erste Wort', `Auch „dog“ steht an Position null. ${looks}.`],
    ],
    shows: looks,
  },
  'bugs-lengths': {
    ask:
      'Eine Tabelle von Uhren zählt Positionen ab eins statt ab null. ' +
      'Ein Test prüft, ob alle Zeiger gleich lang sind. Findet er den Fehler?',
    options: [
      [
        'no',
        'nein',
        `Die Zeiger stimmen, nur für andere Positionen. Der Test ist bestanden: ${passes}.`,
      ],
      [
        'yes',
        'ja: Alle Zeiger sind falsch',
        'Die Zeiger zeigen andere Positionen. Aber jeder ist noch so lang, wie er sein soll.',
      ],
      [
        'start',
        'ja, aber nur in der ersten Zeile',
        'Die erste Zeile hat die Zeiger des zweiten Wortes. Auch die sind gleich lang.',
      ],
    ],
    shows: passes,
  },
  'bugs-values': {
    ask:
      'RoPE soll nur Query und Key drehen. Aus Versehen dreht es auch die Werte. ' +
      'Drei Wörter haben gleiche Werte. Was gibt die Attention aus?',
    options: [
      ['unequal', 'ungleiche Werte', `${agree}. Jedes Wort empfängt seine eigene Mischung.`],
      [
        'equal',
        'dieselben Werte: Gleiche haben einen gleichen Mittelwert',
        'Ohne den Fehler bleiben die Werte gleich. Gedrehte Werte zeigen in verschiedene Richtungen.',
      ],
      [
        'longer',
        'längere Werte: Drehen macht sie größer',
        'Drehen erhält jede Länge. Eine Mischung verschiedener Richtungen ist sogar kürzer.',
      ],
    ],
    shows: agree,
  },
  'bugs-slopes': {
    ask:
      'Bei ALiBi hat jeder Kopf die halbe Steigung des Kopfs davor. ' +
      'Aus Versehen bekommt jeder Kopf die Steigung des Kopfs davor. Was folgt?',
    options: [
      [
        'shift',
        'nichts: Die Köpfe tauschen nur die Plätze',
        'Die letzte Steigung fehlt dann, und eine ist neu, die kein Kopf haben soll.',
      ],
      [
        'steep',
        'jeder Abstand kostet doppelt so viel',
        `${steep}. Alle Köpfe sehen also weniger weit.`,
      ],
      [
        'order',
        'Köpfe schauen nach vorn statt zurück',
        'Eine Steigung sagt, wie schnell Scores mit dem Abstand fallen. Sie wählt keine Richtung.',
      ],
    ],
    shows: steep,
  },
};
