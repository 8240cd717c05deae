/** Die Fragen zu pe-buckets. */

const own = 'Abstand {state.distance} hat Fach {bucket} für sich allein';
const shared = 'Die Abstände {first} bis {last} teilen sich Fach {bucket}';
const rest = 'Alle Abstände ab {first} teilen sich Fach {bucket}';
const later = 'Ein späteres Wort in diesem Abstand liegt in Fach {later}';

export const buckets = {
  'buckets-own': {
    ask:
      'T5 hat {state.buckets} Fächer für Abstände. ' +
      'Wie viele Abstände haben eins für sich allein?',
    options: [
      [
        'all',
        '{state.buckets}, einer pro Fach',
        'Manche Fächer müssen geteilt werden, sonst hätten ferne Wörter keins.',
      ],
      ['half', '{exact}, die nächsten', `${own}. Der nächste Abstand teilt sich schon ein Fach.`],
      [
        'none',
        'keiner: Alle Fächer sind gleich breit',
        'Die nächsten Abstände haben je ein Fach. Nur fernere teilen sich eins.',
      ],
    ],
    shows: own,
  },
  'buckets-shared': {
    ask:
      'Kann ein Kopf von T5 das Wort {first} Plätze davor ' +
      'von dem {last} Plätze davor unterscheiden?',
    options: [
      ['no', 'nein', `${shared}, also gilt für alle dieselbe Zahl.`],
      [
        'trained',
        'ja, wenn er genug Texte gesehen hat',
        'Training legt die Zahl eines Fachs fest. Wer sich das Fach teilt, ändert es nicht.',
      ],
      [
        'fine',
        'ja: Jeder Abstand hat seine eigene Zahl',
        'Eine eigene haben nur nahe Abstände. Fernere Fächer nehmen immer mehr Abstände auf.',
      ],
    ],
    shows: shared,
  },
  'buckets-last': {
    ask: 'Zwei Wörter sind weiter auseinander als alle im Training. Welches Fach gibt T5 ihnen?',
    options: [
      [
        'error',
        'keins: Es gibt einen Fehler',
        'Eine gelernte Tabelle von Positionen hat dort keine Zeile. Aber das letzte Fach endet nicht.',
      ],
      [
        'new',
        'ein neues',
        'Ein neues Fach hätte keine gelernte Zahl. Die Zahl der Fächer ist fest.',
      ],
      ['last', 'das letzte', `${rest}. Darum darf ein Text beliebig lang sein.`],
    ],
    shows: rest,
  },
  'buckets-even': {
    ask:
      'Angenommen, alle {state.buckets} Fächer wären gleich breit, bis zum Abstand {state.max}. ' +
      'Was ginge einem Kopf verloren?',
    options: [
      [
        'far',
        'er käme nicht bis zu fernen Wörtern',
        'Ferne Wörter könnte er sogar besser unterscheiden als mit den Fächern von T5.',
      ],
      [
        'near',
        'er könnte die nächsten Wörter nicht unterscheiden',
        `${shared}: auch das Wort davor.`,
      ],
      [
        'nothing',
        'nichts: Er hat so viele Fächer wie vorher',
        'Es sind gleich viele Fächer. Aber die nächsten Wörter brauchen die feinsten.',
      ],
    ],
    shows: shared,
  },
  'buckets-cut': {
    ask:
      'Angenommen, jedes der {state.buckets} Fächer nähme einen Abstand auf und das ' +
      'letzte den Rest. ' +
      'Was wüsste ein Kopf über ein Wort {state.distance} Plätze davor?',
    options: [
      ['exact', 'seinen genauen Abstand', 'Die Fächer mit je einem Abstand sind vorher zu Ende.'],
      [
        'nothing',
        'nichts: Für ihn gibt es kein Fach',
        'Das letzte Fach nimmt alles Übrige auf. Kein Abstand ist ohne Fach.',
      ],
      ['far', 'nur, dass es fern ist', `${rest}. T5 unterscheidet noch mehrere Gruppen davon.`],
    ],
    shows: rest,
  },
  'buckets-later': {
    ask:
      'Im Encoder von T5 sieht ein Wort auch spätere Wörter. ' +
      'Wie unterscheidet T5, ob ein Wort {state.distance} Plätze später oder {state.distance} Plätze früher kommt?',
    options: [
      [
        'half',
        'die Hälfte der Fächer ist für spätere Wörter',
        `${later}, ein früheres in Fach {bucket}.`,
      ],
      [
        'sign',
        'die Zahl eines Fachs bekommt ein Minuszeichen',
        'Die Zahlen werden für jedes Fach gelernt, also brauchen beide Richtungen Fächer.',
      ],
      [
        'not',
        'gar nicht: Nur der Abstand zählt',
        'Spätere und frühere Wörter haben verschiedene Fächer.',
      ],
    ],
    shows: later,
  },
};
