import type { OutgoingMessage, ProducerPort } from '@loyalty/kafka';
import { messageSize } from '@loyalty/kafka/producer';
import { systemClock, textOf } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import { noTracer, type Tracer } from '@loyalty/telemetry/tracing';

export interface ProducerQueue {
  readonly waiting: number;
  readonly waitingBytes: number;
  readonly isStalled: boolean;
}

interface FactPublisherOptions {
  /** If the producer has no figures of its queue, rows are never left for later. */
  readonly producer: ProducerPort & Partial<ProducerQueue>;
  readonly logger: Logger;
  readonly tracer?: Tracer;
  /** The default is 50,000. */
  readonly rowsMax?: number;
}

/** Some minutes of facts under load. More would fill the disk of Postgres for all. */
const usualRowsMax = 50_000;
const leftBytesMax = 2 * 1024 ** 3;
/** Some seconds of facts under load. More are in memory only while Kafka takes none. */
const crowdedMessages = 20_000;
const crowdedBytes = 24 * 1024 * 1024;
const askEveryMs = 20;
const deletedAtOnce = 256;

/**
 * Publishes facts without delaying the next batch. While Kafka accepts no messages, rows are left in the
 * outbox; the next transaction deletes published ones (docs/mechanisms/storing.md, «Publishing»).
 */
export class FactPublisher {
  readonly #producer: ProducerPort & Partial<ProducerQueue>;
  readonly #rowsMax: number;
  readonly #logger: Logger;
  readonly #tracer: Tracer;
  readonly #outstanding = new Map<number, Promise<boolean>>();
  readonly #left = new LeftRows();
  readonly #published = new Set<number>();
  readonly #surplus = new Set<number>();
  #onLeft: (() => void) | null = null;

  constructor({ producer, logger, tracer, rowsMax }: FactPublisherOptions) {
    this.#producer = producer;
    this.#rowsMax = rowsMax ?? usualRowsMax;
    this.#logger = logger;
    this.#tracer = tracer ?? noTracer;
  }

  /**
   * Publishes a row. It is left in the outbox while Kafka accepts no messages or earlier rows were left, so
   * that rows keep their order.
   */
  publish(outboxId: number, messages: readonly OutgoingMessage[], traceparent?: string): void {
    if (this.#left.size === 0 && !this.#isCrowded()) this.#send(outboxId, messages, traceparent);
    else this.#leave(outboxId, messages);
  }

  /**
   * Returns true if Kafka acknowledged the publication, and false if that fails or is left for later. It
   * never rejects.
   */
  async acknowledged(outboxId: number): Promise<boolean> {
    return (await this.#outstanding.get(outboxId)) ?? this.#isPublished(outboxId);
  }

  /** The number of rows that are not published yet. Jobs wait while there are many. */
  get unpublished(): number {
    return this.#outstanding.size + this.#left.size;
  }

  /** Waits while Kafka is too slow, or while the outbox holds as many rows of this process as it may. */
  async waitForCapacity(signal?: AbortSignal): Promise<void> {
    // Too short to be ended early; each partition waits here, and Node warns of many listeners of one signal.
    while (signal?.aborted !== true && this.#isFull()) await systemClock.sleep(askEveryMs);
  }

  /**
   * Resolves once rows are left or {@link takeSurplus} has some; early if `signal` aborts. Only one caller
   * may wait at a time.
   */
  async untilLeft(signal: AbortSignal): Promise<void> {
    if (this.#hasLeft || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const end = (): void => {
        signal.removeEventListener('abort', end);
        this.#onLeft = null;
        resolve();
      };
      this.#onLeft = end;
      signal.addEventListener('abort', end);
    });
  }

  get #hasLeft(): boolean {
    return this.#left.size > 0 || this.#published.size > deletedAtOnce;
  }

  /**
   * Returns the next rows that were left. Call {@link publishLeft} with those that are still in the outbox.
   */
  nextLeft(count: number): number[] {
    return this.#isCrowded() ? [] : this.#left.first(count);
  }

