/** Docusaurus calls this in the browser, once the elements of a page are there. */
export function onRouteDidUpdate() {
  import('posenc/figures');
}
