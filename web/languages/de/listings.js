/** Die Texte um die Programme. */
export const listingWords = {
  group: 'Code',
  label: (language) => `Code: ${language}`,
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Der Browser hat das nicht erlaubt. Markiere den Text und kopiere ihn.',
  none: 'Die Zahlen in diesem Zustand berechnet kein kurzes Programm.',
};
