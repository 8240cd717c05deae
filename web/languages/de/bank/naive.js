/** Die Fragen zu pe-naive. */

const sinusoidal = ({ all }) => Object.values(all[4].meters);
/** Sagt, wie viele Anforderungen Sinus und Kosinus erfüllen. */
const met = (model) =>
  `${sinusoidal(model).filter(({ pass }) => pass).length} von ${sinusoidal(model).length}`;

const step = 'Schritt von {all.2.meters.smooth.at.0} zu {all.2.meters.smooth.at.1}';

export const naive = {
  'naive-raw': {
    ask: 'Du nummerierst die Wörter, indem du zählst. Was geht in einem langen Text schief?',
    options: [
      ['same', 'zwei Wörter bekommen dieselbe Zahl', 'Beim Zählen kommt keine Zahl zweimal vor.'],
      [
        'grow',
        'die Zahlen wachsen ohne Ende',
        'Hier ist der größte Wert {all.0.meters.bounded.value}. ' +
          'Ein längerer Text hat größere Zahlen als jeder im Training.',
      ],
      [
        'jump',
        'Nachbarn bekommen sehr verschiedene Zahlen',
        'Von einem Wort zum nächsten wächst die Zahl um eins, überall.',
      ],
    ],
    shows: 'Der größte Wert ist {all.0.meters.bounded.value}',
  },
  'naive-fraction': {
    ask: 'Du teilst jede Position durch die Länge des Textes. Was geht schief?',
    options: [
      [
        'large',
        'die Zahlen werden zu groß',
        'Brüche bleiben in jedem Text unter eins. Hier ist die größte {all.1.meters.bounded.value 4}.',
      ],
      [
        'unequal',
        'manche Schritte sind länger als andere',
        'Innerhalb eines Textes sind alle Schritte gleich. ' +
          'Vergleiche zwei verschieden lange Texte.',
      ],
      [
        'length',
        'dieselbe Position bekommt in einem längeren Text eine andere Zahl',
        'In einem doppelt so langen Text wandert die Zahl von Position {all.1.meters.any.at.0} ' +
          'um {all.1.meters.any.value 4}.',
      ],
    ],
    shows:
      'In einem doppelt so langen Text wandert der Stempel von {all.1.meters.any.at.0} um ' +
      '{all.1.meters.any.value 4}',
  },
  'naive-binary': {
    ask: 'Du schreibst Positionen mit {all.2.width} Binärziffern. Wo ist der Schritt am längsten?',
    options: [
      [
        'middle',
        'in der Mitte der Positionen',
        `Beim ${step} kippen alle {all.2.width} Ziffern. ` +
          'Keine zwei Stempel sind weiter voneinander entfernt.',
      ],
      ['start', 'am Anfang', 'Dort kippt nur die letzte Ziffer. Kein Schritt ist kürzer.'],
      [
        'equal',
        'nirgends: Jeder Schritt führt eine Position weiter',
        'Die Position wächst um eins, aber mehrere Ziffern können zugleich kippen.',
      ],
    ],
    shows: `Der ${step}`,
  },
  'naive-sine': {
    ask: 'Ein Sinus stempelt {state.length} Positionen. Unterscheidet sein Wert sie alle?',
    options: [
      [
        'yes',
        'ja: Keine zwei ganzen Positionen liegen eine ganze Runde auseinander',
        'Aber manche liegen fast eine ganze Runde auseinander. Ihre Werte sind fast gleich.',
      ],
      [
        'no',
        'nein: Manche Werte sind fast gleich',
        'Die Werte von {all.3.meters.unique.at.0} und {all.3.meters.unique.at.1} sind ' +
          'nur {all.3.meters.unique.value sci2} auseinander.',
      ],
      [
        'turn',
        'ja, sobald die erste Runde vorbei ist',
        'Jede weitere Runde kommt an denselben Werten vorbei. Manche rücken noch näher zusammen.',
      ],
    ],
    shows:
      'Die Stempel von {all.3.meters.unique.at.0} und {all.3.meters.unique.at.1} haben nur ' +
      'den Abstand {all.3.meters.unique.value sci2}',
  },
  'naive-same': {
    ask:
      'Sinus und Kosinus stempeln gemeinsam die Positionen. ' +
      'Wie lang ist der Schritt zum nächsten Stempel?',
    options: [
      [
        'grows',
        'immer länger',
        'Keine Uhr wird am Ende schneller. Jede dreht sich bei jedem Schritt um ihren Winkel.',
      ],
      [
        'varies',
        'mal lang, mal kurz',
        'Die Schritte eines Sinus allein sind verschieden. ' +
          'Sein Kosinus ändert sich dort viel, wo er sich wenig ändert.',
      ],
      [
        'equal',
        'immer gleich lang',
        'Jede Uhr dreht sich immer um denselben Winkel. Darum ist jeder Schritt ' +
          '{all.4.meters.same.value 4} lang.',
      ],
    ],
    shows: 'Jeder Schritt ist {all.4.meters.same.value 4} lang',
  },
  'naive-all': {
    ask: 'Welche Anforderung verfehlen Sinus und Kosinus mit vielen Geschwindigkeiten?',
    options: [
      [
        'unique',
        'eindeutig: Ein Sinus wiederholt sich',
        'Ein Sinus wiederholt sich fast. Viele verschieden schnelle tun es nicht alle zugleich.',
      ],
      [
        'length',
        'jede Länge: Ein längerer Text braucht andere Stempel',
        'Der Stempel hängt nur von der Position ab. In einem längeren Text bleibt er gleich.',
      ],
      ['none', 'keine', (model) => `In der Tabelle erfüllen sie ${met(model)} Anforderungen.`],
    ],
    shows: met,
  },
};
