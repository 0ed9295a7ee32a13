import { textOf } from '@loyalty/kernel';
import { noTracer, type Logger, type Tracer } from '@loyalty/telemetry';
import type { OutgoingMessage, ProducerPort } from '../ports/broker.ts';

export interface FactPublisherOptions {
  readonly producer: ProducerPort;
  readonly logger: Logger;
  /** Default: nothing is traced. */
  readonly tracer?: Tracer;
  /** Outbox rows that may be unpublished at once; more would only grow the memory while Kafka is away. Default 64. */
  readonly outstandingMax?: number;
}

const usualOutstandingMax = 64;

/**
 * Publishes the facts of committed batches without delaying the next batch. It tracks which outbox rows are published, so that
 * the next transaction deletes them (docs/mechanisms/storing.md, «Publishing»).
 */
export class FactPublisher {
  readonly #producer: ProducerPort;
  readonly #outstandingMax: number;
  readonly #logger: Logger;
  readonly #tracer: Tracer;
  readonly #outstanding = new Map<number, Promise<boolean>>();
  readonly #published = new Set<number>();
  #waiting: (() => void)[] = [];

  constructor({ producer, logger, tracer, outstandingMax }: FactPublisherOptions) {
    this.#producer = producer;
    this.#logger = logger;
    this.#tracer = tracer ?? noTracer;
    this.#outstandingMax = outstandingMax ?? usualOutstandingMax;
  }

  /** Publishes an outbox row. `traceparent` is that of the batch, if it is traced. */
  publish(outboxId: number, messages: readonly OutgoingMessage[], traceparent?: string): void {
    const span = this.#tracer.continue('facts.publish', traceparent);
    span?.set('messaging.batch.message_count', messages.length);
    const sending = this.#producer.send(messages).then(
      () => {
        this.#published.add(outboxId);
        span?.end();
        this.#done(outboxId);
        return true;
      },
      (failure: unknown) => {
        // The row stays, and a sweeper finds that it is not tracked.
        this.#logger.error(
          { error: textOf(failure) },
          'facts could not be published; their outbox row stays',
        );
        span?.fail('not acknowledged');
        span?.end();
        this.#done(outboxId);
        return false;
      },
    );
    this.#outstanding.set(outboxId, sending);
  }

  /** Resolves with true once Kafka has acknowledged the row, false once its publication has failed. Never rejects. */
  async acknowledged(outboxId: number): Promise<boolean> {
    return (await this.#outstanding.get(outboxId)) ?? this.#published.has(outboxId);
  }

  /** Rows on their way to Kafka. Jobs wait while they are many. */
  get unpublished(): number {
    return this.#outstanding.size;
  }

  /** Resolves at once while few rows are unpublished, otherwise when one of them is published. */
  async waitForCapacity(): Promise<void> {
    while (this.#outstanding.size >= this.#outstandingMax) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Returns the published rows. Call {@link forget} once a transaction has deleted them. */
  published(): number[] {
    return [...this.#published];
  }

  forget(deleted: readonly number[]): void {
    for (const outboxId of deleted) this.#published.delete(outboxId);
  }

  /** True while the row is on its way to Kafka, or published and not yet deleted. */
  tracks(outboxId: number): boolean {
    return this.#outstanding.has(outboxId) || this.#published.has(outboxId);
  }

  #done(outboxId: number): void {
    this.#outstanding.delete(outboxId);
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
