import { Fault } from '@loyalty/kernel';
import type { LocalStack } from '@loyalty/stack';
import type { Config } from './config.ts';
import { findLocalStack } from './find-local-stack.ts';

/**
 * The addresses of the system's parts: from the environment, else from the local stack. Each throws a Fault `NOT_CONFIGURED` that
 * names the variable when both lack it.
 */
export interface Addresses {
  databaseUrl(): string;
  kafkaBrokers(): readonly string[];
  schemaRegistryUrl(): string;
  baseUrl(): string;
  /** The running local stack; null when none is found. */
  localStack(): LocalStack | null;
}

/** Creates the addresses as seen from `folder`. The local stack is searched for once, on demand. */
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
  return {
    databaseUrl: () => known(config.databaseUrl, 'databaseUrl', 'DATABASE_URL'),
    kafkaBrokers: () => brokersOf(known(config.kafkaBrokers, 'kafkaBrokers', 'KAFKA_BROKERS')),
    schemaRegistryUrl: () => known(config.schemaRegistryUrl, 'schemaRegistryUrl', 'SCHEMA_REGISTRY_URL'),
    baseUrl: () => known(config.baseUrl, 'baseUrl', 'BASE_URL').replace(/\/+$/, ''),
    localStack,
  };
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
} as const;

type Variable = keyof typeof shapes;

/** Returns the fault of a command whose address neither the environment nor a local stack gives. */
export const notConfigured = (variable: Variable): Fault =>
  new Fault(
    'NOT_CONFIGURED',
    `${variable} is not set and no local stack runs here: start one with «npm start», or set ${variable}=${shapes[variable]}.`,
  );
