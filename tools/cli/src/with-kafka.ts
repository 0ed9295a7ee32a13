import { Fault } from '@loyalty/kernel';
import { createKafka, type Kafka } from '@loyalty/messaging';
import { reasonOf } from './failure-sentence.ts';
import { libraryLogger } from './library-logger.ts';
import type { CommandContext } from './session.ts';

/** Runs `work` with a Kafka client. Failures of the client become a Fault that names the brokers. */
export const withKafka = async <T>(task: CommandContext, work: (kafka: Kafka) => Promise<T>): Promise<T> => {
  const brokers = task.addresses.kafkaBrokers();
  const security = task.addresses.kafkaSecurity();
  const sessionTimeoutMs = task.addresses.kafkaSessionTimeoutMs();
  const logger = libraryLogger(task);
  try {
    return await work(createKafka({ brokers, security, sessionTimeoutMs, clientId: 'loyaltyctl', logger }));
  } catch (failure) {
    throw kafkaFault(failure, brokers) ?? failure;
  }
};

const kafkaFault = (failure: unknown, brokers: readonly string[]): Fault | null => {
  const reason = reasonOf(failure);
  // Kafka's text for UNKNOWN_TOPIC_OR_PARTITION, however often it was wrapped.
  if (reason.includes('does not host this topic-partition')) {
    return new Fault('TOPIC_MISSING', 'The topics are missing: run «loyaltyctl topics create».', {
      cause: failure,
    });
  }
  if (!(failure instanceof Error && failure.name.startsWith('KafkaJS'))) return null;
  const place = `Kafka at ${brokers.join(',')}`;
  const sentence =
    failure.name.startsWith('KafkaJSConnection') || failure.name.startsWith('KafkaJSNumberOfRetries')
      ? `${place} does not answer (${reason}): start the local stack with «npm start», or correct KAFKA_BROKERS.`
      : `${place} refuses us (${reason}).`;
  return new Fault('BROKER_UNAVAILABLE', sentence, { cause: failure });
};
