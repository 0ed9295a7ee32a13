import { join, resolve } from 'node:path';

export interface StackSettings {
  readonly root: string;
  readonly javaHome: string;
  /** The path is relative to `root` unless absolute. */
  readonly home: string;
  readonly fresh: boolean;
  /** Starts no services, and deploys nothing either. */
  readonly infraOnly: boolean;
  readonly ports: StackPorts;
  /** If false, the data end with the run, and need not survive a crash of the machine. Default: true. */
  readonly isLasting?: boolean;
  /** The default is DNS_SERVERS, or the servers of the system. */
  readonly dnsServers?: string;
}

/** 0 for any. `admin` is the first of as many as there are services. */
export interface StackPorts {
  readonly http: number;
  readonly console: number;
  readonly admin: number;
  readonly kafka: number;
  readonly registry: number;
  readonly postgres: number;
  readonly redis: number;
}

export interface Layout {
  readonly root: string;
  /** Downloads, shared by every stack of this checkout. */
  readonly cacheDir: string;
  readonly home: string;
  readonly dataDir: string;
  readonly logDir: string;
  /**
   * The path is next to the data, not in it: an external database outlives `--fresh`, and its secrets need
   * the key.
   */
  readonly secretKeysPath: string;
  readonly localJsonPath: string;
  readonly lockPath: string;
}

/** `home` is relative to the checkout unless absolute. */
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

export interface StackContext {
  readonly layout: Layout;
  /** Empty when no part needs a JDK. */
  readonly javaHome: string;
  /** If false, the data end with the run, so nothing syncs to disk. */
  readonly isLasting: boolean;
  say(sentence: string): void;
}
