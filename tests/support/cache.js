/* Says where tests keep what a later run can use. */
import { resolve } from 'node:path';

/** A folder that git ignores. It goes when npm installs the packages anew. */
export const cacheFolder = resolve(import.meta.dirname, '../../node_modules/.cache/posenc');
