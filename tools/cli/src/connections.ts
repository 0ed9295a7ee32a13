import type { Kafka } from '@loyalty/kafka';
import { createSchemaRegistry, readRegistryId, type SchemaRegistry } from '@loyalty/kafka/registry';
import { Fault, shownUrl } from '@loyalty/kernel';
import { createDatabase, type Database, type DatabaseOptions, type PoolPlan } from '@loyalty/storage';
import { findInstallation, otherKafka, otherRegistry } from '@loyalty/storage/installation';
import { createLogger, type Logger, silentLogger } from '@loyalty/telemetry/logger';
import { databaseFaultOf } from './database-fault.ts';
import { reasonOf } from './failures.ts';
import type { CommandContext } from './session.ts';

/** The database connections of a command. @public The reference page of connections is derived from it. */
export const commandPools = {
  commands: { max: 4, use: 'the statements of the command, one after another, and its progress display' },
  locks: { max: 1, use: 'the advisory lock of migrations, jobs and statistics' },
} as const satisfies PoolPlan;

/**
 * Runs `work` with the database. Connection failures become a Fault that says what to do. `limits` are for
 * locks for which engines wait.
 */
export const withDatabase = <T>(
  task: CommandContext,
  work: (db: Database) => Promise<T>,
  limits?: DatabaseOptions['limits'],
  url = task.addresses.databaseUrl(),
): Promise<T> => {
  return explainingDatabase(url, async () => {
    const db = createDatabase({
      url,
      applicationName: 'loyaltyctl',
      poolMax: commandPools.commands.max,
      logger: libraryLogger(task),
      ...(limits === undefined ? null : { limits }),
    });
    try {
      return await work(db);
    } finally {
      await db.close();
    }
  });
};

export const explainingDatabase = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (failure) {
    throw databaseFaultOf(failure, url) ?? failure;
  }
};

/** Runs `work` with Kafka. Failures of the client become a Fault that names the brokers. */
export const withKafka = async <T>(task: CommandContext, work: (kafka: Kafka) => Promise<T>): Promise<T> => {
  const brokers = task.addresses.kafkaBrokers();
  const security = task.addresses.kafkaSecurity();
  const sessionTimeoutMs = task.addresses.kafkaSessionTimeoutMs();
  const logger = libraryLogger(task);
  const { createKafka } = await import('@loyalty/kafka');
  try {
    return await work(createKafka({ brokers, security, sessionTimeoutMs, clientId: 'loyaltyctl', logger }));
  } catch (failure) {
    throw kafkaFault(failure, brokers) ?? failure;
  }
};

/** Runs `work` that needs both. Throws if Kafka is not the one that the database belongs to (D131). */
export const withOwnKafka = async <T>(
  task: CommandContext,
  work: (kafka: Kafka) => Promise<T>,
): Promise<T> => {
  const own = await withDatabase(task, findInstallation);
  const { requireCluster } = await import('@loyalty/kafka');
  return withKafka(task, (kafka) => {
    if (own?.clusterId != null) {
      const { databaseId, clusterId } = own;
      requireCluster(kafka, { clusterId, refuse: (found) => otherKafka(databaseId, clusterId, found) });
    }
    return work(kafka);
  });
};

const kafkaFault = (failure: unknown, brokers: readonly string[]): Fault | null => {
  const reason = reasonOf(failure);
  // Kafka's text for UNKNOWN_TOPIC_OR_PARTITION, however often it was wrapped.
  if (reason.includes('does not host this topic-partition')) {
    return new Fault('TOPIC_MISSING', 'The topics do not exist: run «loyaltyctl topics create».', {
      cause: failure,
    });
  }
  if (!(failure instanceof Error && failure.name.startsWith('KafkaJS'))) return null;
  const place = `Kafka at ${brokers.join(',')}`;
  const sentence =
    failure.name.startsWith('KafkaJSConnection') || failure.name.startsWith('KafkaJSNumberOfRetries')
      ? `${place} does not respond (${reason}): start the local stack with «npm start», or correct KAFKA_BROKERS.`
      : `${place} refused the request (${reason}).`;
  return new Fault('BROKER_UNAVAILABLE', sentence, { cause: failure });
};

/** Calls the registry. A failure becomes a Fault that says what to do. */
export const explainingRegistry = async <T>(url: string, call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (failure) {
    throw registryFaultOf(failure, url);
  }
};

/**
 * Creates a registry that throws at each question if it is not the one that the database belongs to (D131).
 */
export const createOwnRegistry = (task: CommandContext): SchemaRegistry => {
  const address = task.addresses.schemaRegistryUrl();
  const registry = createSchemaRegistry(address);
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    const own = await withDatabase(task, findInstallation);
    const found = own?.registryId == null ? null : await readRegistryId(address);
    if (own?.registryId != null && found !== null && found !== own.registryId)
      throw otherRegistry(own.databaseId, own.registryId, found);
    return question();
  };
  return {
    findId: (subject, schemaText) => ask(() => registry.findId(subject, schemaText)),
    findSchema: (id) => ask(() => registry.findSchema(id)),
    register: (subject, schemaText) => ask(() => registry.register(subject, schemaText)),
  };
};

const registryFaultOf = (failure: unknown, url: string): Fault => {
  const code = codeOf(failure);
  if (failure instanceof Fault && !ofRegistries.has(code)) return failure;
  return new Fault(code, sentenceOf(code, failure, url), { cause: failure });
};

const ofRegistries = new Set(['REGISTRY_UNAVAILABLE', 'SCHEMA_INCOMPATIBLE', 'SCHEMA_NOT_REGISTERED']);

const codeOf = (failure: unknown): string =>
  failure instanceof Fault ? failure.code : 'REGISTRY_UNAVAILABLE';

const sentenceOf = (code: string, failure: unknown, url: string): string => {
  switch (code) {
    case 'SCHEMA_INCOMPATIBLE':
      return (
        `${reasonOf(failure)} (${registryWords(failure)}). ` +
        'A schema may only gain fields that have a default: correct schemas/avro, then derive and register again.'
      );
    case 'SCHEMA_NOT_REGISTERED':
      return 'The schemas are not registered: run «loyaltyctl schemas register».';
    default:
      return (
        `The schema registry at ${shownUrl(url)} does not respond (${reasonOf(failure)}): ` +
        'start the local stack with «npm start», or correct SCHEMA_REGISTRY_URL.'
      );
  }
};

const registryWords = (failure: unknown): string =>
  failure instanceof Fault && failure.cause !== undefined ? reasonOf(failure.cause) : 'no reason given';

/**
 * Creates a logger for libraries, which log nothing without --debug because a command reports failures
 * itself.
 */
export const libraryLogger = ({ isDebug, terminal }: CommandContext): Logger =>
  isDebug ? createLogger({ service: 'loyaltyctl', level: 'debug', destination: terminal.err }) : silentLogger;
