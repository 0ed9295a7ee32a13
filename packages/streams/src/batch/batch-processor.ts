import type { ProducerPort } from '@loyalty/kafka';
import { backoffMs, type Clock, textOf } from '@loyalty/kernel';
import type { GroupPartition } from '@loyalty/storage/positions';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { noTracer, type Tracer } from '@loyalty/telemetry/tracing';
import type { AssignedPartition } from '../intake/assigned-partitions.ts';
import type { FactPublisher } from '../outbox/fact-publisher.ts';
import { type BatchHandler, BeyondShare, type Store } from '../ports.ts';
import { commitBatch, type Committed } from './batch-commit.ts';
import {
  type BatchRemedy,
  BatchTooLarge,
  Fenced,
  LockTimedOut,
  MessageTooSlow,
  remedyFor,
} from './batch-failure.ts';
import { BatchMetrics, type BatchSpans, beginBatchSpans } from './batch-telemetry.ts';
import { advancesOf, type Batch, splitBatch, pendingOf } from './batch.ts';
import { Quarantine, type QuarantinedEnvironment } from './flood-control.ts';
import { isolate } from './isolate.ts';
import { LockedRowWaits, partByLocks } from './locked-rows.ts';

interface BatchProcessorOptions<T, Tx, Plan> {
  readonly store: Store<Tx>;
  readonly handler: BatchHandler<T, Tx, Plan>;
  readonly publisher: FactPublisher;
  readonly replies: ProducerPort;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer?: Tracer;
  readonly isTenantOwned: (consumerGroup: string) => boolean;
  readonly onLost: (lost: readonly GroupPartition[]) => void;
  /** Read again after `afterMs`: nothing that is taken of these partitions counts. */
  readonly onGivenBack: (partitions: readonly AssignedPartition[], afterMs: number) => void;
  readonly onParked: (parked: GroupPartition & { readonly reason: string }) => void;
  readonly onSent?: () => void;
  readonly onAttempted?: () => void;
  readonly isStopped: () => boolean;
}

interface Tries {
  readonly races: number;
  readonly waits: number;
  /** How often in a row a single message took too long. */
  readonly slow: number;
}

const noTries: Tries = { races: 0, waits: 0, slow: 0 };

const notTriedAgain: ReadonlySet<BatchRemedy> = new Set(['exit', 'isolate', 'defer']);

const waitBounds = { firstMs: 50, maxMs: 5_000 };
/** A batch that has waited this often is tried in halves, because one that is too large would never end. */
const waitsMax = 3;
/**
 * A batch that has lost this many races waits as after a fault: two engines meet on a row only a few times.
 */
const racesMax = 20;
/**
 * Once may be a slow moment of the database. As many tries follow the witness write before a message is given
 * up.
 */
const slowMax = 3;

/**
 * Processes batches. It leaves out partitions that another process owns or that wait for locked rows, and
 * what is beyond a share. A batch that is too large is halved; a message that cannot be processed is given up
 * (docs/mechanisms/streams.md, «Faults»). It returns early only when stopped.
 */
export class BatchProcessor<T, Tx, Plan> {
  readonly #options: BatchProcessorOptions<T, Tx, Plan>;
  readonly #metrics: BatchMetrics;
  readonly #quarantine = new Quarantine();
  readonly #lockedRows = new LockedRowWaits();
  #hadEffect = true;

