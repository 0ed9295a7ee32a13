import { randomUUID } from 'node:crypto';
import type { Kafka } from '@loyalty/kafka';
import { eventually } from './eventually.ts';

type ProducerRecord = Parameters<ReturnType<Kafka['producer']>['send']>[0];

/** Writes the records of each request to its topic, in order. A request that is sent again does not write its records twice. */
export const sendOnce = async (kafka: Kafka, ...requests: readonly ProducerRecord[]): Promise<void> => {
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  await eventually('a producer id', () => hasProducerId(producer.connect()));
  try {
    for (const request of requests) await producer.send(request);
  } finally {
    await producer.disconnect();
  }
};

/** What a transaction has written is read once it is committed, and what others write after it until then, too. */
export interface BegunTransaction {
  readonly send: (request: ProducerRecord) => Promise<void>;
  /** Ends it, and its producer. */
  readonly end: (how: 'commit' | 'abort') => Promise<void>;
}

/** Begins a transaction of a producer of its own. */
export const beginTransaction = async (kafka: Kafka): Promise<BegunTransaction> => {
  const producer = kafka.producer({
    transactionalId: `test-${randomUUID()}`,
    idempotent: true,
    maxInFlightRequests: 1,
    // Longer than a test leaves it open, and gone soon if the test dies.
    transactionTimeout: 300_000,
  });
  await eventually('a producer id', () => hasProducerId(producer.connect()));
  const transaction = await producer.transaction();
  return {
    send: async (request) => {
      await transaction.send(request);
    },
    end: async (how) => {
      await (how === 'commit' ? transaction.commit() : transaction.abort());
      await producer.disconnect();
    },
  };
};

/** A broker that waits for its next block of producer ids says that it is loading. kafkajs takes this for the end. */
const hasProducerId = (connecting: Promise<void>): Promise<boolean> =>
  connecting.then(
    () => true,
    (failure: unknown) => {
      if (!(failure instanceof Error) || !failure.message.includes('coordinator is loading')) throw failure;
      return false;
    },
  );
