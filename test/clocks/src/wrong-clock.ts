import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where Debian, its relatives, and a build by hand put it. */
const folders = [
  ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((triplet) => join('/usr/lib', triplet)) : []),
  '/usr/local/lib',
];

/** The library that tells a program another time; undefined where it is not installed. */
export const findLibrary = (): string | undefined =>
  folders.map((folder) => join(folder, 'faketime/libfaketime.so.1')).find((path) => existsSync(path));

/**
 * What makes the clocks of a program that is started with it wrong by so much. The one that never goes back is as far off, which is
 * nothing to it; to leave that one alone stalls a JVM.
 */
export const wrongClock = (library: string, offMs: number): Readonly<Record<string, string>> =>
  offMs === 0
    ? {}
    : {
        LD_PRELOAD: library,
        FAKETIME: `${offMs < 0 ? '-' : '+'}${Math.abs(offMs / 1_000).toString()}s`,
        NO_FAKE_STAT: '1',
      };
