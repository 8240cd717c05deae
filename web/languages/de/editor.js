/** Die Texte von pe-editor. */

export const main = {
  title: 'Titel der Lektion',
  untitled: 'Lektion',
  language: 'Sprache',
  file: 'unterricht',
  slides: 'unterricht-folien',
  save: (file) => `${file} speichern`,
  saveSlides: 'Folien speichern',
  savePackage: 'Für ein Lernsystem speichern',
  sheet: 'Arbeitsblatt',
  open: 'Lektion öffnen',
  empty: 'Neue Lektion',
  undo: 'Rückgängig',
  parts: 'Teile der Lektion',
  result: 'Was die Lernenden sehen',
  nothing: 'Die Lektion ist leer. Füge einen Text oder eine Grafik hinzu.',
  addText: 'Text hinzufügen',
  addFigure: 'Diese Grafik hinzufügen',
  figure: 'Grafik',
  text: 'Text',
  textHint: 'Markdown: # Überschrift, **fett**, *kursiv*, - Liste, [Text](https://…), | Tabelle |',
  firstText: '## Eine Überschrift\n\nHier schreiben.',
  up: 'Nach oben',
  down: 'Nach unten',
  remove: 'Entfernen',
  part: (at, what) => `Teil ${at}: ${what}`,
  act: (act, at) => `${act}, Teil ${at}`,
  moved: (at, count) => `Der Teil ist jetzt ${at} von ${count}.`,
  added: 'Der Teil ist hinzugefügt.',
  removed: 'Der Teil ist entfernt. „Rückgängig“ holt ihn zurück.',
  undone: 'Rückgängig gemacht.',
  emptied: 'Das ist eine neue Lektion. „Rückgängig“ holt die letzte zurück.',
  opened: (name) => `${name} ist geöffnet. „Rückgängig“ holt die letzte Lektion zurück.`,
  saving: 'Die Datei wird geschrieben …',
  saved: (file) =>
    `Dein Browser hat ${file} bekommen. Die Datei braucht kein Netz. An ihrem Ende stehen die ` +
    'eigenen Antworten, zum Drucken oder Speichern.',
  savedSlides: (file) =>
    `Dein Browser hat ${file} bekommen. Lege die Datei in den Ordner von reveal.js, neben dessen ` +
    'Ordner „dist“. Ein Doppelklick öffnet dann die Folien.',
  noReveal: 'Lege diese Datei in den Ordner von reveal.js, neben dessen Ordner „dist“.',
  savedPackage: (file) =>
    `Dein Browser hat ${file} bekommen. Lade die Datei als SCORM-Paket hoch. ` +
    'Das Lernsystem zeichnet dann jede Antwort auf. Für die Punkte zählt die erste Antwort auf ' +
    'jede Frage, und mit der letzten Frage ist die Lektion abgeschlossen.',
  maybeSaved: (file) => `Dein Browser hat ${file} bekommen, falls diese Seite speichern darf.`,
  savedWith: (at, problem) =>
    `Gespeichert, aber die Frage von Teil ${at} wird noch nicht gestellt. ${problem}`,
  unkept: 'Dieser Browser behält keinen Entwurf. Speichere, bevor du die Seite verlässt.',
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markiere den Text und kopiere ihn.',
};

export const figure = {
  tasks: 'Was du tun willst',
  task: {
    setup: 'Einstellen',
    hide: 'Ausblenden und sperren',
    question: 'Frage',
    code: 'Anderswo nutzen',
  },
  hints: {
    setup: 'Bediene die Grafik. Die Lernenden finden sie so, wie du sie verlässt.',
    hide: 'Klick auf einen Teil der Grafik: Regler sind gesperrt, dann ausgeblendet, dann wieder da.',
    question: 'Du kannst die Grafik bewegen. Ihr Anfang bleibt, wie du ihn eingestellt hast.',
    code: 'Kopiere, was deine Seite braucht.',
  },
  folds: { setup: 'Gruppe, Anfang', hide: 'Liste der Teile' },
  level: 'Die Lernenden sehen',
  levels: { full: 'alles', beginner: 'was am Anfang nötig ist' },
  levelHint:
    '„Was am Anfang nötig ist“ lässt Formel, manche Regler, Tempo, Code, Dateien und Links weg.',
  group: 'Gruppe',
  groupHint: 'Grafiken einer Gruppe bewegen sich zusammen',
  reset: 'Zurück zum eigenen Anfang der Grafik',
  shown: 'sichtbar',
  locked: 'gesperrt',
  hidden: 'ausgeblendet',
  parts: {
    title: 'Titel',
    plot: 'Bild',
    transport: 'Leiste unter dem Bild',
    caption: 'Bildunterschrift',
    presets: 'Beispiele',
    formula: 'Formel',
    controls: 'Alle Regler',
    export: 'Reihe kleiner Knöpfe',
    table: 'Tabelle',
    code: 'Code',
    level: 'Knopf „Alles zeigen“',
    help: 'Liste der Tasten',
    game: 'Spiel',
    facts: 'Tabelle der Verfahren',
    choice: 'Fragen, die zu einem Verfahren führen',
    config: 'Config eines Modells',
    finder: 'Suche',
    cost: 'Kosten',
    image: 'Eigenes Bild',
    listing: 'Code mit dem Fehler',
    reported: 'Veröffentlichte Ergebnisse',
    run: 'Training',
    samples: 'Was die Modelle schreiben',
  },
  now: (part, how) => `${part}: ${how}`,
};

