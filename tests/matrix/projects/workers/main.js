/* Starts a worker of each kind, and shows what they send. */
const show = ({ data }) => document.querySelector('output').append(' ', data);
const asModule = { type: 'module' };

new Worker('classic.js').onmessage = show;
new Worker('module.js', asModule).onmessage = show;
new SharedWorker('shared.js', asModule).port.onmessage = show;

navigator.serviceWorker.onmessage = show;
await navigator.serviceWorker.register('service.js', asModule);
(await navigator.serviceWorker.ready).active.postMessage('');
