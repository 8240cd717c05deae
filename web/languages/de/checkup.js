/** Die Texte von pe-doctor um die Befunde. Die Befunde selbst sind noch englisch. */

export const drop = 'Dateien hierher ziehen oder auswählen';
export const kinds =
  'config.json, .gguf, .safetensors, .npy oder .npz; zwei Arrays gelten als vorher und nachher';
const own = 'Nichts verlässt diese Seite: Dein Browser liest die Dateien hier.';
export { own as private };
export const paste = 'Oder füge eine config.json ein';
export const check = 'Diesen Text prüfen';
export const example = 'Ein Beispiel ansehen';
export const again = 'Neu beginnen';
export const exchange = 'Vorher und nachher tauschen';
export const working = 'Die Dateien werden gelesen …';
export const done = (files, wrong) => {
  const read = files === 1 ? '1 Datei gelesen.' : `${files} Dateien gelesen.`;
  return `${read} ${wrong ? `Falsch: ${wrong}, siehe unten.` : 'Nichts sieht falsch aus.'}`;
};
export const nothing = 'Keine Datei war lesbar.';
export const refused = (name) => `${name} wurde nicht gelesen`;
export const verdicts = {
  right: 'Richtig',
  wrong: 'Falsch',
  unsure: 'Unsicher',
  none: 'Was es tut',
};
export const settings = 'Was gefunden wurde';
export const command = 'Dasselbe in der Kommandozeile:';
export const copy = 'Kopieren';
export const copied = 'Der Befehl wurde kopiert.';
export const notCopied = 'Der Browser hat das Kopieren nicht erlaubt.';
export const golden = 'Referenzvektoren herunterladen';
export const goldenWhy =
  'Exakte Zahlen, mit denen du eine Portierung prüfen kannst, samt den Toleranzen jedes Typs.';
export const goldenDone = 'Dein Browser hat die Datei golden.json bekommen.';
export const open = (figure) => `In der Grafik öffnen: ${figure}`;
export const figures = {
  stretch: 'den Kontext strecken',
  rope: 'Drehung der Paare',
  heatmap: 'die Tabelle',
  alibi: 'ALiBi',
};
export const choose = 'Tensor';
export const chooseFirst = 'Wähle einen Tensor';