  constructor(options: BatchProcessorOptions<T, Tx, Plan>) {
    this.#options = options;
    this.#metrics = new BatchMetrics(options.metrics);
    options.metrics.gauge('loyalty_quarantined_environments', {}, () => this.#quarantine.size);
  }

  /** Returns true if the last batch had an effect, or if none was stored yet. */
  get hadEffect(): boolean {
    return this.#hadEffect;
  }

  async process(batch: Batch<T>): Promise<void> {
    const { clock, isStopped, store } = this.#options;
    try {
      await this.untilStored(batch);
    } catch (failure) {
      if (!(failure instanceof BatchTooLarge) && remedyFor(failure, store) === 'exit') throw failure;
      await isolate({ processor: this, clock, isStopped }, batch, failure);
    }
  }

  /**
   * Processes a batch until it is stored. Throws failures that its messages, or their number, may cause;
   * `pendingOf` returns what is not stored then.
   */
  async untilStored(batch: Batch<T>): Promise<void> {
    const { first, second } = this.#lockedRows.divide(batch, this.#options.clock.now());
    const { lockMs } = this.#lockedRows;
    await this.#storeInParts(first, null);
    // Partitions of the first part may have been given back meanwhile.
    await this.#storeInParts(pendingOf(second), lockMs);
  }

  async #storeInParts(batch: Batch<T>, lockMs: number | null): Promise<void> {
    try {
      await this.storePart(batch, lockMs);
    } catch (failure) {
      if (!(failure instanceof LockTimedOut)) throw failure;
      await partByLocks(this, pendingOf(batch), {
        lockMs: this.#lockedRows.lockMs,
        isKnown: lockMs !== null,
      });
    }
  }

  awaitRows(part: Batch<T>): void {
    const { logger, metrics, clock } = this.#options;
    const { afterMs, environments } = this.#lockedRows.note(part, clock.now());
    const partitions = this.#giveBack(part, afterMs);
    metrics.count('loyalty_locked_row_waits_total', {}, partitions);
    logger.warn({ environments, partitions, afterMs }, 'partitions wait for locked rows');
  }

