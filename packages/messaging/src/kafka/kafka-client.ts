import type { Logger } from '@loyalty/telemetry';
import { Kafka, logLevel, type logCreator } from 'kafkajs';
import { makeKafkajsFaster } from './faster-kafkajs.ts';

const logThrough =
  (logger: Logger): logCreator =>
  () =>
  ({ level, namespace, log }) => {
    const fields = {
      library: 'kafkajs',
      namespace,
      error: typeof log['error'] === 'string' ? log['error'] : undefined,
    };
    // An error of kafkajs is a warning here: the runtime decides which failures are errors.
    if (level <= logLevel.WARN) logger.warn(fields, log.message);
    else logger.debug(fields, log.message);
  };

export type { Kafka } from 'kafkajs';

export interface KafkaOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
}

/** Creates a client of one cluster. The consumers and producers built from it open connections. */
export const createKafka = ({ brokers, clientId, logger }: KafkaOptions): Kafka => {
  makeKafkajsFaster();
  return new Kafka({
    brokers: [...brokers],
    clientId,
    logLevel: logLevel.WARN,
    logCreator: logThrough(logger),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    // Consumers and producers have their own retries. A broker that restarts is back within seconds.
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 8 },
  });
};
