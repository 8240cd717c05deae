/**
 * Runs scripts, and reads pictures, in pages whose content security policy has
 * `require-trusted-types-for 'script'`. Such a page takes the text or the address of a script, and
 * markup, only from a named policy of trusted types. This one is named `posenc`. The module does not
 * export it, and uses it only for what posenc carries or loads.
 */

/**
 * The members of trustedTypes that are used. TypeScript does not know them yet.
 * @typedef {{createScript(text: string): string, createScriptURL(url: string): string,
 *   createHTML(text: string): string}} Policy
 * @typedef {{createPolicy(name: string, rules: Policy): Policy}} Factory
 */

/** The rules of the policy. They pass on what they get. @type {Policy} */
const AS_GIVEN = {
  createScript: (text) => text,
  createScriptURL: (url) => url,
  createHTML: (text) => text,
};

/** @type {Policy | undefined} */
let made;

/**
 * Returns the policy, which is made once. Browsers without trusted types need none. If the page
 * allows no policy of this name, or no second one, the browser refuses the script itself.
 */
function policy() {
  if (made) return made;
  const { trustedTypes } = /** @type {{trustedTypes?: Factory}} */ (globalThis);
  try {
    made = trustedTypes?.createPolicy('posenc', AS_GIVEN);
  } catch {
    // The page allows no such policy.
  }
  return (made ??= AS_GIVEN);
}

/** Returns the address of a script of posenc, as the page accepts it. @param {string} url */
export const addressOf = (url) => policy().createScriptURL(url);

/** Returns a picture of posenc, as the page accepts it to parse it. @param {string} svg */
export const markupOf = (svg) => policy().createHTML(svg);

/** Runs the text of a script of posenc. @param {string} text */
export function runText(text) {
  const script = document.createElement('script');
  script.textContent = policy().createScript(text);
  document.head.append(script);
}
