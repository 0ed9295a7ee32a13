import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** The folder of everything that a run makes. */
export const home = join(root, '.loyalty/mixed');
