/** Die Texte von pe-stretch zu einer config.json, die gelesen wurde. */
import { fixed, grouped } from '../../figures/chassis/format.js';
import { methodOf } from '../../figures/stretch/model.js';
import { methodTexts, neverTurned, steepest } from './stretch.js';

export const problems = {
  tooLong: (longest) =>
    `Dieser Text ist zu lang: Eine Konfiguration hat höchstens ${grouped(longest)} Zeichen.`,
  tooDeep: (most) =>
    `Objekte und Listen einer Konfiguration dürfen höchstens ${most}-mal ineinander stehen.`,
  unchanged: 'Die Grafik hat sich nicht geändert.',
  notJson: (message) => `Das ist kein gültiges JSON: ${message}`,
  notRotary: (scheme) =>
    'Dieses Modell hat keine gedrehten Paare, die man strecken kann: ' +
    `Sein Verfahren ist „${scheme}“.`,
  noStretching: (type) =>
    `Seine Skalierung „${type}“ streckt den Kontext nicht. ` +
    'Die Grafik zeigt die Paare, wie sie sich ohne diese Skalierung drehen.',
  clamped: (field, wanted, taken) =>
    `${field} = ${wanted} kann die Grafik nicht zeigen. Sie zeigt stattdessen ${field} = ${taken}.`,
};

export function paragraphs(model, reading) {
  const said = [whatWasRead(model, reading), lengthsSaid(model, reading)];
  if (model.own) said.push(scalingSaid(model));
  if (reading.ignored) said.push(problems.noStretching(reading.ignored));
  return [...said, ...alikeSaid(reading)];
}

/** Sagt, was gelesen wurde: den Typ des Modells, die Zahl und die Basis seiner Paare. */
function whatWasRead({ state, waves }, { type, description, namesBase }) {
  const pairs = `${waves.length} Paare mit der Basis ${grouped(state.base)}`;
  if (!description)
    return `Gelesen wurde nur eine Skalierung. Die Grafik wendet sie an auf ${pairs}.`;
  const { headDim, rotaryDim, layout } = description;
  const all = rotaryDim === headDim ? '' : ` von ${headDim}`;
  return (
    `${nameSaid(type, description)} mit RoPE. ` +
    `Jeder Kopf dreht ${rotaryDim}${all} Dimensionen, das sind ${pairs}.` +
    layoutSaid(layout, Number(rotaryDim)) +
    (namesBase
      ? ''
      : ` Die Datei nennt keine Basis, darum nimmt die Grafik ${grouped(state.base)}.`)
  );
}

/** Sagt, als was das Modell gelesen wurde. Einen unbekannten Typ liest die Bibliothek wie Llama. */
function nameSaid(type, { notes }) {
  const note = notes.find((each) => each.startsWith('Read as '));
  const other = note?.match(/^Read as (\w+)/)?.[1];
  if (other)
    return (
      `Die Datei nennt das Modell „${type}“. Dieser Typ ist nicht bekannt. Darum gelten Paare ` +
      `in Hälften und die Standardwerte von ${other}. Gelesen wie ${other}: ein Modell`
    );
  return `Gelesen${type ? ` als ${type}` : ''}: ein Modell`;
}

/** Sagt, welche Dimensionen in den Gewichten ein Paar bilden. */
function layoutSaid(layout, dim) {
  if (!layout) return '';
  const pair = layout === 'half' ? `i und i + ${dim / 2}` : '2i und 2i + 1';
  const order =
    layout === 'half'
      ? 'die Anordnung in Hälften (half)'
      : 'die abwechselnde Anordnung (interleaved)';
  return ` Seine Gewichte erwarten ${order}: Ein Paar sind die Dimensionen ${pair}.`;
}

/** Sagt, welche Längen die Datei nennt, und was sie bedeuten. */
function lengthsSaid(model, { description, isAssumed }) {
  const { state, own, stages, target } = model;
  const never = neverTurned(model);
  const length = grouped(state.length);
  if (stages) {
    const last = grouped(stages.last);
    const later = stages.isTrained
      ? `Danach wurde das Modell laut seinen Autoren auf bis zu ${last} Positionen trainiert.`
      : 'Wie lang die Texte beim späteren Training waren, sagt die Datei nicht.';
    return (
      `Die Datei sagt, dass das Modell zuerst auf ${length} Positionen trainiert wurde ` +
      `und für ${last} gebaut ist. ${never} ${later}`
    );
  }
  if (isAssumed)
    return (
      `Die Datei nennt nur eine Länge, ${grouped(target)} Positionen. Die Grafik nimmt an, ` +
      `dass das ${grouped(state.factor)}-mal die Trainingslänge ist. ${never}`
    );
  if (own)
    return (
      `Die Datei verlangt eine Streckung von ${length} auf ${grouped(target)} Positionen. ` +
      `Dass das Training so weit reichte, sagt sie nicht. ${never}`
    );
  const named = description?.contextLength
    ? `Die Datei nennt eine Länge, ${length} Positionen. Die Grafik nimmt sie als Trainingslänge.`
    : `Die Datei nennt keine Länge, darum bleibt die Grafik bei ${length} Positionen.`;
  return `${named} ${never}`;
}

