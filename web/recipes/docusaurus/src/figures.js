/** Docusaurus calls this function in the browser, once a page contains its elements. */
export function onRouteDidUpdate() {
  import('posenc/figures');
}
