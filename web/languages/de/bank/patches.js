/** Die Fragen zu pe-patches. */

/** Zählt die Kacheln, die ähnlicher sind als die Kachel direkt darunter. */
const closer = ({ partner }) => partner.rank - 1;

const below = (model) =>
  `Die Kachel direkt darunter ist in der Kette ${model.state.side} Schritte entfernt: ` +
  `${closer(model)} Kacheln`;

const none = 'Am ähnlichsten ist der Stempel der Kachel direkt darunter';
const edge =
  'Die nächste Kachel der Kette liegt am anderen Rand des Bildes und hat Rang {ranks.112}';
const twin = 'hält diese Kachel für die in Zeile {twin.row}, Spalte {twin.column}';

export const patches = {
  'patches-below': {
    ask:
      'Ein Bild wird in {state.side} × {state.side} Kacheln zerschnitten und Zeile für Zeile ' +
      'nummeriert. Wie ähnlich sind die Positionen einer Kachel und der direkt darunter?',
    options: [
      [
        'most',
        'so ähnlich wie möglich',
        'In der Kette liegt eine ganze Zeile von Kacheln zwischen ihnen.',
      ],
      [
        'stranger',
        (model) => `${below(model)} sind ähnlicher`,
        'Am ähnlichsten sind die Kacheln links und rechts von ihr.',
      ],
      [
        'same',
        'sie sind gleich',
        'Jede Kachel hat ihre eigene Position, damit das Modell sie unterscheiden kann.',
      ],
    ],
    shows: below,
  },
  'patches-grid': {
    ask:
      'Jetzt bekommt jede Kachel einen Stempel für Zeile und Spalte. ' +
      'Welche sind ihr am ähnlichsten?',
    options: [
      [
        'row',
        'nur die links und rechts',
        'Die Kacheln links und rechts haben dieselbe Zeile, die darüber und darunter dieselbe ' +
          'Spalte. Beides zählt gleich viel.',
      ],
      [
        'diagonal',
        'die an den vier Ecken',
        'Eine Ecke ist in Zeile und Spalte anders. Ein Schritt in eine Richtung ändert weniger.',
      ],
      [
        'four',
        'ihre vier Nachbarn',
        `${none}. Ändert sich nur die Zeile oder nur die Spalte, bleibt der halbe Stempel gleich.`,
      ],
    ],
    shows: none,
  },
  'patches-edge': {
    ask:
      'Kacheln bekommen Zeile für Zeile Positionen. ' +
      'Wessen Position folgt auf die der letzten in ihrer Zeile?',
    options: [
      [
        'below',
        'die der Kachel direkt darunter',
        'Diese Position folgt erst nach einer ganzen Zeile von Kacheln.',
      ],
      [
        'other',
        'die einer Kachel am anderen Rand des Bildes',
        `${edge}. Die Kette verbindet zwei Enden des Bildes.`,
      ],
      [
        'none',
        'keine: Jede Zeile beginnt von vorn',
        'Begänne jede Zeile von vorn, hätten Kacheln verschiedener Zeilen dieselbe Position.',
      ],
    ],
    shows: edge,
  },
  'patches-count': {
    ask:
      'Ein Vision-Transformer hat {state.side} × {state.side} Kacheln, ein Klassen-Token und ' +
      '{state.dim} Dimensionen. Wie groß ist seine Tabelle der Positionen?',
    options: [
      [
        'patches',
        '{patches token=0 size.rows} Zeilen mit je {state.dim} Zahlen: ' +
          '{patches token=0 size.numbers}',
        'Auch das Klassen-Token hat eine Zeile.',
      ],
      [
        'all',
        '{size.rows} Zeilen mit je {state.dim} Zahlen: {size.numbers}',
        'Jede Kachel hat eine Zeile, und das Klassen-Token hat eine.',
      ],
      [
        'axes',
        '{state.side} Zeilen und {state.side} Spalten mit je {state.dim} Zahlen',
        'ViT lernt Zeilen und Spalten nicht getrennt.',
      ],
    ],
    shows: '{size.rows} {state.dim} {size.numbers}',
  },
  'patches-stretch': {
    ask:
      'Ein größeres Bild hat {state.side} × {state.side} Kacheln. Die trainierte Tabelle wird ' +
      'gestreckt. Wofür hält das Modell die Kachel in Zeile {state.row}, Spalte {state.column}?',
    options: [
      [
        'number',
        'für die in Zeile {state.row}, Spalte {state.column}, wie vorher',
        'Eine neu berechnete Tabelle behielte Zeile und Spalte. ' +
          'Beim Strecken bleibt der Ort im Bild gleich.',
      ],
      [
        'none',
        'für keine: So eine Kachel kennt es nicht',
        'Ein gestreckter Stempel liegt zwischen trainierten Stempeln und ähnelt darum einigen.',
      ],
      ['place', `es ${twin}`, 'Das ist in der trainierten Tabelle derselbe Ort des Bildes.'],
    ],
    shows: twin,
  },
  'patches-swapped': {
    ask:
      'Ein Modell lernte Stempel, in denen die Spalte zuerst steht. Sein neuer Code schreibt die ' +
      'Zeile zuerst. Wofür hält es die Kachel in Zeile {state.row}, Spalte {state.column}?',
    options: [
      ['swap', `es ${twin}`, 'Zeile und Spalte haben getauscht, und kein Fehler wird gemeldet.'],
      [
        'error',
        'für nichts: Die Formen passen nicht',
        'Beide Tabellen haben dieselbe Form. Darum fällt der Fehler nicht auf.',
      ],
      [
        'same',
        'für dieselbe: Die Zahlen sind gleich',
        'Sie sind gleich, aber in anderen Dimensionen. Und Gewichte gehören zu Dimensionen.',
      ],
    ],
    shows: twin,
  },
};
