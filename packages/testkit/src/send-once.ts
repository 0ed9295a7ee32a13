import type { Kafka } from '@loyalty/messaging';

type ProducerRecord = Parameters<ReturnType<Kafka['producer']>['send']>[0];

/** Writes the records of each request to its topic, in order. A request that is sent again does not write its records twice. */
export const sendOnce = async (kafka: Kafka, ...requests: readonly ProducerRecord[]): Promise<void> => {
  const producer = kafka.producer({ idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  try {
    for (const request of requests) await producer.send(request);
  } finally {
    await producer.disconnect();
  }
};
