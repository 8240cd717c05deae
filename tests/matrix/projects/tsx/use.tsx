import * as React from 'react';
import 'posenc/figures/clocks';

const right = <pe-clocks dim={64} position="5" onpe-change={(event) => event.detail.key.length} />;
// @ts-expect-error no such field
const misspelt = <pe-clocks dimm={64} />;
export { right, misspelt };
