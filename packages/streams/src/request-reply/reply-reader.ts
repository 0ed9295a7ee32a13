import { randomInt } from 'node:crypto';
import { headers as names } from '@loyalty/contracts';
import type { ConsumerListener, ConsumerPort, Fetch, InboundRecord } from '@loyalty/kafka';
import { type Part, systemClock, textOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { Cache } from '@loyalty/storage/redis';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import { noTracer, type Tracer } from '@loyalty/telemetry/tracing';
import type { Decoder } from '../decoder.ts';
import type { PendingReplies } from './request-client.ts';

interface ReplyReaderOptions<R> {
  readonly consumer: ConsumerPort;
  readonly decoder: Decoder<R>;
  readonly pending: Pick<PendingReplies<R>, 'settle'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly tracer?: Tracer;
  readonly onFailed: (reason: unknown) => void;
}

/**
 * Reads replies from the end of a partition. A missed reply does no harm: at the deadline the caller reads
 * the stored response.
 */
export class ReplyReader<R> implements ConsumerListener {
  readonly #options: ReplyReaderOptions<R>;
  #next: number | null = null;
  #own: TopicPartition | null = null;
  #isReady = false;
  #aliveMs = performance.now();

  constructor(options: ReplyReaderOptions<R>) {
    this.#options = options;
  }

  /** Returns true if a request that is sent from now on gets its reply. */
  get isReady(): boolean {
    return this.#isReady;
  }

  get silentForMs(): number {
    return performance.now() - this.#aliveMs;
  }

  alive(): void {
    this.#aliveMs = performance.now();
  }

  start(): Promise<void> {
    return this.#options.consumer.start(this);
  }

  stop(): Promise<void> {
    return this.#options.consumer.stop();
  }

  joined(assignment: readonly TopicPartition[]): void {
    this.#own = assignment[0] ?? null;
    void this.#begin();
  }

  fetched({ fetchedOffset, nextOffset, records, undecodable, isOutside }: Fetch): void {
    const next = this.#next;
    if (next === null || this.#own === null) return;
    const obstacle = isOutside === true ? 'the log does not hold what comes next' : undecodable;
    if (obstacle !== undefined) {
      this.#skipToEnd(obstacle);
      return;
    }
    if (fetchedOffset > next) {
      this.#options.consumer.seek(this.#own, next);
      return;
    }
    this.#next = Math.max(next, nextOffset);
    for (const record of records) if (record.offset >= next) this.#receive(record);
  }

  failed(reason: unknown): void {
    this.#options.onFailed(reason);
  }

  /** Begins reading: at the log's end after the first join, and from where it was after a later one. */
  async #begin(): Promise<void> {
    const own = this.#own;
    if (own === null) return;
    try {
      const bounds = await this.#options.consumer.logBounds([own.topic]);
      const { start, end } = bounds.find(({ partition }) => partition === own.partition) ?? {
        start: 0,
        end: 0,
      };
      // A log that ends before our place is another log: start at its end.
      this.#next = this.#next === null || this.#next > end ? end : Math.max(this.#next, start);
      this.#options.consumer.seek(own, this.#next);
      this.#isReady = true;
    } catch (failure) {
      this.#options.logger.warn({ error: textOf(failure) }, 'the reply partition cannot be read yet');
      setTimeout(() => void this.#begin(), 500).unref();
    }
  }

  /** Skips to the end for any reason, because requests wait for the later replies. */
  #skipToEnd(reason: string): void {
    this.#options.logger.error({ reason }, 'replies cannot be read; reading on at the end of the partition');
    this.#next = null;
    void this.#begin();
  }

  #receive(record: InboundRecord): void {
    const { decoder } = this.#options;
    const correlationId = record.headers[names.correlationId]?.toString();
    if (correlationId === undefined) return;
    const decoded = decoder.decode(record);
    if (decoded.outcome === 'unknown-schema') {
      // An engine of another version: its schema is read, then this reply is decoded again.
      void decoder.learn(decoded.schemaId, record.topic).then(
        () => {
          this.#receive(record);
        },
        () => undefined,
      );
      return;
    }
    this.#settle(record, correlationId, decoded.outcome === 'decoded' ? decoded.value : null);
  }

  /** Passes a reply to its caller. One that cannot be read (null) counts as late. */
  #settle(record: InboundRecord, correlationId: string, reply: R | null): void {
    const { pending, metrics, tracer = noTracer } = this.#options;
    const span = tracer.continue('reply.receive', record.headers[names.traceparent]);
    const isInTime = reply !== null && pending.settle(correlationId, reply);
    if (!isInTime) metrics.count('loyalty_late_replies_total', {});
    if (span === null) return;
    span.set('messaging.destination.name', record.topic);
    span.set('loyalty.outcome', isInTime ? 'in time' : 'late');
    span.end();
  }
}

export interface ReplyPartition extends Required<Part> {
  readonly partition: number;
}

const leaseMs = 30_000;

/**
 * Takes a lease on a partition for replies. The lease only spreads the load: sharing a partition is correct,
 * because correlation ids are unique.
 */
export const leaseReplyPartition = async (
  cache: Cache,
  {
    holder,
    partitions,
    except,
  }: {
    readonly holder: string;
    readonly partitions: number;
    readonly except: ReadonlySet<number>;
  },
): Promise<ReplyPartition> => {
  const wanted = Array.from({ length: partitions }, (_, partition) => partition).filter(
    (partition) => !except.has(partition),
  );
  const first = randomInt(Math.max(1, wanted.length));
  const keyOf = (partition: number): string => `reply-partition:${partition.toString()}`;
  const choose = async (): Promise<number> => {
    for (const partition of [...wanted.slice(first), ...wanted.slice(0, first)])
      if ((await cache.lease(keyOf(partition), holder, leaseMs)) === true) return partition;
    return wanted[first] ?? 0;
  };
  const partition = await choose();
  const stopping = new AbortController();
  const renew = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await cache.lease(keyOf(partition), holder, leaseMs);
      await systemClock.sleep(leaseMs / 3, stopping.signal);
    }
  };
  return {
    name: 'reply-partition',
    partition,
    start: () => {
      void renew();
      return Promise.resolve();
    },
    stop: () => {
      stopping.abort();
      return Promise.resolve();
    },
  };
};
