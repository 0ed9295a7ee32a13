import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The places where Debian, its derivatives and a local build install it. */
const folders = [
  ...(existsSync('/usr/lib') ? readdirSync('/usr/lib').map((triplet) => join('/usr/lib', triplet)) : []),
  '/usr/local/lib',
];

/** Returns the path of libfaketime; undefined when it is not installed. */
export const findLibrary = (): string | undefined =>
  folders.map((folder) => join(folder, 'faketime/libfaketime.so.1')).find((path) => existsSync(path));

/**
 * Returns environment variables that shift a program's clocks by `offMs`. The monotonic clock shifts too, which is harmless;
 * leaving it out stalls a JVM.
 */
export const wrongClock = (library: string, offMs: number): Readonly<Record<string, string>> =>
  offMs === 0
    ? {}
    : {
        LD_PRELOAD: library,
        FAKETIME: `${offMs < 0 ? '-' : '+'}${Math.abs(offMs / 1_000).toString()}s`,
        NO_FAKE_STAT: '1',
      };
