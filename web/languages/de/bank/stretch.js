/** Die Fragen zu pe-stretch. */
import { grouped } from '../../../figures/chassis/format.js';
import { METHODS } from '../../../figures/stretch/model.js';
import { comparison } from '../stretch.js';

/** Sagt, wie viele Runden das gewählte Paar im Training schafft. */
const trained = ({ state, waves }) =>
  `Es schafft im Training ${grouped(state.length / waves[state.pair], 3)} Runden`;

/** Sagt auch, wie viele Runden es bis zur Ziellänge sind, und dass neue Winkel vorkommen. */
const unseen = (model) => {
  const { state, rows, chosen, target } = model;
  const turns = grouped(target / rows[chosen].waves[state.pair], 3);
  return (
    `${trained(model)} und in ${grouped(target)} Positionen ${turns}, ` +
    'mit Winkeln, die im Training nicht vorkamen'
  );
};

const YARN = METHODS.findIndex(({ key }) => key === 'yarn');
/** Sagt, welche Paare YaRN lässt und welche es bremst. */
const ramp = (model) => comparison.cells(model, YARN)[0];

export const stretch = {
  'stretch-none': {
    ask:
      'Ein Text ist {state.factor}-mal so lang wie die im Training, und nichts wird geändert. ' +
      'Was macht ein langsames Paar wie Paar {state.pair}?',
    options: [
      [
        'stop',
        'es bleibt stehen, wo das Training endete',
        'Sein Winkel wächst mit jeder Position.',
      ],
      ['new', 'es dreht sich weiter, zu Winkeln, die es nie hatte', (model) => `${unseen(model)}.`],
      [
        'round',
        'nichts, denn Winkel gehen nur im Kreis',
        'Dieses Paar war noch nicht herum. Die meisten seiner Winkel sind neu.',
      ],
    ],
    shows: unseen,
  },
  'stretch-little': {
    ask:
      'Ein Text ist {stretch factor=16 state.factor}-mal so lang wie die im Training. ' +
      'Lineares Strecken bremst alle Paare, aber nur {state.factor}-fach. Genügt das?',
    options: [
      [
        'no',
        'nein: Langsame Paare kommen noch zu neuen Winkeln',
        (model) => `Nimm Paar ${model.state.pair}. ${unseen(model)}.`,
      ],
      [
        'yes',
        'ja: Langsame Paare bleiben bei bekannten Winkeln',
        'Der Text ist stärker gewachsen, als die Paare gebremst sind. Sie kommen also weiter.',
      ],
      [
        'fast',
        'nein: Jetzt kommen die schnellen Paare zu neuen Winkeln',
        'Die schnellen waren im Training ganz herum. Sie kennen jeden Winkel.',
      ],
    ],
    shows: unseen,
  },
  'stretch-linear': {
    ask:
      'Lineares Strecken bremst alle Paare {state.factor}-fach. Kein Winkel ist neu. ' +
      'Was ist der Preis?',
    options: [
      [
        'new',
        'das Modell muss von vorn trainiert werden',
        'Etwas Training nach dem Strecken genügt. Ein anderer Preis ist größer.',
      ],
      [
        'long',
        'es klappt nur bis zur Hälfte der neuen Länge',
        'In der ganzen neuen Länge kommt kein Paar zu einem neuen Winkel.',
      ],
      [
        'fast',
        'die schnellen Paare unterscheiden Nachbarn schlechter',
        'Von Wort zu Wort ist der Winkel jetzt klein. Nimm Paar {state.pair}. ' +
          'Seine neue Frequenz ist das {rows.1.ratio.0 4}-Fache der alten.',
      ],
    ],
    shows: 'Seine neue Frequenz ist das {rows.1.ratio.0 4}-Fache der alten',
  },
  'stretch-ntk': {
    ask: 'Welche dieser Methoden ändert die Basis?',
    options: [
      ['yarn', 'YaRN', 'YaRN behält die Basis. Es bremst einzelne Paare, jedes für sich.'],
      ['ntk', 'NTK', 'NTK erhöht die Basis auf {raised 1}. Vorher war sie {state.base}.'],
      ['both', 'NTK und YaRN', 'YaRN bremst einzelne Paare und ändert die Basis nie.'],
    ],
    shows: 'erhöht die Basis auf {raised 1}',
  },
  'stretch-raise': {
    ask: 'Wie weit erhöht NTK die Basis von {state.base} bei einer Streckung von {state.factor}?',
    options: [
      [
        'times',
        ({ state }) => `auf ${grouped(state.base * state.factor)}, also mal die Streckung`,
        'Mit dieser Basis wäre das langsamste Paar noch nicht genug gebremst.',
      ],
      [
        'slowest',
        'bis das langsamste Paar um die ganze Streckung gebremst ist',
        'Paar {state.pair} hat jetzt das {rows.2.ratio.63 4}-Fache der alten Frequenz.',
      ],
      [
        'fastest',
        'bis das schnellste Paar um die ganze Streckung gebremst ist',
        'Die Basis ändert das schnellste Paar nie. Sein Exponent ist null.',
      ],
    ],
    shows: 'Paar {state.pair}: Seine neue Frequenz ist das {rows.2.ratio.63 4}-Fache der alten',
  },
  'stretch-yarn': {
    ask: 'Was macht YaRN mit den {waves.length} Paaren?',
    options: [
      [
        'all',
        'es bremst alle gleich',
        'Lineares Strecken bremst alle gleich, und Nachbarn verschwimmen.',
      ],
      [
        'three',
        'es lässt schnelle unverändert, bremst langsame und mischt dazwischen',
        (model) => `Es zählen die Runden im Training. YaRN ${ramp(model)}.`,
      ],
      [
        'base',
        'es berechnet sie mit einer größeren Basis',
        'NTK nimmt eine größere Basis. YaRN behält die Basis.',
      ],
    ],
    shows: ramp,
  },
  'stretch-fast': {
    ask: 'Paar {state.pair} war im Training Hunderte Male herum. Was macht YaRN damit?',
    options: [
      [
        'slow',
        'es bremst es {state.factor}-fach, wie alle Paare',
        'Dieses Paar kennt jeden Winkel. Es gibt keinen Grund, es zu bremsen.',
      ],
      [
        'keep',
        'nichts',
        'Seine neue Frequenz ist das {rows.3.ratio.0 4}-Fache der alten. Es kennt jeden Winkel.',
      ],
      [
        'stop',
        'es hält es an, denn es wiederholt sich nur',
        'Dieses Paar unterscheidet Nachbarn, also wird es gebraucht.',
      ],
    ],
    shows: 'Seine neue Frequenz ist das {rows.3.ratio.0 4}-Fache der alten',
  },
  'stretch-base': {
    ask:
      'Ein Modell hat die Basis {stretch method=none state.base}. Ein anderes hat ' +
      '{state.base} und lernte aus doppelt so langen Texten. ' +
      'Dreht sich sein Paar {state.pair} im Training weiter?',
    options: [
      [
        'further',
        'ja, doppelt so weit',
        'Seine Texte waren doppelt so lang. Aber die größere Basis bremst dieses Paar viel mehr.',
      ],
      [
        'same',
        'nein, gleich weit: Das Paar hat dieselbe Nummer',
        'Wie schnell ein Paar ist, hängt von seiner Nummer und von der Basis ab.',
      ],
      [
        'less',
        'nein, weniger weit',
        (model) =>
          `${trained(model)}. Eine ganze braucht ` +
          `${grouped(model.waves[model.state.pair])} Positionen.`,
      ],
    ],
    shows: trained,
  },
};