  publishLeft(
    asked: readonly number[],
    found: readonly { readonly id: number; readonly messages: readonly OutgoingMessage[] }[],
  ): void {
    const rows = new Map(found.map((row) => [row.id, row]));
    for (const outboxId of asked) {
      this.#left.remove(outboxId);
      const row = rows.get(outboxId);
      if (row !== undefined) this.#send(outboxId, row.messages);
    }
  }

  /**
   * Returns as many published rows as a transaction may delete in addition to its work. Call {@link forget}
   * afterwards.
   */
  published(): number[] {
    return firstOf(this.#published, deletedAtOnce);
  }

  forget(deleted: readonly number[]): void {
    for (const outboxId of deleted) {
      this.#published.delete(outboxId);
      this.#surplus.delete(outboxId);
    }
  }

  /**
   * Takes published rows, which {@link published} then no longer returns. Call {@link forget} afterwards, or
   * {@link keep} if deleting failed.
   */
  takeSurplus(count: number): number[] {
    if (this.#published.size <= deletedAtOnce) return [];
    const surplus = firstOf(this.#published, count);
    for (const outboxId of surplus) {
      this.#published.delete(outboxId);
      this.#surplus.add(outboxId);
    }
    return surplus;
  }

  keep(surplus: readonly number[]): void {
    for (const outboxId of surplus) if (this.#surplus.delete(outboxId)) this.#notePublished(outboxId);
  }

  tracks(outboxId: number): boolean {
    return this.#outstanding.has(outboxId) || this.#left.has(outboxId) || this.#isPublished(outboxId);
  }

  #isPublished(outboxId: number): boolean {
    return this.#published.has(outboxId) || this.#surplus.has(outboxId);
  }

  #isCrowded(): boolean {
    const { waiting = 0, waitingBytes = 0 } = this.#producer;
    return waiting >= crowdedMessages || waitingBytes >= crowdedBytes;
  }

  #isFull(): boolean {
    if (this.unpublished >= this.#rowsMax || this.#left.bytes >= leftBytesMax) return true;
    // A producer that goes on is waited for: reading rows back from the outbox would make it slower still.
    return this.#left.size === 0 && this.#isCrowded() && this.#producer.isStalled !== true;
  }

  #leave(outboxId: number, messages: readonly OutgoingMessage[]): void {
    if (this.#left.size === 0)
      this.#logger.warn({ unpublished: this.unpublished }, 'facts stay in the outbox until Kafka takes them');
    this.#left.add(
      outboxId,
      messages.reduce((total, message) => total + messageSize(message), 0),
    );
    this.#onLeft?.();
  }

  #notePublished(outboxId: number): void {
    this.#published.add(outboxId);
    if (this.#hasLeft) this.#onLeft?.();
  }

  #send(outboxId: number, messages: readonly OutgoingMessage[], traceparent?: string): void {
    const span = this.#tracer.continue('facts.publish', traceparent);
    span?.set('messaging.batch.message_count', messages.length);
    const sending = this.#producer.send(messages).then(
      () => {
        this.#outstanding.delete(outboxId);
        this.#notePublished(outboxId);
        span?.end();
        return true;
      },
      (failure: unknown) => {
        // The row stays, and a sweeper finds that it is not tracked.
        this.#outstanding.delete(outboxId);
        this.#logger.error(
          { error: textOf(failure) },
          'facts could not be published; their outbox row stays',
        );
        span?.fail('not acknowledged');
        span?.end();
        return false;
      },
    );
    this.#outstanding.set(outboxId, sending);
  }
}

class LeftRows {
  readonly #bytesOf = new Map<number, number>();
  #bytes = 0;

  get size(): number {
    return this.#bytesOf.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(outboxId: number): boolean {
    return this.#bytesOf.has(outboxId);
  }

  add(outboxId: number, bytes: number): void {
    this.#bytesOf.set(outboxId, bytes);
    this.#bytes += bytes;
  }

  remove(outboxId: number): void {
    this.#bytes -= this.#bytesOf.get(outboxId) ?? 0;
    this.#bytesOf.delete(outboxId);
  }

  first(count: number): number[] {
    return firstOf(this.#bytesOf.keys(), count);
  }
}

const firstOf = <T>(values: Iterable<T>, count: number): T[] => {
  const first: T[] = [];
  for (const value of values) {
    if (first.length >= count) break;
    first.push(value);
  }
  return first;
};
