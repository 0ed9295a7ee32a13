import { noTracer, type Tracer } from '@loyalty/telemetry';
import type { OutgoingMessage, ProducerPort } from '../ports/broker.ts';

/**
 * Publishes what committed batches owe, without keeping the next batch waiting, and remembers which outbox rows are
 * paid, so that the next transaction forgets them (ARCHITECTURE.md, «Publishing»).
 */
export class FactPublisher {
  readonly #producer: ProducerPort;
  readonly #outstandingMax: number;
  readonly #onFailed: (failure: unknown) => void;
  readonly #tracer: Tracer;
  #outstanding = 0;
  #paid: number[] = [];
  #waiting: (() => void)[] = [];

  constructor(options: {
    readonly producer: ProducerPort;
    /** Batches that may be unpublished at once; more would only grow the memory while Kafka is away. */
    readonly outstandingMax: number;
    readonly onFailed: (failure: unknown) => void;
    /** Default: nothing is traced. */
    readonly tracer?: Tracer;
  }) {
    this.#producer = options.producer;
    this.#outstandingMax = options.outstandingMax;
    this.#onFailed = options.onFailed;
    this.#tracer = options.tracer ?? noTracer;
  }

  /** `traceparent` is that of the batch, where it is traced. */
  publish(outboxId: number, messages: readonly OutgoingMessage[], traceparent?: string): void {
    this.#outstanding += 1;
    const span = this.#tracer.continue('facts.publish', traceparent);
    span?.set('messaging.batch.message_count', messages.length);
    this.#producer.send(messages).then(
      () => {
        this.#paid.push(outboxId);
        span?.end();
        this.#done();
      },
      (failure: unknown) => {
        // The row stays; a sweeper publishes it once this process is gone.
        this.#onFailed(failure);
        span?.fail('not acknowledged');
        span?.end();
        this.#done();
      },
    );
  }

  /** Resolves at once while few batches are unpublished, otherwise when one of them is. */
  async room(): Promise<void> {
    while (this.#outstanding >= this.#outstandingMax) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Hands over the rows that are paid; give them back when the transaction that forgets them fails. */
  takePaid(): number[] {
    const paid = this.#paid;
    this.#paid = [];
    return paid;
  }

  giveBack(paid: readonly number[]): void {
    this.#paid.push(...paid);
  }

  #done(): void {
    this.#outstanding -= 1;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
