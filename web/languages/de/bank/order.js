/** Die Fragen zu pe-order. */

const count = '{differ} von {values} Zahlen der Ausgaben sind anders';

export const order = {
  'order-swap': {
    ask: 'Du tauschst „Hund“ und „Mann“. Wie viele der {values} Zahlen der Ausgaben ändern sich?',
    options: [
      [
        'all',
        'alle {values}',
        'Kein Wort bekommt am neuen Platz eine andere Ausgabe: Sie wandert mit.',
      ],
      [
        'moved',
        'die der beiden Wörter, die gewandert sind',
        'Vergleiche „Hund“ mit „Hund“ und „Mann“ mit „Mann“. ' +
          'Ihre Ausgaben sind unverändert mitgewandert.',
      ],
      ['none', 'keine', `Jede Ausgabe wandert mit ihrem Wort: ${count}.`],
    ],
    shows: count,
  },
  'order-name': {
    ask: 'Manche Bücher nennen Attention „permutationsinvariant“. Was stimmt?',
    options: [
      [
        'invariant',
        'Sie ist invariant: Die Ausgaben bleiben, wo sie sind',
        'Invariant heißt, dass sich gar nichts ändert. Aber die Ausgaben tauschen die Plätze.',
      ],
      [
        'equivariant',
        'Sie ist äquivariant: Die Ausgaben wandern mit den Wörtern',
        `Jedes Wort nimmt seine Ausgabe mit: ${count}. Nur die Plätze ändern sich.`,
      ],
      [
        'neither',
        'Keins von beiden: Sie weiß, welches Wort zuerst kam',
        'Wüsste sie das, änderte eine neue Reihenfolge die Zahlen. Keine Zahl ändert sich.',
      ],
    ],
    shows: count,
  },
  'order-stamp': {
    ask:
      'Jedes Wort trägt jetzt den Stempel seiner Position. Du tauschst „Hund“ und „Mann“. ' +
      'Was ändert sich?',
    options: [
      [
        'different',
        'alle Ausgaben, auch die von „beißt“',
        'Die Beutel sind verschieden. ' +
          `${count}, auch die von „beißt“, das auf beide anderen schaut.`,
      ],
      [
        'ends',
        'nur die Ausgaben von „Hund“ und „Mann“',
        '„beißt“ ist nicht gewandert. ' +
          'Aber es schaut auf „Hund“ und „Mann“, und deren Stempel sind neu.',
      ],
      [
        'same',
        'nichts: Attention ist blind für die Reihenfolge',
        'Blind ist sie nur für die Reihenfolge. Ein Stempel ändert die Zahlen, die sie liest.',
      ],
    ],
    shows: count,
  },
  'order-mask': {
    ask:
      'Es gibt keine Stempel, aber eine kausale Maske: Ein Wort sieht nur sich und ' +
      'frühere Wörter. ' +
      'Du tauschst „Hund“ und „Mann“. Was ändert sich?',
    options: [
      [
        'nothing',
        'nichts: Ohne Positionen ist Attention blind für die Reihenfolge',
        'Ohne Maske ist sie blind. Aber die Maske zeigt jedem Wort, welche Wörter vor ihm kamen.',
      ],
      [
        'error',
        'ohne Positionen lässt sich nichts berechnen',
        'Manche Modelle haben Schichten ohne Positionen.',
      ],
      ['all', 'alle Ausgaben', `Die Maske allein macht die Reihenfolge sichtbar: ${count}.`],
    ],
    shows: count,
  },
  'order-first': {
    ask:
      'Mit kausaler Maske und ohne Stempel wird aus „Hund beißt Mann“ „Hund Mann beißt“. ' +
      'Welches Wort behält seine Ausgabe?',
    options: [
      [
        'bites',
        '„beißt“',
        'Es sah „Hund“ und sich selbst. Jetzt steht es am Ende und sieht auch „Mann“.',
      ],
      [
        'dog',
        '„Hund“',
        'Es steht vorn und sieht vorher wie nachher nur sich selbst. ' +
          `Bei den anderen gilt: ${count}.`,
      ],
      [
        'none',
        'keines',
        'Ein Wort sieht dasselbe wie vorher. Welches Wort kommt beide Male zuerst?',
      ],
    ],
    shows: count,
  },
  'order-weights': {
    ask: '„Hund“ gibt jedem der drei Wörter ein Gewicht. Was ergeben die Gewichte zusammen?',
    options: [
      [
        'match',
        'es kommt darauf an, wie gut die Wörter passen',
        'Was besser passt, bekommt mehr, und das andere weniger. Die Summe ist immer gleich.',
      ],
      [
        'words',
        'so viel, wie es Wörter gibt',
        'Jedes Gewicht ist ein Anteil an eins, bei jeder Zahl von Wörtern.',
      ],
      [
        'one',
        'immer eins',
        'Die Gewichte sind Anteile an eins: {weights.0 2} für „Hund“, {weights.1 2} für „beißt“ und ' +
          '{weights.2 2} für „Mann“.',
      ],
    ],
    shows: '„Hund“ {weights.0 2}; „beißt“ {weights.1 2}; „Mann“ {weights.2 2}',
  },
};