export const question = {
  draft: 'Diese Frage wird noch nicht gestellt.',
  kind: 'Die Grafik fragt',
  kinds: {
    own: 'ihre eigene Frage',
    none: 'nichts',
    choice: 'meine Frage, mit Antworten zur Auswahl',
    number: 'meine Frage nach einer Zahl',
    state: 'meine Frage, beantwortet im Bild',
  },
  ask: 'Deine Frage',
  options: 'Antworten',
  option: (at) => `Antwort ${at}`,
  right: (at) => `Antwort ${at} ist richtig`,
  replyTo: (at) => `Erwiderung auf Antwort ${at}`,
  replyHint: 'Erwiderung',
  removeOption: (at) => `Antwort ${at} entfernen`,
  addOption: 'Antwort hinzufügen',
  source: 'Die richtige Zahl ist',
  typed: 'eine Zahl, die ich eintippe',
  answer: 'Richtige Zahl',
  row: 'Zeile: was in ihrer ersten Zelle steht, oder ein Name wie pair',
  tolerance: 'Darf abweichen um',
  unit: 'Einheit',
  reply: 'Erwiderung auf eine falsche Antwort',
  because: 'Was bei der richtigen Antwort steht',
  shows: 'Zustand, der die Antwort zeigt',
  tries: (at) => `Zustand, der Antwort ${at} ausprobiert`,
  target: 'Zustand, der die Antwort ist',
  varies: (field) =>
    `Auf jedem Arbeitsblatt andere Zahlen: Schreib als Zustand ${field}=5..20 oder ` +
    `${field}=5|8|13 und in die Frage {${field}}.`,
  examples: (one, two) => `Die Arbeitsblätter sind verschieden, zum Beispiel: ${one} · ${two}`,
  take: 'Jetzigen Zustand nehmen',
  try: 'Diesen Zustand zeigen',
  taken: 'Der Zustand ist übernommen.',
  same: 'Bewege erst die Grafik. Sie steht noch an ihrem Anfang.',
  noState: (label, state) =>
    `${label}: Den Zustand ${state} hat diese Grafik nicht. Übernimm einen Zustand aus der Grafik.`,
  lockedState:
    'Dafür müsste ein Teil bewegt werden, den du gesperrt hast. Gib ihn frei, oder nimm einen ' +
    'anderen Zustand.',
  noCell: (text) => `In der Tabelle der Grafik steht keine Zahl bei ${text}.`,
  noBraces: (text) => `Die Grafik kennt ${text} nicht. In Klammern steht ein Name wie {position}.`,
  unnamed: (field) => `Schreib {${field}} in die Frage, damit klar ist, welche Zahl gemeint ist.`,
  noDistance: '„Darf abweichen um“ braucht eine Zahl ab 0, zum Beispiel 0,5.',
  missing: {
    ask: 'Schreib die Frage.',
    options: 'Schreib mindestens zwei Antworten. Keine darf leer sein.',
    same: 'Zwei Antworten sind gleich.',
    answer: 'Schreib die richtige Antwort als Zahl, etwa 6,28.',
    target: 'Stell in der Grafik die Antwort ein und nimm diesen Zustand.',
    shows: 'Stell die Grafik so ein, dass sie die Antwort zeigt, und nimm diesen Zustand.',
  },
};

export const code = {
  tag: 'Tag',
  tagHint: 'Für eine eigene Seite, neben der figures.iife.js liegt.',
  frame: 'Rahmen',
  frameHint: 'Für Lernplattformen. Die Adresse muss zu embed.html führen.',
  link: 'Link',
  linkHint: 'Zum Lab, mit der Grafik in diesem Zustand.',
  copy: (what) => `Kopieren: ${what}`,
};

export const answers = {
  heading: 'Deine Antworten',
  name: 'Name',
  score: (right, count) => `${right} von ${count} richtig beantwortet.`,
  none: 'keine Antwort',
  hint: 'Es zählt die erste Antwort. Nichts wird gesendet: Drucke, kopiere oder speichere sie.',
  open: (count) => `Noch offene Fragen: ${count}.`,
  earlier: (answer) => `Deine erste Antwort: ${answer}`,
  print: 'Drucken',
  save: 'Als Text speichern',
  kept: 'Sie bleiben hier, bis du diesen Tab schließt.',
  recorded: 'Es zählt die erste Antwort. Das Lernsystem zeichnet jede Antwort auf.',
  lost: 'Das Lernsystem hat eine Antwort nicht angenommen. Drucke, kopiere oder speichere deine Antworten.',
  file: 'antworten',
};

export const file = {
  notLesson: (name) =>
    `${name} ist keine Lektion. Nötig ist eine Datei, die hier gespeichert wurde.`,
  tooLarge: (name) => `${name} ist zu groß für eine Lektion.`,
  version: (version) => `Die Lektion hat Version ${version}, und hier ist nur Version 1 lesbar.`,
  damaged: (place) => `Die Lektion in dieser Datei ist beschädigt: ${place}.`,
  noScript: (file) => `${file} war nicht lesbar. Nimm posenc-lab.html, das die Datei enthält.`,
};
