/** Puts the learning system scorm-again, which others wrote and use, into pages of tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './browsers.js';

/** The file of a version, its class, and the name under which lessons look for it. */
const VERSIONS = {
  1.2: { file: 'scorm12', name: 'Scorm12API', api: 'API' },
  2004: { file: 'scorm2004', name: 'Scorm2004API', api: 'API_1484_11' },
};

/**
 * Returns the scripts of a page with the learning system. `window.recorded()` returns its record,
 * and `window.refused` lists the arguments of the calls that it refused.
 * @param {'1.2' | '2004'} version
 */
export function scormAgain(version) {
  const { file, name, api } = VERSIONS[version];
  const path = join(root, `node_modules/scorm-again/dist/${file}.min.js`);
  const settings = JSON.stringify({ autocommit: false, selfReportSessionTime: true, logLevel: 5 });
  return `<script>${readFileSync(path, 'utf8')}</script><script>
    const system = (window.${api} = new ${name}(${settings}));
    window.refused = [];
    const set = api => (...values) => {
      const taken = api(...values);
      if (String(taken) !== 'true') window.refused.push(values);
      return taken;
    };
    for (const method of ['SetValue', 'LMSSetValue'])
      if (system[method]) system[method] = set(system[method].bind(system));
    window.recorded = () => JSON.parse(JSON.stringify(system.cmi));
  </script>`;
}
