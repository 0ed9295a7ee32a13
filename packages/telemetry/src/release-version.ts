import { readFileSync } from 'node:fs';

interface Manifest {
  readonly version: string;
}

/** The release of this build, as in `0.2.0`: all packages have the same. */
export const releaseVersion: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as Manifest
).version;
