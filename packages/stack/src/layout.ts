import { join, resolve } from 'node:path';

/** Where a stack keeps its things. */
export interface Layout {
  readonly root: string;
  /** Downloads, shared by every stack of this checkout. */
  readonly cacheDir: string;
  readonly home: string;
  readonly dataDir: string;
  readonly logDir: string;
  /** Beside the data, not in it: a database of somebody else's outlives `--fresh`. */
  readonly secretKeysPath: string;
  readonly localJsonPath: string;
  readonly lockPath: string;
}

/** The layout for a home folder, relative to the checkout unless absolute. */
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
