import { join, resolve } from 'node:path';

export interface StackSettings {
  readonly root: string;
  readonly javaHome: string;
  /** The folder of data, logs and local.json; relative to `root` unless absolute. */
  readonly home: string;
  /** Delete the data first. */
  readonly fresh: boolean;
  /** Start no services and deploy nothing. */
  readonly infraOnly: boolean;
  readonly ports: StackPorts;
  /** False: the data end with the run, and need not survive a crash of the machine. Default: true. */
  readonly isLasting?: boolean;
  /** Name servers for tenants' host names. Default: DNS_SERVERS, or those of the system. */
  readonly dnsServers?: string;
}

/** The ports that can be chosen, 0 for any. `admin` is the first of as many as there are services. */
export interface StackPorts {
  readonly http: number;
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

export interface StackContext {
  readonly layout: Layout;
  /** Home of a sufficiently new JDK; empty when no part needs one. */
  readonly javaHome: string;
  /** False: the data end with the run, so nothing syncs to disk. */
  readonly isLasting: boolean;
  say(sentence: string): void;
}
