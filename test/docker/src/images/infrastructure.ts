import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOwnStack } from '@loyalty/stack';
import { root } from '../root.ts';

/** Kafka, a registry, Postgres and Redis on this machine, for containers in its network. */
export interface Infrastructure {
  /** The settings of services. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const home = join(root, '.loyalty/images-stack');
/** Starts the parts on free ports, with nothing in them. */
export const startInfrastructure = async (): Promise<Infrastructure> => {
  const stack = await startOwnStack({ root, home, isInfraOnly: true });
  const local = stack.now();
  return {
    variables: {
      KAFKA_BROKERS: local.kafkaBrokers,
      SCHEMA_REGISTRY_URL: local.schemaRegistryUrl,
      DATABASE_URL: local.databaseUrl,
      REDIS_URL: local.redisUrl,
      // The file is closed to the containers' user.
      SECRET_KEYS: readFileSync(local.secretKeysFile, 'utf8').trim(),
    },
    stop: () => stack.stop(),
  };
};
