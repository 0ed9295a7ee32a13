import { readReplacedParts, type ReplacedParts } from '../config.ts';
import type { StackContext } from '../context.ts';
import type { StackPorts } from '../settings.ts';
import { createKafka } from './kafka.ts';
import type { StackPart } from './part.ts';
import { freePort } from './ports.ts';
import { createPostgres, postgresUrl } from './postgres.ts';
import { createRedis } from './redis.ts';
import { createRegistry, registryUrl } from './registry.ts';

/** The addresses of the infrastructure that services use. */
interface InfrastructureAddresses {
  readonly kafkaBrokers: string;
  readonly schemaRegistryUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
}

/** The parts to start, and the addresses of all four, started or given. */
export interface Infrastructure {
  readonly parts: readonly StackPart[];
  readonly addresses: InfrastructureAddresses;
}

/** Plans Kafka, registry, Postgres and Redis, except those whose address is in the environment. */
export const planInfrastructure = async (
  context: StackContext,
  ports: StackPorts,
): Promise<Infrastructure> => {
  const given = readReplacedParts();
  return {
    parts: await partsToStart(context, ports, given),
    addresses: {
      kafkaBrokers: given.kafkaBrokers ?? `127.0.0.1:${String(ports.kafka)}`,
      schemaRegistryUrl: given.schemaRegistryUrl ?? registryUrl(ports.registry),
      databaseUrl: given.databaseUrl ?? postgresUrl(ports.postgres),
      redisUrl: given.redisUrl ?? `redis://127.0.0.1:${String(ports.redis)}`,
    },
  };
};

const partsToStart = async (
  context: StackContext,
  ports: StackPorts,
  given: ReplacedParts,
): Promise<readonly StackPart[]> => {
  const kafkaPorts = { broker: ports.kafka, controller: await freePort() };
  const registryPorts = { api: ports.registry, management: await freePort() };
  return [
    ...(given.kafkaBrokers === undefined ? [createKafka(context, kafkaPorts)] : []),
    ...(given.schemaRegistryUrl === undefined ? [createRegistry(context, registryPorts)] : []),
    ...(given.databaseUrl === undefined ? [createPostgres(context, ports.postgres)] : []),
    ...(given.redisUrl === undefined ? [createRedis(context, ports.redis)] : []),
  ];
};