  #giveBack(part: Batch<T>, afterMs: number): number {
    const partitions = [...new Set(part.map(({ partition }) => partition))].filter(
      ({ storedOffset }) => storedOffset !== null,
    );
    for (const partition of partitions) partition.giveBack();
    this.#options.onGivenBack(partitions, afterMs);
    return partitions.length;
  }

  /** Stores a part of a batch. If `lockMs` is null, statements may wait as long as the connection allows. */
  async storePart(part: Batch<T>, lockMs: number | null): Promise<void> {
    try {
      await this.#untilDone(part, lockMs);
    } catch (failure) {
      if (!(failure instanceof BeyondShare)) throw failure;
      await this.#storeWithout(failure.records, part, lockMs);
    }
  }

  async #untilDone(part: Batch<T>, lockMs: number | null): Promise<void> {
    let rest = part;
    let tries = noTries;
    while (rest.length > 0 && !this.#options.isStopped()) {
      try {
        await this.#once(rest, lockMs).finally(this.#options.onAttempted);
        this.#lockedRows.stored(rest);
        return;
      } catch (failure) {
        rest = failure instanceof Fenced ? this.#withoutLost(rest, failure.lost) : rest;
        tries = failure instanceof Fenced ? tries : await this.#afterFailure(failure, tries, rest.length);
      }
    }
  }

  /**
   * Stores the part up to these records on each partition. The rest is given back, so that tills' records are
   * in the next batch.
   */
  async #storeWithout(records: BeyondShare['records'], part: Batch<T>, lockMs: number | null): Promise<void> {
    const { first, second } = splitBatch(part, ({ item }) => item !== null && records.has(item.record));
    await this.storePart(first, lockMs);
    const partitions = this.#giveBack(second, 0);
    this.#options.logger.info(
      { messages: second.length, partitions },
      'messages beyond a share are read again',
    );
  }

  async canStore(): Promise<boolean> {
    try {
      await this.#options.store.writeWitness().finally(this.#options.onAttempted);
      return true;
    } catch (failure) {
      this.#options.logger.warn({ error: textOf(failure) }, 'the database takes no writes');
      return false;
    }
  }

  /**
   * Waits before the next try, except after a lost race. Throws failures again that another try cannot cure.
   */
  async #afterFailure(failure: unknown, tries: Tries, size: number): Promise<Tries> {
    const { races, waits, slow } = tries;
    const remedy = remedyFor(failure, this.#options.store);
    if (notTriedAgain.has(remedy)) throw failure;
    if (remedy === 'part') throw new LockTimedOut(textOf(failure), { cause: failure });
    if (remedy === 'retry' && races < racesMax) return { races: races + 1, waits, slow };
    const isSlow = remedy === 'halve';
    const after = { races, waits: waits + 1, slow: isSlow ? slow + 1 : 0 };
    throwIfTooMuch(failure, size, { isTooLarge: isSlow || waits >= waitsMax, slow: after.slow });
    await this.#wait(failure, waits);
    return after;
  }

  async #once(whole: Batch<T>, lockMs: number | null): Promise<void> {
    const { publisher, clock, tracer = noTracer } = this.#options;
    const beganMs = clock.now();
    const batch = this.#quarantine.applyTo(whole, beganMs);
    const spans = beginBatchSpans(tracer, batch, beganMs);
    const advances = advancesOf(batch);
    let committed: Committed<Plan>;
    try {
      committed = await commitBatch(this.#options, {
        batch,
        advances,
        lockMs,
        published: () => publisher.published(),
      });
    } catch (failure) {
      const outcome = failure instanceof Fenced ? 'fenced' : 'retried';
      spans?.end(outcome);
      this.#metrics.rolledBack(batch, outcome, clock.now() - beganMs);
      throw failure;
    }
    publisher.forget(committed.settled);
    for (const { partition, move } of advances) partition.storedOffset = move.toOffset;
    spans?.end('stored', committed.rejected);
    this.#publish(committed, spans);
    this.#metrics.record({ batch, committed, beganMs, endedMs: clock.now() });
  }

  #publish(
    { plan, messages, outboxId, replies, ...floods }: Committed<Plan>,
    spans: BatchSpans | null,
  ): void {
    const { handler, publisher, replies: producer, logger, onParked } = this.#options;
    if (replies.length > 0) {
      producer.send(spans?.traced(replies) ?? replies).catch((failure: unknown) => {
        // The caller reads the stored response at its deadline, or sends the reference again.
        logger.warn({ error: textOf(failure), replies: replies.length }, 'replies could not be sent');
      });
    }
    if (outboxId !== null) publisher.publish(outboxId, messages, spans?.traceparent);
    if (plan !== null) {
      handler.committed(plan);
      this.#hadEffect = handler.hasEffect?.(plan) ?? true;
    }
    for (const at of floods.parked) onParked(at);
    this.#quarantineAll(floods.quarantined);
  }

  #quarantineAll(environments: readonly QuarantinedEnvironment[]): void {
    const { logger, clock } = this.#options;
    for (const environment of environments) {
      this.#quarantine.begin(environment, clock.now());
      logger.error(
        { ...environment },
        'an environment floods a shared partition with dead letters: quarantined',
      );
    }
  }

  #withoutLost(batch: Batch<T>, lost: readonly GroupPartition[]): Batch<T> {
    const { metrics, logger, onLost } = this.#options;
    metrics.count('loyalty_fenced_batches_total', {});
    logger.warn({ lost: lost.length }, 'partitions of this batch moved to another process');
    onLost(lost);
    const isLost = ({ partition }: Batch<T>[number]): boolean =>
      lost.some(
        (at) =>
          at.consumerGroup === partition.consumerGroup &&
          at.topic === partition.topic &&
          at.partition === partition.partition,
      );
    // Entries of these partitions that are still in memory (an isolated batch comes in parts) must not
    // continue from there. That holds even when an operator moves the position back, because the entries
    // dropped here would be skipped.
    for (const queued of batch) if (isLost(queued)) queued.partition.storedOffset = null;
    return batch.filter((queued) => !isLost(queued));
  }

  async #wait(failure: unknown, attempt: number): Promise<void> {
    const { logger, clock } = this.#options;
    logger.warn({ error: textOf(failure), attempt }, 'a batch cannot be stored; retrying');
    await clock.sleep(backoffMs(attempt, waitBounds));
  }
}

const throwIfTooMuch = (
  cause: unknown,
  size: number,
  { isTooLarge, slow }: { readonly isTooLarge: boolean; readonly slow: number },
): void => {
  if (size > 1 && isTooLarge) throw new BatchTooLarge(textOf(cause), { cause });
  if (size === 1 && slow >= slowMax) throw new MessageTooSlow(textOf(cause), { cause });
};
