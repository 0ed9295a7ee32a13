import { readFileSync } from 'node:fs';

/** Returns the version of the release, which is the same in all packages. */
export const releaseVersion = (
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
