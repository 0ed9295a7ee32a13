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

/** A broker that waits for its next block of producer ids says that it is loading. kafkajs takes this for the end. */
const hasProducerId = (connecting: Promise<void>): Promise<boolean> =>
  connecting.then(
    () => true,
    (failure: unknown) => {
      if (!(failure instanceof Error) || !failure.message.includes('coordinator is loading')) throw failure;
      return false;
    },
  );
