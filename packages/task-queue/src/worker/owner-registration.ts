import { type Clock, pauseToTick, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import type { HeartbeatResult, OwnerHeartbeat, PersistTasks, TaskStore } from '../store/task-store.ts';

interface OwnerRegistrationOptions<Tx> {
  readonly store: Pick<TaskStore<Tx>, 'register' | 'heartbeat' | 'reclaim' | 'onHistoryChange'>;
  readonly persistTasks: PersistTasks<Tx>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** The time is monotonic. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
  /** First or new: the process no longer owns the tasks that it had in flight. */
  readonly onOwner: (owner: number) => void;
  readonly onReclaimed: (rows: number) => void;
}

const heartbeatEveryMs = 2_000;
/** Another process is dead when its heartbeat stood still during this many of ours: at least 10 s. */
const missedHeartbeatsMax = 5;
/**
 * An owner starts no attempt once it has had no heartbeat for this long, because others may soon reclaim its
 * tasks.
 */
const ownershipMs = 8_000;

interface ObservedHeartbeat {
  heartbeat: number;
  missed: number;
}

/**
 * The registration of a process as an owner. It is alive while others see its heartbeat move when they move
 * their own. Clocks, sessions and locks do not count, so a database that stalls makes no process dead, and a
 * frozen process loses its tasks.
 */
export class OwnerRegistration<Tx> {
  readonly #options: OwnerRegistrationOptions<Tx>;
  readonly #seen = new Map<number, ObservedHeartbeat>();
  readonly #stopping = new AbortController();
  #owner: number | null = null;
  #heardAtMs = -Infinity;
  /** By how much the database's clock is ahead of `elapsedMs`. */
  #leadMs: number;
  #running: Promise<void> = Promise.resolve();

  constructor(options: OwnerRegistrationOptions<Tx>) {
    this.#options = options;
    this.#leadMs = options.clock.now() - options.elapsedMs();
    // In the history that follows rows may be ours that we have recorded. With another number they are found
    // and freed.
    options.store.onHistoryChange(() => {
      this.#ownExpired('the database has started over');
    });
  }

  get owner(): number | null {
    return this.#owner;
  }

  get owners(): number {
    return this.#seen.size + 1;
  }

  /** Returns true if no other process can have taken its tasks, so that it may start attempts. */
  get isOwnershipValid(): boolean {
    return this.#owner !== null && this.#options.elapsedMs() - this.#heardAtMs < ownershipMs;
  }

  get nowMs(): number {
    return this.#options.elapsedMs() + this.#leadMs;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** Ends the registration. A process that still has tasks in flight is declared dead soon after. */
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
      await pauseToTick(this.#options.clock, heartbeatEveryMs, signal);
    }
  }

  async #heartbeat(): Promise<void> {
    const { store, elapsedMs } = this.#options;
    if (this.#owner === null) await this.#register();
    const owner = this.#owner;
    if (owner === null) return;
    // Taken before the call: the heartbeat moved at this time or later.
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
