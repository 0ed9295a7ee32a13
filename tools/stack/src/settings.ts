import { join, resolve } from 'node:path';

export interface StackSettings {
  readonly root: string;
  readonly javaHome: string;
  /** A path that is relative to `root` unless it is absolute. */
  readonly home: string;
  readonly fresh: boolean;
  /** Starts no services, and deploys nothing. */
  readonly infraOnly: boolean;
  readonly ports: StackPorts;
  /** If false, the data end with the run, and need not survive a crash of the machine. Default: true. */
  readonly isLasting?: boolean;
  /** The name servers. Default: DNS_SERVERS, or the servers of the system. */
  readonly dnsServers?: string;
}

/** The ports; 0 means any. `admin` is the first of as many as there are services. */
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
  /** The folder of downloads, which all stacks of this checkout share. */
  readonly cacheDir: string;
  readonly home: string;
  readonly dataDir: string;
  readonly logDir: string;
  /**
   * A path next to the data, not in it: an external database outlives `--fresh`, and its secrets need the
   * key.
   */
  readonly secretKeysPath: string;
  readonly localJsonPath: string;
  readonly lockPath: string;
}

/** Returns the paths of a stack; `home` is relative to the checkout unless it is absolute. */
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
  /** The home of the JDK; empty if no part needs one. */
  readonly javaHome: string;
  /** If false, the data end with the run, so nothing syncs to disk. */
  readonly isLasting: boolean;
  say(sentence: string): void;
}
