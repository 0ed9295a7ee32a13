import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault, type KafkaSecurity } from '@loyalty/kernel';
import { addressSettings, groupSettings, type SettingGroup } from '@loyalty/service/settings';
import { type LocalStack, readLocalStack } from '@loyalty/stack';
import type { Config } from './config.ts';
import { reasonOf, UsageFault } from './failures.ts';

/**
 * Finds addresses in the environment, or else in the local stack. Throws a Fault `NOT_CONFIGURED` that names
 * the variable if neither has one, and a UsageFault for a wrong combination of variables.
 */
export interface Addresses {
  databaseUrl(): string;
  kafkaBrokers(): readonly string[];
  kafkaSecurity(): KafkaSecurity;
  kafkaSessionTimeoutMs(): number;
  schemaRegistryUrl(): string;
  /** Returns the address, or null if neither has one; only `deploy` uses it. */
  redisUrl(): string | null;
  baseUrl(): string;
  localStack(): LocalStack | null;
}

/** Creates the addresses. The local stack is searched for once, on demand. */
export const createAddresses = (config: Config, folder: string): Addresses => {
  let found: { readonly stack: LocalStack | null } | undefined;
  const localStack = (): LocalStack | null => {
    found ??= { stack: findLocalStack(config, folder) };
    return found.stack;
  };
  const known = (given: string | undefined, local: keyof LocalStack, variable: Variable): string => {
    const address = given ?? localStack()?.[local];
    if (typeof address === 'string') return address;
    throw notConfigured(variable);
  };
  const read = <T>(group: SettingGroup<T>): T => {
    const result = group.readAll(config.connections);
    if ('problems' in result) throw new UsageFault(`${result.problems.join('; ')}.`);
    return result.value;
  };
  return {
    databaseUrl: () =>
      config.databaseUrl === undefined
        ? known(undefined, 'databaseUrl', 'DATABASE_URL')
        : read(addressSettings.databaseUrl),
    kafkaBrokers: () => brokersOf(known(config.kafkaBrokers, 'kafkaBrokers', 'KAFKA_BROKERS')),
    kafkaSecurity: () => read(addressSettings.kafkaSecurity),
    kafkaSessionTimeoutMs: () => sessionTimeoutOf(config),
    schemaRegistryUrl: () =>
      config.schemaRegistryUrl === undefined
        ? known(undefined, 'schemaRegistryUrl', 'SCHEMA_REGISTRY_URL')
        : read(addressSettings.schemaRegistryUrl),
    redisUrl: () =>
      config.redisUrl === undefined ? (localStack()?.redisUrl ?? null) : read(addressSettings.redisUrl),
    baseUrl: () => known(config.baseUrl, 'baseUrl', 'BASE_URL').replace(/\/+$/, ''),
    localStack,
  };
};

const sessionTimeoutOf = ({ connections }: Config): number => {
  const { variable, read } = groupSettings.kafkaSessionTimeoutMs;
  const result = read(connections[variable]);
  if ('wrong' in result) throw new UsageFault(`${variable} ${result.wrong}.`);
  return result.value;
};

const brokersOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((broker) => broker.trim())
    .filter((broker) => broker !== '');

const shapes = {
  DATABASE_URL: 'postgres://user@host:port/database',
  KAFKA_BROKERS: 'host:port,host:port',
  SCHEMA_REGISTRY_URL: 'http://host:port/apis/ccompat/v7',
  BASE_URL: 'https://host/v1',
  SECRET_KEYS: 'id:base64',
  REDIS_URL: 'redis://host:port/0',
} as const;

type Variable = keyof typeof shapes;

export const notConfigured = (variable: Variable): Fault =>
  new Fault(
    'NOT_CONFIGURED',
    `${variable} is not set and no local stack runs here: start one with «npm start», or set ${variable}=${shapes[variable]}.`,
  );

/** Returns null if neither path nor folders have one. Throws a Fault for an unreadable file. */
const findLocalStack = (
  { localJsonPath }: Pick<Config, 'localJsonPath'>,
  folder: string,
): LocalStack | null => {
  const path = localJsonPath ?? nearest(folder, join('.loyalty', 'local.json'));
  if (path === null || !existsSync(path)) return null;
  try {
    return readLocalStack(path);
  } catch (cause) {
    throw new Fault(
      'LOCAL_STACK_UNREADABLE',
      `${path} cannot be read (${reasonOf(cause)}): run «npm start» again.`,
      {
        cause,
      },
    );
  }
};

/** Searches `folder`, and then the nearest folder above that has the file. */
export const nearest = (folder: string, name: string): string | null => {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? null : nearest(parent, name);
};
