/** Die Fragen zu pe-networks. */

const same = 'Attention {attention.steps} {attention.differing}';
const inOrder = 'rekurrentes Netz {recurrent.steps} {recurrent.differing}';
const edge = 'Faltung {convolution.steps} {convolution.differing} {convolution.differingDeep}';

export const networks = {
  'networks-same': {
    ask:
      'Attention ohne Positionen liest {words.length} Wörter, und alle heißen „{words.0}“. ' +
      'Sind ihre Ausgaben verschieden?',
    options: [
      [
        'all',
        'ja: Alle {words.length} Plätze sind verschieden',
        'Jeder Platz hat eine Ausgabe. Aber alle entstehen gleich, aus denselben Wörtern.',
      ],
      [
        'one',
        'nein: Sie gibt {attention.differing} Ausgabe für alle',
        'Attention sieht, welche Wörter da sind, nicht wo. ' +
          'Darum braucht ein Modell Positionsstempel.',
      ],
      [
        'ends',
        'nur die des ersten und des letzten Platzes',
        'Attention hat keinen Rand, an dem Plätze anders wären: Jedes Wort liest alle.',
      ],
    ],
    shows: same,
  },
  'networks-recurrent': {
    ask:
      'Ein rekurrentes Netz liest auf {words.length} Plätzen dasselbe Wort, ohne Positionen. ' +
      'Kennt es die Plätze?',
    options: [
      [
        'no',
        'nein: Ohne Positionen kennt sie kein Netz',
        'Attention kennt sie nicht. Aber ein rekurrentes Netz liest seine Wörter nacheinander.',
      ],
      [
        'first',
        'nur den ersten: Vor ihm kommt nichts',
        'Jeder Zustand hängt vom vorigen ab. Der Unterschied geht also von Wort zu Wort weiter.',
      ],
      [
        'yes',
        'ja: Es gibt {recurrent.differing} verschiedene Ausgaben',
        'Es braucht {recurrent.steps} Schritte nacheinander. Ihre Reihenfolge ist die der Wörter.',
      ],
    ],
    shows: inOrder,
  },
  'networks-edge': {
    ask:
      'Eine Faltung liest je {state.kernel} Wörter, und Nullen vor dem ersten. Überall steht ' +
      'dasselbe Wort, doch die Ausgaben sind verschieden. Woher kennt sie die Plätze?',
    options: [
      [
        'edge',
        'von den Nullen am Rand',
        'Eine Schicht gibt {convolution.differing} verschiedene Ausgaben, ' +
          '{convolution.steps} Schichten geben {convolution.differingDeep}. ' +
          'Jede Schicht trägt die Nachricht vom Rand weiter.',
      ],
      [
        'matrices',
        'jeder Platz hat seine eigene Matrix',
        'Jeder Platz im Fenster hat eine Matrix. Aber überall gilt dasselbe Fenster. ' +
          'Ohne Nullen sind alle Ausgaben gleich.',
      ],
      [
        'stamps',
        'zu den Wörtern wurden Stempel addiert',
        'Hier wurde nichts addiert: Alle Wörter sind derselbe Vektor.',
      ],
    ],
    shows: edge,
  },
  'networks-double': {
    ask:
      'Um {networks length=512,dim=512 state.length} Wörter zu vergleichen und zu ' +
      'mischen, braucht ' +
      'Attention {networks length=512,dim=512 costs.attention.count} Multiplikationen mit ' +
      'Addition (MACs). Wie viele für {state.length} Wörter?',
    options: [
      [
        'equal',
        'gleich viele: Jeder Abstand ist ein Schritt',
        'Die Zahl der Schritte bleibt. Aber jedes Wort wird mit mehr Wörtern verglichen.',
      ],
      [
        'twice',
        '{costs.recurrent.count}, doppelt so viele',
        'Die Kosten eines rekurrenten Netzes verdoppeln sich. Bei Attention liest jedes Wort jedes Wort.',
      ],
      [
        'four',
        '{costs.attention.count}, {growth.attention}-mal so viele',
        'Es sind doppelt so viele Wörter, und jedes liest doppelt so viele.',
      ],
    ],
    shows: '{costs.attention.count}',
  },
  'networks-stamps': {
    ask:
      'Attention erreicht jedes Wort in einem Schritt, braucht aber Stempel für die Reihenfolge. ' +
      'Was kostet es, sie zu {state.length} Wörtern mit je {state.dim} Zahlen zu addieren?',
    options: [
      [
        'matrix',
        '{costs.recurrent.count} MACs (Multiplikationen mit Addition), wie ein rekurrentes Netz',
        'Ein rekurrentes Netz multipliziert jedes Wort mit Matrizen. Ein Stempel wird nur addiert.',
      ],
      [
        'add',
        '{costs.stamps.count} Additionen',
        'Auf jede Addition kommen in der Schicht {perStamp} MACs. ' +
          'Stempel kosten also fast nichts.',
      ],
      [
        'pairs',
        '{costs.attention.count} MACs: ein Stempel für jedes Paar',
        'So viele braucht Attention für alle Paare. Jedes Wort hat nur einen Stempel.',
      ],
    ],
    shows: '{costs.stamps.count}',
  },
};
