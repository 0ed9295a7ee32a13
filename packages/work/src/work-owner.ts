import { textOf, type Clock } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry';
import type { Beat, GiveRows, OwnerBeat, WorkStore } from './work-store.ts';

export interface WorkOwnerOptions<Tx> {
  readonly store: Pick<WorkStore<Tx>, 'join' | 'beat' | 'rescue' | 'onHistoryChange'>;
  /** For what one that is gone was handed over. */
  readonly giveRows: GiveRows<Tx>;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
  /** The process has a number, or another one than before: what it had in hand is no longer its own. */
  readonly onOwner: (owner: number) => void;
  /** Rows of a process that is gone were freed. */
  readonly onRescued: (rows: number) => void;
}

const beatEveryMs = 2_000;
/** Another process is gone when its beat stood still during so many of ours: at least 10 s. */
const silentBeats = 5;
/** A process that has not been heard for so long starts nothing: others may soon take it for gone. */
const trustedMs = 8_000;

interface SeenBeat {
  beat: number;
  /** How many of our beats have found it standing still. */
  silent: number;
}

/**
 * One process' share in a queue. It lives as long as its beat moves, as others see it beside their own beats: clocks, sessions and
 * locks have no say in it, so a database that stalls makes nobody dead, and a process that is frozen loses its work.
 */
export class WorkOwner<Tx> {
  readonly #options: WorkOwnerOptions<Tx>;
  readonly #seen = new Map<number, SeenBeat>();
  readonly #stopping = new AbortController();
  #owner: number | null = null;
  #heardAtMs = -Infinity;
  /** What the database's clock is ahead of `elapsedMs`; that of the process stands in for it before the first beat. */
  #leadMs: number;
  #beating: Promise<void> = Promise.resolve();

  constructor(options: WorkOwnerOptions<Tx>) {
    this.#options = options;
    this.#leadMs = options.clock.now() - options.elapsedMs();
    // Rows may be ours again that were worked off in the history that is lost: another number leaves them to be found.
    options.store.onHistoryChange(() => {
      this.#disown('the database has begun anew');
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
  get isTrusted(): boolean {
    return this.#owner !== null && this.#options.elapsedMs() - this.#heardAtMs < trustedMs;
  }

  /** The database's time, milliseconds since the epoch. */
  get nowMs(): number {
    return this.#options.elapsedMs() + this.#leadMs;
  }

  start(): void {
    this.#beating = this.#run();
  }

  /** Beats no more; whoever still has something in hand is taken for gone in a while. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#beating;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#turn().catch((failure: unknown) => {
        this.#options.logger.warn({ error: textOf(failure) }, 'a beat was not heard; trying again');
      });
      await this.#options.clock.sleep(beatEveryMs, signal);
    }
  }

  async #turn(): Promise<void> {
    const { store, elapsedMs } = this.#options;
    if (this.#owner === null) await this.#join();
    const owner = this.#owner;
    if (owner === null) return;
    // Taken before the call: the beat moved at this time or later.
    const askedAtMs = elapsedMs();
    const beat = await store.beat(owner);
    if (beat === null) {
      this.#disown('others have taken this process for gone, and its work');
      return;
    }
    this.#heardAtMs = askedAtMs;
    this.#leadMs = beat.nowMs - elapsedMs();
    for (const gone of this.#silentAmong(beat)) await this.#rescue(gone);
  }

  async #join(): Promise<void> {
    this.#owner = await this.#options.store.join();
    this.#options.onOwner(this.#owner);
  }

  #disown(why: string): void {
    this.#options.logger.warn({ owner: this.#owner }, `${why}; this process takes another owner number`);
    this.#owner = null;
    this.#seen.clear();
  }

  /** Those whose beat has stood still for long enough. */
  #silentAmong({ others }: Beat): OwnerBeat[] {
    const known = new Set(others.map(({ owner }) => owner));
    for (const owner of this.#seen.keys()) if (!known.has(owner)) this.#seen.delete(owner);
    return others.filter(({ owner, beat }) => {
      const seen = this.#seen.get(owner);
      if (seen?.beat !== beat) {
        this.#seen.set(owner, { beat, silent: 0 });
        return false;
      }
      seen.silent += 1;
      return seen.silent >= silentBeats;
    });
  }

  async #rescue(gone: OwnerBeat): Promise<void> {
    const { store, logger, onRescued, giveRows } = this.#options;
    const rows = await store.rescue(gone, giveRows);
    this.#seen.delete(gone.owner);
    onRescued(rows);
    logger.warn({ owner: gone.owner, rows }, 'a process is gone; what it had in hand is free');
  }
}
