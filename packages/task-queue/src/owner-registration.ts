import { textOf, type Clock } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { HeartbeatResult, PersistTasks, OwnerHeartbeat, TaskStore } from './task-store.ts';

export interface OwnerRegistrationOptions<Tx> {
  readonly store: Pick<TaskStore<Tx>, 'register' | 'heartbeat' | 'reclaim' | 'onHistoryChange'>;
  /** For what one that is gone was handed over. */
  readonly persistTasks: PersistTasks<Tx>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
  /** The process has a number, or another one than before: what it had in hand is no longer its own. */
  readonly onOwner: (owner: number) => void;
  /** Rows of a process that is gone were freed. */
  readonly onReclaimed: (rows: number) => void;
}

const heartbeatEveryMs = 2_000;
/** Another process is gone when its beat stood still during so many of ours: at least 10 s. */
const missedHeartbeatsMax = 5;
/** A process that has not been heard for so long starts nothing: others may soon take it for gone. */
const ownershipMs = 8_000;

interface ObservedHeartbeat {
  heartbeat: number;
  /** How many of our beats have found it standing still. */
  missed: number;
}

/**
 * One process' share in a queue. It lives as long as its beat moves, as others see it beside their own beats: clocks, sessions and
 * locks have no say in it, so a database that stalls makes nobody dead, and a process that is frozen loses its work.
 */
export class OwnerRegistration<Tx> {
  readonly #options: OwnerRegistrationOptions<Tx>;
  readonly #seen = new Map<number, ObservedHeartbeat>();
  readonly #stopping = new AbortController();
  #owner: number | null = null;
  #heardAtMs = -Infinity;
  /** What the database's clock is ahead of `elapsedMs`; that of the process stands in for it before the first beat. */
  #leadMs: number;
  #running: Promise<void> = Promise.resolve();

  constructor(options: OwnerRegistrationOptions<Tx>) {
    this.#options = options;
    this.#leadMs = options.clock.now() - options.elapsedMs();
    // Rows may be ours again that were worked off in the history that is lost: another number leaves them to be found.
    options.store.onHistoryChange(() => {
      this.#ownExpired('the database has begun anew');
    });
  }

  /** Null before the first number, and from the moment on in which it was declared gone. */
  get owner(): number | null {
    return this.#owner;
  }

  /** How many processes share the queue, this one included. */
  get owners(): number {
    return this.#seen.size + 1;
  }

  /** Whether the process may start anything: nobody can have taken its work yet. */
  get isOwnershipValid(): boolean {
    return this.#owner !== null && this.#options.elapsedMs() - this.#heardAtMs < ownershipMs;
  }

  /** The database's time, milliseconds since the epoch. */
  get nowMs(): number {
    return this.#options.elapsedMs() + this.#leadMs;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Beats no more; whoever still has something in hand is taken for gone in a while. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#heartbeat().catch((failure: unknown) => {
        this.#options.logger.warn({ error: textOf(failure) }, 'a heartbeat failed; retrying');
      });
      await this.#options.clock.sleep(heartbeatEveryMs, signal);
    }
  }

  async #heartbeat(): Promise<void> {
    const { store, elapsedMs } = this.#options;
    if (this.#owner === null) await this.#register();
    const owner = this.#owner;
    if (owner === null) return;
    // Taken before the call: the beat moved at this time or later.
    const askedAtMs = elapsedMs();
    const heartbeat = await store.heartbeat(owner);
    if (heartbeat === null) {
      this.#ownExpired('this process was declared dead and lost its tasks');
      return;
    }
    this.#heardAtMs = askedAtMs;
    this.#leadMs = heartbeat.nowMs - elapsedMs();
    for (const expired of this.#expiredAmong(heartbeat)) await this.#reclaim(expired);
  }

  async #register(): Promise<void> {
    this.#owner = await this.#options.store.register();
    this.#options.onOwner(this.#owner);
  }

  #ownExpired(why: string): void {
    this.#options.logger.warn({ owner: this.#owner }, `${why}; registering again`);
    this.#owner = null;
    this.#seen.clear();
  }

  /** Those whose beat has stood still for long enough. */
  #expiredAmong({ others }: HeartbeatResult): OwnerHeartbeat[] {
    const known = new Set(others.map(({ owner }) => owner));
    for (const owner of this.#seen.keys()) if (!known.has(owner)) this.#seen.delete(owner);
    return others.filter(({ owner, heartbeat }) => {
      const seen = this.#seen.get(owner);
      if (seen?.heartbeat !== heartbeat) {
        this.#seen.set(owner, { heartbeat, missed: 0 });
        return false;
      }
      seen.missed += 1;
      return seen.missed >= missedHeartbeatsMax;
    });
  }

  async #reclaim(expired: OwnerHeartbeat): Promise<void> {
    const { store, logger, onReclaimed, persistTasks } = this.#options;
    const rows = await store.reclaim(expired, persistTasks);
    this.#seen.delete(expired.owner);
    onReclaimed(rows);
    logger.warn({ owner: expired.owner, rows }, 'a dead process was removed; its tasks are free');
  }
}
