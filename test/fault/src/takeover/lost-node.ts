import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A rule names so many ports at most. */
const portsOfRule = 15;
const localColumn = 1;
const remoteColumn = 2;
const inodeColumn = 9;

/** A connection of a process. */
export interface Connection {
  readonly localPort: number;
  readonly remotePort: number;
}

/**
 * The node of a process, which loses its network: no packet passes any more, and no end of it is notified. Needs iptables, root and Linux. A
 * process that is frozen meanwhile opens no connections past it.
 */
export class LostNode {
  readonly #pid: number;
  readonly #dropped: string[][] = [];

  constructor(pid: number) {
    this.#pid = pid;
  }

  /** The connections that the process has open. */
  connections(): Connection[] {
    const folder = `/proc/${this.#pid.toString()}`;
    const inodes = new Set(readdirSync(`${folder}/fd`).flatMap((name) => inodeOf(`${folder}/fd/${name}`)));
    return ['tcp', 'tcp6'].flatMap((family) =>
      readFileSync(`${folder}/net/${family}`, 'utf8')
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/\s+/))
        .filter((columns) => inodes.has(columns[inodeColumn] ?? ''))
        .map((columns) => ({
          localPort: portOf(columns[localColumn]),
          remotePort: portOf(columns[remoteColumn]),
        })),
    );
  }

  /** Drops all packets of these connections. */
  cut(connections: readonly Connection[]): void {
    const ports = [...new Set(connections.map(({ localPort }) => localPort.toString()))];
    for (let from = 0; from < ports.length; from += portsOfRule) {
      const some = ports.slice(from, from + portsOfRule).join();
      for (const side of ['--sports', '--dports']) this.#drop(['-m', 'multiport', side, some]);
    }
  }

  /** Lets packets pass again. */
  mend(): void {
    for (const rule of this.#dropped.splice(0)) iptables(['-D', ...rule]);
  }

  #drop(match: readonly string[]): void {
    const rule = ['INPUT', '-i', 'lo', '-p', 'tcp', ...match, '-j', 'DROP'];
    iptables(['-I', ...rule]);
    this.#dropped.push(rule);
  }
}

const iptables = (args: readonly string[]): void => {
  const { status, stderr } = spawnSync('iptables', ['-w', ...args]);
  if (status !== 0) throw new Error(`iptables: ${String(stderr)}`);
};

/** Returns the inode of a socket, or nothing for another file, or one that is closed meanwhile. */
const inodeOf = (path: string): string[] => {
  try {
    const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(path)) ?? [];
    return inode === undefined ? [] : [inode];
  } catch {
    return [];
  }
};

/** The port of an address of `/proc/net/tcp`, as in `0100007F:1F90`. */
const portOf = (address = ''): number => Number.parseInt(address.split(':').at(-1) ?? '', 16);
