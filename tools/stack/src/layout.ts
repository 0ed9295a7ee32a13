import { join, resolve } from 'node:path';

/** The paths of a stack. */
export interface Layout {
  readonly root: string;
  /** Downloads, shared by every stack of this checkout. */
  readonly cacheDir: string;
  readonly home: string;
  readonly dataDir: string;
  readonly logDir: string;
  /** Beside the data, not in it: an external database outlives `--fresh`, and its secrets need the key. */
  readonly secretKeysPath: string;
  readonly localJsonPath: string;
  readonly lockPath: string;
}

/** Returns the layout for a home folder, relative to the checkout unless absolute. */
export const layoutFor = (root: string, home: string): Layout => {
  const homeDir = resolve(root, home);
  return {
    root,
    cacheDir: join(root, '.loyalty/cache'),
    home: homeDir,
    dataDir: join(homeDir, 'data'),
    logDir: join(homeDir, 'logs'),
    secretKeysPath: join(homeDir, 'secret-keys'),
    localJsonPath: join(homeDir, 'local.json'),
    lockPath: join(homeDir, 'lock.json'),
  };
};
