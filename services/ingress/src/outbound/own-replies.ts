import { topics } from '@loyalty/contracts';
import { type Clock, type Part, pauseToTick, systemClock, textOf } from '@loyalty/kernel';
import type { ProcessPhase } from '@loyalty/service';
import type { ReplyAddress, ReplyPartition } from '@loyalty/streams/request-reply';
import type { Logger } from '@loyalty/telemetry/logger';

export interface ReplyReading {
  /** True once every request that is sent from now on gets its reply. */
  readonly isReady: boolean;
  /** True once the reading has ended and will not continue by itself. */
  readonly hasFailed: boolean;
  /** How long no fetch has ended. With a leader that is available, one ends twice a second. */
  readonly silentForMs: number;
  stop(): Promise<void>;
}

export interface ReplyPartitions {
  count(): Promise<number>;
  /** Leases one of the partitions, if possible none of `except`. */
  lease(partitions: number, except: ReadonlySet<number>): Promise<ReplyPartition>;
  /**
   * Returns a reading that is ready. If it does not become ready within seconds, throws and reads nothing.
   */
  open(partition: number): Promise<ReplyReading>;
  isKafkaThere(): Promise<boolean>;
}

interface OwnRepliesOptions {
  readonly partitions: ReplyPartitions;
  readonly phase: Pick<ProcessPhase, 'waitFor'>;
  readonly logger: Logger;
  readonly clock?: Clock;
}

interface Owned {
  readonly lease: ReplyPartition;
  readonly reading: ReplyReading;
}

const checkEveryMs = 1_000;
/** Six fetches of a leader that is there. */
const silentMs = 3_000;
/**
 * So often in a row Kafka must respond while the partition is silent: after a restart readers need a moment.
 */
const doubtsMax = 4;

/**
 * Reads this process' replies. It leaves a partition whose leader is unavailable while other brokers respond,
 * because its callers would wait in vain.
 */
export class OwnReplies implements Part {
  readonly name = 'replies';
  readonly #options: OwnRepliesOptions;
  readonly #clock: Clock;
  readonly #stopping = new AbortController();
  #count = 0;
  #owned: Owned | null = null;
  #doubts = 0;
  #isLost = false;
  #watching: Promise<void> = Promise.resolve();

  constructor(options: OwnRepliesOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  get address(): ReplyAddress {
    // Without a partition nobody replies; the process serves no request before it has one.
    return { topic: topics.replies, partition: this.#owned?.lease.partition ?? -1 };
  }

  get isReady(): boolean {
    return !this.#isLost && this.#owned?.reading.isReady === true;
  }

  async start(signal?: AbortSignal): Promise<void> {
    const { phase, partitions } = this.#options;
    this.#count = await phase.waitFor('Kafka', () => partitions.count(), signal);
    this.#owned = await phase.waitFor('a partition of replies', () => this.#take(new Set()), signal);
    this.#watching = this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping.abort('stopped');
    await this.#watching;
    await this.#leave(this.#owned);
  }

  async #take(except: ReadonlySet<number>): Promise<Owned> {
    const { partitions } = this.#options;
    const lease = await partitions.lease(this.#count, except);
    const reading = await partitions.open(lease.partition);
    await lease.start(this.#stopping.signal);
    return { lease, reading };
  }

  async #watch(): Promise<void> {
    for (;;) {
      await pauseToTick(this.#clock, checkEveryMs, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      if (await this.#mustMove()) await this.#move();
    }
  }

  async #mustMove(): Promise<boolean> {
    const reading = this.#owned?.reading;
    if (this.#isLost || reading?.hasFailed === true) return true;
    const isDoubted = reading !== undefined && (await this.#isSilentAlone(reading));
    this.#doubts = isDoubted ? this.#doubts + 1 : 0;
    return this.#doubts >= doubtsMax;
  }

  /**
   * Returns true if only this partition's leader is silent. If Kafka is unavailable, or there is no other
   * partition, none is better than this one.
   */
  async #isSilentAlone(reading: ReplyReading): Promise<boolean> {
    if (this.#count < 2 || reading.silentForMs < silentMs) return false;
    return (await this.#options.partitions.isKafkaThere()) && reading.silentForMs >= silentMs;
  }

  async #move(): Promise<void> {
    const { logger } = this.#options;
    const left = this.#owned;
    this.#isLost = true;
    logger.warn(
      { partition: left?.lease.partition },
      'the leader of the partition of replies is unavailable',
    );
    try {
      this.#owned = await this.#take(new Set(left === null ? [] : [left.lease.partition]));
      this.#isLost = false;
      this.#doubts = 0;
      logger.info({ partition: this.#owned.lease.partition }, 'replies come on another partition');
      // It may wait for a leader that is unavailable.
      void this.#leave(left);
    } catch (failure) {
      logger.warn({ error: textOf(failure) }, 'no other partition of replies could be read; retrying');
    }
  }

  async #leave(owned: Owned | null): Promise<void> {
    await owned?.reading.stop().catch(() => undefined);
    await owned?.lease.stop();
  }
}
