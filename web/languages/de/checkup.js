/** Die Texte von pe-doctor um die Befunde. Die Befunde selbst stehen in findings.js. */
import { grouped } from '../../figures/chassis/format.js';

export const joined = (sentences) => sentences.join(' ');
export const drop = 'Dateien hierher ziehen oder auswählen';
export const pick = 'Dateien auswählen';
export const kinds =
  'config.json, .gguf, .safetensors, .npy, .npz, .csv oder golden.json zusammen mit deinen Arrays; ' +
  'zwei Arrays werden miteinander verglichen, Maske und Positionen kannst du dazulegen';
const own = 'Nichts verlässt diese Seite: Dein Browser liest die Dateien hier.';
export { own as private };
export const paste = 'Oder füge eine config.json ein';
export const check = 'Diesen Text prüfen';
export const example = 'Ein Beispiel ansehen';
export const again = 'Neu beginnen';
export const exchange = 'Beide Arrays tauschen';
export const working = 'Die Dateien werden gelesen …';
export const done = (files, { wrong, unsure, checked, unchecked }) => {
  const read = files === 1 ? '1 Datei gelesen.' : `${files} Dateien gelesen.`;
  if (!checked) return `${read} Nichts wurde geprüft.`;
  const rest = unchecked ? ` Nicht geprüft: ${unchecked}.` : '';
  if (wrong) return `${read} Falsch: ${wrong}, siehe unten.${rest}`;
  const found = unsure ? `Unsicher: ${unsure}, siehe unten.` : 'Nichts sieht falsch aus.';
  return `${read} ${found}${rest}`;
};
export const nothing = 'Keine Datei war lesbar.';
export const refused = (name) => `${name} wurde nicht gelesen`;
export const verdicts = {
  right: 'Richtig',
  wrong: 'Falsch',
  unsure: 'Unsicher',
  none: 'Was es tut',
  unchecked: 'Nicht geprüft',
};
export const settings = 'Was gefunden wurde';
export const command = 'Diese Prüfung als Befehl:';
export const copy = 'Kopieren';
export const copied = 'Der Befehl wurde kopiert.';
export const notCopied = 'Der Browser hat das Kopieren nicht erlaubt.';
export const golden = 'Referenzvektoren herunterladen';
export const goldenWhy =
  'Exakte Zahlen, mit denen du eine Portierung prüfen kannst, samt den Toleranzen jedes Typs.';
export const goldenDone = 'Dein Browser speichert golden.json.';
export const open = (figure) => `In der Grafik öffnen: ${figure}`;
export const figures = {
  stretch: 'den Kontext strecken',
  rope: 'Drehung der Paare',
  heatmap: 'die Tabelle',
  alibi: 'ALiBi',
};
export const choose = 'Tensor';
export const chooseFirst = 'Wähle einen Tensor';
export const partner = 'mit';
export const noPair = (names) =>
  `Kein zweites Array gefunden für ${names}. Namen wie q_before und q_after ergeben ein Paar.`;
export const pastedName = 'config.json';
export const tensors = (count) =>
  `Die Datei hat ${grouped(count)} Tensoren. Kein Name zeigt, welcher Positionen enthält.`;
export const cannotRun = (error) =>
  `Die Prüfung läuft hier nicht. ${error instanceof Error ? error.message : error}`;
export const pair = 'vorher und nachher';
export const ifCompared =
  'Ist ein Array aus deiner Portierung und eines aus einer Referenz, so stimmen sie überein.';
export const learned =
  'Das Modell lernt diese Tabelle. Darum gibt es keine Formel, mit der man sie vergleichen kann.';
export const withModel =
  'Gib auch die config.json dazu: Dann siehst du, ob das Modell diese Drehung will.';
export const certain = (what, elements) =>
  `Sicher: Diese ${what} erklärt alle ${grouped(elements)} Elemente.`;
export const certainRead = (what, elements) =>
  `Sicher: Diese ${what} erklärt alle ${grouped(elements)} gelesenen Elemente.`;
export const likely = (what, share) =>
  `Wahrscheinlich: Diese ${what} erklärt ${share}, der Rest weicht ab.`;
export const guess = (what, share) => `Vermutung: Diese ${what} erklärt nur ${share}.`;
export const positions = 'Positionen der Zeilen';
export const positionsForm =
  'Die erste Position, etwa 5, ein Bereich wie 5..20 oder eine Liste wie 0,1,4.';
export const place = 'Erneut prüfen';
export const rotation = 'Drehung';
export const formula = 'Formel';
export const vectors =
  'Das sind Referenzvektoren. Gib auch ein Array deiner Portierung. Die Vektoren sind:';
export const noVector =
  'Kein Referenzvektor hat so viele Elemente wie dieses Array. Die Vektoren sind:';
export const lonely =
  'Keine Formel erklärt dieses Array. Falls es gedreht ist, gib auch das Array vor der Drehung.';
export const others = 'Du kannst auch einen anderen Tensor wählen.';
export const tooLarge = (title) =>
  `${title} ist für eine Seite zu groß. Der Befehl posenc kann es lesen.`;
export const noShape = (title, wanted) =>
  `${title} wird nur aufgelistet. Prüfen lässt sich nur ${wanted}.`;
