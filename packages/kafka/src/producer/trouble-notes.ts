import type { Logger } from '@loyalty/telemetry';
import type { PartitionQueue } from './partition-queue.ts';

const waitingEveryMs = 5_000;
/** A broker that is lost has tens of partitions. */
const heldEveryMs = 1_000;

/** Logs what keeps messages from going, in few lines. */
export class TroubleNotes {
  readonly #logger: Logger;
  #heldMs = -Infinity;
  #waitingMs = -Infinity;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  held({ topic, partition, failures }: PartitionQueue, error: string): void {
    const nowMs = performance.now();
    if (nowMs - this.#heldMs < heldEveryMs) return;
    this.#heldMs = nowMs;
    this.#logger.warn({ topic, partition, failures, error }, 'a partition does not take messages; retrying');
  }

  waiting(error: string, unknownTopics: readonly string[]): void {
    const nowMs = performance.now();
    if (nowMs - this.#waitingMs < waitingEveryMs) return;
    this.#waitingMs = nowMs;
    this.#logger.warn({ error, unknownTopics }, 'messages wait for a leader');
  }
}
