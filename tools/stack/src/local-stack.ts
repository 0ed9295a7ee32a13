import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '@loyalty/kernel';
import { localJsonPath } from './config.ts';

export interface LocalProcess {
  /** The process id; null while it is being restarted. */
  readonly pid: number | null;
  /** False from its end until its successor is ready. */
  readonly isServing: boolean;
  /** The health port, if the process is a service. */
  readonly port: number;
  readonly log: string;
}

export interface LocalStack {
  /** The process of the stack itself; parts and services end with it. */
  readonly pid: number;
  readonly root: string;
  readonly home: string;
  readonly startedAt: string;
  /** The URL in the form `http://127.0.0.1:<port>/v1`. */
  readonly baseUrl: string;
  /** The URL `http://127.0.0.1:<port>`; null if no console runs. */
  readonly consoleUrl: string | null;
  readonly kafkaBrokers: string;
  readonly schemaRegistryUrl: string;
  readonly databaseUrl: string;
  /**
   * True if the start created the roles. It does not in a given server, which keeps its one user, nor with
   * --infra-only.
   */
  readonly hasRoles: boolean;
  readonly redisUrl: string;
  /** The name servers; null means those of the system. */
  readonly dnsServers: string | null;
  readonly secretKeysFile: string;
  /** The parts, without those that an address replaces. */
  readonly parts: Readonly<Record<string, LocalProcess>>;
  /** The services; empty with --infra-only. */
  readonly services: Readonly<Record<string, LocalProcess>>;
  /** The console, which opens neither the database nor a stream. */
  readonly clients: Readonly<Record<string, LocalProcess>>;
  /** The tenants, which are the same at every start. */
  readonly tenants: readonly DemoTenant[];
}

/**
 * Reads the running stack from LOYALTY_LOCAL_JSON, or else from `.loyalty/local.json`. Throws a Fault if no
 * stack runs.
 */
export const readLocalStack = (path: string = localJsonPath()): LocalStack => {
  if (!existsSync(path))
    throw new Fault('NO_LOCAL_STACK', `No local stack runs here (${path} is missing): npm start.`);
  return JSON.parse(readFileSync(path, 'utf8')) as LocalStack;
};

/** Writes the file in one step, so that no reader sees half of it. */
export const writeLocalStack = (path: string, stack: LocalStack): void => {
  mkdirSync(dirname(path), { recursive: true });
  const working = `${path}.part`;
  writeFileSync(working, `${JSON.stringify(stack, null, 2)}\n`);
  renameSync(working, path);
};

/**
 * Returns the address of the database for a role that `loyaltyctl roles create` creates, or for its one user
 * if none were created.
 */
export const databaseUrlOf = ({ databaseUrl, hasRoles }: LocalStack, role: string): string => {
  if (!hasRoles) return databaseUrl;
  const address = new URL(databaseUrl);
  address.username = role;
  return address.href;
};

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

export interface DemoTenant {
  readonly tenantId: string;
  readonly name: string;
  readonly liveKey: string;
  readonly testKey: string;
}

/** The demo tenants. The second one is for trying the isolation. */
export const demoTenants: readonly [DemoTenant, DemoTenant] = [
  {
    tenantId: '0198c0de-0000-7000-8000-000000000001',
    name: 'Demo Grocer',
    liveKey: 'sk_live_demo',
    testKey: 'sk_test_demo',
  },
  {
    tenantId: '0198c0de-0000-7000-8000-000000000002',
    name: 'Second Demo Grocer',
    liveKey: 'sk_live_demo2',
    testKey: 'sk_test_demo2',
  },
];
