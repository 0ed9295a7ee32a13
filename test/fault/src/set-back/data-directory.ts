import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { OwnStack } from '@loyalty/stack';
import { pidOf } from '../pid-of.ts';
import { listProcesses, signalOne } from '../processes.ts';
import type { ForgetfulPart } from './forgetful-part.ts';

/** A process in a system call stops or ends when the call returns, and flushing a disk may take long. */
const patienceMs = 10_000;
/** The recovery from a crash ends within this time. */
const backPatienceMs = 60_000;

/**
 * The data directory of the stack's Postgres, copied and put back like a disk snapshot. All processes of the server stand still
 * while it is copied, so the copy equals the state after a crash at that moment. The server that starts on the copy recovers on
 * the same timeline.
 */
export class DataDirectory implements ForgetfulPart {
  readonly branched = 'the data directory was copied';
  readonly forgotten = 'Postgres was killed, and is set back';
  readonly #stack: OwnStack;
  readonly #path: string;

  static async of(stack: OwnStack): Promise<DataDirectory> {
    const db = new pg.Client({ connectionString: stack.now().databaseUrl });
    await db.connect();
    try {
      const { rows } = await db.query<{ data_directory: string }>('SHOW data_directory');
      return new DataDirectory(stack, rows[0]?.data_directory ?? '');
    } finally {
      await db.end();
    }
  }

  private constructor(stack: OwnStack, path: string) {
    this.#stack = stack;
    this.#path = path;
  }

  get #copy(): string {
    return `${this.#path}.copy`;
  }

  /** The path to which the live directory is moved. */
  get #lost(): string {
    return `${this.#path}.lost`;
  }

  /** Copies the directory; resolves with the milliseconds for which the server stood still. */
  async branch(): Promise<number> {
    this.remove();
    const server = serverOf(pidOf(this.#stack, 'postgres'));
    const beganMs = performance.now();
    try {
      await signalAll(server, 'SIGSTOP', /^[TZ]/);
      const { status, stderr } = spawnSync('cp', ['-a', this.#path, this.#copy], { encoding: 'utf8' });
      if (status !== 0) throw new Error(`the data directory cannot be copied: ${stderr}`);
    } finally {
      for (const pid of server()) signalOne(pid, 'SIGCONT');
    }
    // The file names a process of the server that will be killed.
    rmSync(join(this.#copy, 'postmaster.pid'));
    return performance.now() - beganMs;
  }

  /**
   * Kills the server and puts the copy into its place; who keeps the stack running starts Postgres on it as after any kill. Resolves
   * when it serves, with the time of the kill.
   */
  async forget(): Promise<number> {
    const beganMs = performance.now();
    const { pid: keeper } = this.#stack.now();
    const killed = pidOf(this.#stack, 'postgres');
    process.kill(keeper, 'SIGSTOP');
    try {
      await signalAll(serverOf(killed), 'SIGKILL', /^Z/);
      renameSync(this.#path, this.#lost);
      renameSync(this.#copy, this.#path);
    } finally {
      process.kill(keeper, 'SIGCONT');
    }
    await this.#untilBack(killed);
    return beganMs;
  }

  async #untilBack(killed: number): Promise<void> {
    const untilMs = Date.now() + backPatienceMs;
    for (;;) {
      const { pid, isServing } = this.#stack.now().parts['postgres'] ?? { pid: null, isServing: false };
      if (isServing && pid !== killed) return;
      if (Date.now() > untilMs) throw new Error('postgres does not come back on the copy');
      await pause(10);
    }
  }

  /** Removes the copy and the replaced directory. */
  remove(): void {
    for (const path of [this.#copy, this.#lost]) rmSync(path, { recursive: true, force: true });
  }
}

/** Returns a function that lists the postmaster and its children. */
const serverOf = (postmaster: number) => (): number[] => [
  ...listProcesses()
    .filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
    .map(({ pid }) => pid),
];

/** Sends the signal until every process of the server, new ones included, has reached the state `until` or has ended. */
const signalAll = async (server: () => number[], signal: NodeJS.Signals, until: RegExp): Promise<void> => {
  const known = new Set<number>();
  const untilMs = Date.now() + patienceMs;
  for (;;) {
    for (const pid of server().filter((pid) => !known.has(pid))) {
      known.add(pid);
      signalOne(pid, signal);
    }
    const states = new Map(listProcesses().map(({ pid, state }) => [pid, state]));
    const others = [...known].filter((pid) => !until.test(states.get(pid) ?? 'Z'));
    if (others.length === 0) return;
    if (Date.now() > untilMs) throw new Error(`${signal} does not reach ${others.join(', ')}`);
    await pause(10);
  }
};
