/**
 * Whether the text of a config names the base of RoPE. If it does not, the base of its type is
 * assumed, which is mostly 10,000.
 * @param {string} text
 */
export const namesBase = (text) => /"[^"]*(theta|_base)"/.test(text);
