/** Die Texte um die Programme. */
export const listingWords = {
  group: 'Code',
  label: (language) => `Code: ${language}`,
  copy: 'Kopieren',
  copied: 'Kopiert.',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markiere den Text und kopiere ihn.',
  none: 'Diese Zahlen berechnet kein kurzes Programm.',
};
