/** The texts around the listings. The first line of each listing is in the listing's own module. */
export const listingWords = {
  /** The languages, in the order of their buttons. @type {Record<string, string>} */
  languages: { javascript: 'JavaScript', numpy: 'NumPy', torch: 'PyTorch' },
  /** The name of the row of buttons. */
  group: 'Code',
  /** @param {string} language */
  label: (language) => `Code: ${language}`,
  copy: 'Copy',
  copied: 'Copied.',
  notCopied: 'The browser did not allow copying. Select the text and copy it.',
  none: 'No short program makes these numbers.',
};
