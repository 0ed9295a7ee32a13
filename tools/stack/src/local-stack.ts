import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '@loyalty/kernel';
import { localJsonPath } from './config.ts';

export interface LocalProcess {
  /** Null while it is being restarted. */
  readonly pid: number | null;
  /** False from its end until its successor is ready. */
  readonly isServing: boolean;
  /** The health port, if the process is a service. */
  readonly port: number;
  readonly log: string;
}

export interface LocalStack {
  /** This is the process of the stack itself; parts and services end with it. */
  readonly pid: number;
  readonly root: string;
  readonly home: string;
  readonly startedAt: string;
  /** The URL has the form `http://127.0.0.1:<port>/v1`. */
  readonly baseUrl: string;
  /** `http://127.0.0.1:<port>`; null where no console runs. */
  readonly consoleUrl: string | null;
  readonly kafkaBrokers: string;
  readonly schemaRegistryUrl: string;
  readonly databaseUrl: string;
  /** Made by the start. Not in a server that was given, which keeps its one user, nor with --infra-only. */
  readonly hasRoles: boolean;
  readonly redisUrl: string;
  /** Null means those of the system. */
  readonly dnsServers: string | null;
  readonly secretKeysFile: string;
  /** Parts that an address replaces are left out. */
  readonly parts: Readonly<Record<string, LocalProcess>>;
  /** Empty with --infra-only. */
  readonly services: Readonly<Record<string, LocalProcess>>;
  /** The console, which opens neither database nor stream. */
  readonly clients: Readonly<Record<string, LocalProcess>>;
  /** The tenants are the same at every start. */
  readonly tenants: readonly DemoTenant[];
}

/** Default: LOYALTY_LOCAL_JSON, else `.loyalty/local.json`. Throws a Fault if no stack runs. */
export const readLocalStack = (path: string = localJsonPath()): LocalStack => {
  if (!existsSync(path))
    throw new Fault('NO_LOCAL_STACK', `No local stack runs here (${path} is missing): npm start.`);
  return JSON.parse(readFileSync(path, 'utf8')) as LocalStack;
};

/** Writes in one step, so that no reader sees half of it. */
export const writeLocalStack = (path: string, stack: LocalStack): void => {
  mkdirSync(dirname(path), { recursive: true });
  const working = `${path}.part`;
  writeFileSync(working, `${JSON.stringify(stack, null, 2)}\n`);
  renameSync(working, path);
};

/** The address of the database for a role that `loyaltyctl roles create` makes; for its one user where none were made. */
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

/** The second one is there to try isolation. */
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
