import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project: the compiled file is in `test/alerts/dist/alerts/src/stack`. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../../..');

/** The folder of the run. */
export const home = join(root, '.loyalty/alerts');
