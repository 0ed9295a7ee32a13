import { Kafka, type KafkaConfig, type logCreator, logLevel, type SASLOptions } from 'kafkajs';
import type { KafkaSecurity, Secret } from '@loyalty/kernel';
import type { Logger } from '@loyalty/telemetry/logger';
import { askConnections } from './cluster/own-cluster.ts';
import { setSessionTimeout, defaultSessionTimeoutMs } from './group/session-timeout.ts';
import { makeKafkajsFaster } from './kafkajs/faster-kafkajs.ts';

export type { Kafka } from 'kafkajs';

interface KafkaOptions {
  readonly brokers: readonly string[];
  readonly clientId: string;
  readonly logger: Logger;
  readonly security?: KafkaSecurity;
  readonly sessionTimeoutMs?: number;
}

export const createKafka = ({
  brokers,
  clientId,
  logger,
  security,
  sessionTimeoutMs = defaultSessionTimeoutMs,
}: KafkaOptions): Kafka => {
  makeKafkajsFaster();
  const kafka = new Kafka({
    brokers: [...brokers],
    ...(security && securityOf(security)),
    clientId,
    logLevel: logLevel.WARN,
    logCreator: logThrough(logger),
    connectionTimeout: 3_000,
    requestTimeout: 10_000,
    // Consumers and producers have their own retries. A broker that restarts is back within seconds.
    retry: { initialRetryTime: 100, maxRetryTime: 2_000, retries: 8 },
  });
  setSessionTimeout(kafka, sessionTimeoutMs);
  askConnections(kafka);
  return kafka;
};

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

/** kafkajs reads these fields at each connection, and so are their files. */
const securityOf = ({ tls, sasl }: KafkaSecurity): Pick<KafkaConfig, 'ssl' | 'sasl'> => ({
  ...(tls !== null && { ssl: verified(tls.ca) }),
  ...(sasl !== null && { sasl: authenticated(sasl) }),
});

const verified = (ca: Secret | null) => ({
  get ca(): string | undefined {
    return ca?.();
  },
});

const authenticated = ({
  mechanism,
  username,
  password,
}: NonNullable<KafkaSecurity['sasl']>): SASLOptions => ({
  mechanism: kafkajsMechanisms[mechanism],
  username,
  get password() {
    return password();
  },
});

const kafkajsMechanisms = {
  PLAIN: 'plain',
  'SCRAM-SHA-256': 'scram-sha-256',
  'SCRAM-SHA-512': 'scram-sha-512',
} as const;
