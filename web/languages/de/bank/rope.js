/** Die Fragen zu pe-rope. */
import { grouped } from '../../../figures/chassis/format.js';

const score = 'Score von +{score 3}';
const before = 'Vorher war er {rope position=20,other=8,arrows=8 score 3}';
const gap = ({ state }) => grouped(state.position - state.other);

export const rope = {
  'rope-far': {
    ask: (model) =>
      `Query und Key haben den Abstand ${gap(model)}. Beide rücken weit vor, der Abstand bleibt. ` +
      'Was passiert mit ihrem Score?',
    options: [
      [
        'less',
        'er schwindet, denn beide sind weit draußen',
        'Drehen macht keinen Pfeil kürzer. Achte auf den Winkel zwischen den Pfeilen.',
      ],
      [
        'other',
        'er ändert sich, denn beide Pfeile zeigen woandershin',
        'Beide Pfeile haben sich um denselben Winkel gedreht. Der Winkel zwischen ihnen ist wie vorher.',
      ],
      [
        'same',
        'nichts',
        `Der ${score} ist derselbe wie an Position {rope position=20,other=8 state.position}.`,
      ],
    ],
    shows: score,
  },
  'rope-alone': {
    ask: 'Die Query rückt einen Schritt vor, der Key bleibt. Was passiert mit ihrem Score?',
    options: [
      [
        'changes',
        'er ändert sich',
        `${before}. Jetzt gehört der ${score} zu einem anderen Winkel.`,
      ],
      [
        'same',
        'nichts, denn Drehen ändert keine Länge',
        'Die Längen bleiben. Aber der Winkel zwischen den Pfeilen ist jetzt ein anderer.',
      ],
      [
        'less',
        'er sinkt immer, denn der Abstand ist größer',
        'Die Pfeile können auch näher zusammenkommen. Hier steigt der Score.',
      ],
    ],
    shows: score,
  },
  'rope-ahead': {
    ask: 'Query und Key tauschen die Plätze. Ihr Abstand ist gleich. Ihr Score auch?',
    options: [
      [
        'yes',
        'ja: Nur der Abstand zählt',
        'Hier hat der Abstand eine Richtung. Keys hinter und vor der Query sind zu ihr entgegengesetzt gedreht.',
      ],
      ['no', 'nein', `${before}. Jetzt haben sie einen ${score}.`],
      [
        'minus',
        'er ist gleich, mit einem Minuszeichen',
        'Andersherum drehen wechselt kein Vorzeichen. Der Kosinus bleibt gleich.',
      ],
    ],
    shows: score,
  },
  'rope-same': {
    ask: 'Query und Key stehen an derselben Position, {state.position}. Was tut RoPE dort?',
    options: [
      [
        'less',
        'es senkt den Score, wie an jeder Position',
        'RoPE zieht nichts ab. Es dreht nur, und hier dreht es beide gleich.',
      ],
      [
        'turn',
        'es dreht beide, und das ändert den Score',
        'Beide drehen sich um denselben Winkel. Zwischen ihnen ändert sich also nichts.',
      ],
      [
        'nothing',
        'nichts, was den Score ändert',
        'Am Anfang, ohne Drehung, ist der Score {rope position=0,other=0,arrows=8 score 3}. ' +
          'Hier ist er auch +{score 3}.',
      ],
    ],
    shows: score,
  },
  'rope-layout': {
    ask: 'Das Training paarte die Zahlen auf eine Art, der Code auf eine andere. Was passiert?',
    options: [
      [
        'nothing',
        'nichts: Die Winkel sind dieselben',
        'Die Winkel sind dieselben. Aber jede Zahl dreht sich mit dem falschen Partner.',
      ],
      [
        'wrong',
        'falsche Scores, ohne jede Warnung',
        'Der Score ist {score 3}, die Gewichte wurden für +{trained.score 3} trainiert. ' +
          '{differ} Zahlen sind falsch.',
      ],
      [
        'error',
        'ein Fehler, denn die Formen passen nicht',
        'Die Formen sind gleich. Darum ist dieser Fehler so schwer zu finden.',
      ],
    ],
    shows: 'Die Gewichte wurden für einen Score von +{trained.score 3} trainiert',
  },
  'rope-permute': {
    ask: 'Der Code paart die Zahlen anders als das Training. Was macht die Scores richtig?',
    options: [
      [
        'train',
        'nur ein neues Training',
        'Nichts Gelerntes ist falsch. Die Zahlen stehen nur in anderer Reihenfolge.',
      ],
      [
        'base',
        'eine andere Basis',
        'Die Basis ändert die Winkel, und die waren richtig. Falsch sind die Paare.',
      ],
      [
        'permute',
        'die Gewichte einmal umsortieren',
        `Mit umsortierten Gewichten ist der ${score} der trainierte. {differ} Zahlen sind falsch.`,
      ],
    ],
    shows: score,
  },
};
