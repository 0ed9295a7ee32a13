import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '@loyalty/kernel';
import { localJsonPath } from './config.ts';

export interface LocalProcess {
  /** Null while it is being restarted. */
  readonly pid: number | null;
  /** False from its end until its successor is ready. */
  readonly isServing: boolean;
  /** The port on 127.0.0.1; for a service, its health port. */
  readonly port: number;
  readonly log: string;
}

export interface LocalStack {
  /** Process id of the stack itself; parts and services end with it. */
  readonly pid: number;
  readonly root: string;
  readonly home: string;
  readonly startedAt: string;
  /** `http://127.0.0.1:<port>/v1` */
  readonly baseUrl: string;
  readonly kafkaBrokers: string;
  readonly schemaRegistryUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Name servers for tenants' host names, as in DNS_SERVERS; null: those of the system. */
  readonly dnsServers: string | null;
  /** The keys of secrets at rest, as in SECRET_KEYS_FILE. */
  readonly secretKeysFile: string;
  /** Kafka, registry, Postgres and Redis, except those replaced by an address. */
  readonly parts: Readonly<Record<string, LocalProcess>>;
  /** The services by the names of their folders; empty with --infra-only. */
  readonly services: Readonly<Record<string, LocalProcess>>;
  /** The demo tenants and their keys; the same at every start. */
  readonly tenants: readonly DemoTenant[];
}

/**
 * Reads the file of a running stack (default: LOYALTY_LOCAL_JSON, else `.loyalty/local.json`). Throws a Fault
 * if none runs.
 */
export const readLocalStack = (path: string = localJsonPath()): LocalStack => {
  if (!existsSync(path))
    throw new Fault('NO_LOCAL_STACK', `No local stack runs here (${path} is missing): npm start.`);
  return JSON.parse(readFileSync(path, 'utf8')) as LocalStack;
};

/** Replaces the file in one step, so that no reader sees half of it. */
export const writeLocalStack = (path: string, stack: LocalStack): void => {
  mkdirSync(dirname(path), { recursive: true });
  const working = `${path}.part`;
  writeFileSync(working, `${JSON.stringify(stack, null, 2)}\n`);
  renameSync(working, path);
};

/** Variables by which services, commands and tests find the parts and open secrets in the database. */
export const addressVariables = (stack: LocalStack): Readonly<Record<string, string>> => ({
  KAFKA_BROKERS: stack.kafkaBrokers,
  SCHEMA_REGISTRY_URL: stack.schemaRegistryUrl,
  DATABASE_URL: stack.databaseUrl,
  REDIS_URL: stack.redisUrl,
  SECRET_KEYS_FILE: stack.secretKeysFile,
  // Allows trying a sample provider and a receiver of webhooks on this machine.
  PROVIDER_ALLOW_CIDRS: '127.0.0.0/8',
  WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  BASE_URL: stack.baseUrl,
  ...(stack.dnsServers === null ? {} : { DNS_SERVERS: stack.dnsServers }),
});

/** A tenant that exists only on the local stack, with one key for each of its environments. */
export interface DemoTenant {
  readonly tenantId: string;
  readonly liveKey: string;
  readonly testKey: string;
}

/** The tenant of the examples, and a second one to try isolation. */
export const demoTenants: readonly [DemoTenant, DemoTenant] = [
  { tenantId: '0198c0de-0000-7000-8000-000000000001', liveKey: 'sk_live_demo', testKey: 'sk_test_demo' },
  { tenantId: '0198c0de-0000-7000-8000-000000000002', liveKey: 'sk_live_demo2', testKey: 'sk_test_demo2' },
];