/** Sagt, was die Skalierung des Modells macht. */
function scalingSaid({ state, waves, rows, chosen, own, stages }) {
  const row = rows[chosen];
  const { kept, blended, slowed, unseen } = row.counts;
  const does =
    own === 'longrope'
      ? `teilt die Frequenz jedes Paares durch eine eigene Zahl, höchstens ${steepest(row)}`
      : `lässt ${kept} von ${waves.length} Paaren unverändert, mischt ${blended} ` +
        `und bremst ${slowed} um den Faktor ${grouped(state.factor)}`;
  const scores =
    row.amplitude === 1
      ? ''
      : ` Kosinus und Sinus multipliziert sie mit ${fixed(row.amplitude, 4)}.`;
  const showed = stages?.isTrained ? ' Im späteren Training kamen sie vor.' : '';
  const warning = unseen
    ? ` ${unseen} von ${waves.length} Paaren ${unseen === 1 ? 'erreicht' : 'erreichen'} Winkel, die in den ` +
      `ersten ${grouped(state.length)} Positionen nie vorkamen.${showed}`
    : '';
  return `Seine Skalierung, ${methodTexts[state.method].name}, ${does}.${scores}${warning}`;
}

/** Sagt, was alle Schichten sehen, wenn sie gleich sind und nicht alles sehen. */
function alikeSaid({ description, plan }) {
  if (plan || !(description?.window || description?.chunk)) return [];
  return [`Alle Schichten ${sees(description, true)}.`];
}

/** Sagt, was die Tokens mancher Schichten sehen. */
function sees({ scheme, window, windowBothWays, chunk }, isPlural) {
  const see = isPlural ? 'sehen' : 'sieht';
  if (scheme === 'none') return `${isPlural ? 'haben' : 'hat'} lineare Attention oder gar keine`;
  if (window && windowBothWays) return `${see} ${grouped(window - 1)} Tokens nach jeder Seite`;
  if (window) return `${see} die letzten ${grouped(window)} Tokens`;
  if (chunk) return `${see} ihren Abschnitt von ${grouped(chunk)} Tokens`;
  return `${see} den ganzen Text`;
}

/** Sagt, worin sich die Positionen einer Art von Schichten von den anderen unterscheiden. */
function positionsSaid({ kinds }, { layer }) {
  if (layer.scheme === 'nope') return ', ohne Positionen';
  if (layer.scheme === 'none') return '';
  const rotary = kinds.flatMap((kind) => (kind.layer.scheme === 'rope' ? [kind.layer] : []));
  const differs = (trait) => new Set(rotary.map(trait)).size > 1;
  const details = [];
  if (differs(({ base }) => base)) details.push(`mit Basis ${grouped(Number(layer.base))}`);
  if (differs(({ rotaryDim }) => rotaryDim))
    details.push(`mit ${layer.rotaryDim} gedrehten Dimensionen`);
  if (differs(({ scaling }) => methodOf(scaling)))
    details.push(methodOf(layer.scaling) === 'none' ? 'ohne Streckung' : 'mit Streckung');
  return details.length ? `, ${details.join(' und ')}` : '';
}

const SIGHTS = {
  all: 'ganzer Text',
  window: 'Fenster',
  chunk: 'Abschnitt',
  none: 'keine Attention oder lineare',
};

/** Gibt das Wort für den Buchstaben einer Art von Schichten zurück. */
const nameOf = ({ sight, layer }) =>
  sight === 'all' && layer.scheme === 'nope' ? 'ohne Position' : SIGHTS[sight];

/** Schreibt Buchstabe und Wort einer Art von Schichten, wie „W (Fenster)“. */
const lettered = (kind) => `${kind.letter} (${nameOf(kind)})`;

export const layerTexts = {
  label: 'Schicht',
  title: ({ kinds, kindOf }) =>
    `Seine ${kindOf.length} Schichten gehören zu ${kinds.length} Arten.`,
  kind(plan, at) {
    const kind = plan.kinds[at];
    const { count, every, layer } = kind;
    const total = plan.kindOf.length;
    const which = `${count} von ${total} Schichten${every > 1 ? ` (jede ${every}.)` : ''}`;
    const name = nameOf(kind);
    const does = `${which} ${sees(layer, count > 1)}${positionsSaid(plan, kind)}`;
    return `${name[0].toUpperCase()}${name.slice(1)}: ${does}.`;
  },
  layer(plan, at) {
    const kind = plan.kinds[plan.kindOf[at]];
    const where = `Schicht ${at + 1} von ${plan.kindOf.length}`;
    return `${where} ${sees(kind.layer, false)}${positionsSaid(plan, kind)}.`;
  },
  shown: ({ kinds, shown }) =>
    kinds[shown] ? `Die Grafik zeigt die Paare der Schichten mit ${lettered(kinds[shown])}.` : '',
};

export function layerTable(plan) {
  return {
    name: 'Schichten der Konfiguration',
    columns: ['Schicht', 'Art', 'was sie tut'],
    rows: plan.kindOf.length,
    row: (at) => [at + 1, lettered(plan.kinds[plan.kindOf[at]]), layerTexts.layer(plan, at)],
    show: String,
  };
}
