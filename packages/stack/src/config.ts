/** Addresses given in the environment: a part that has one is not started. */
export interface ReplacedParts {
  readonly kafkaBrokers: string | undefined;
  readonly schemaRegistryUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
}

const given = (name: string): string | undefined => {
  const value = process.env[name];
  return value === undefined || value === '' ? undefined : value;
};

/** Reads KAFKA_BROKERS, SCHEMA_REGISTRY_URL, DATABASE_URL and REDIS_URL. */
export const readReplacedParts = (): ReplacedParts => ({
  kafkaBrokers: given('KAFKA_BROKERS'),
  schemaRegistryUrl: given('SCHEMA_REGISTRY_URL'),
  databaseUrl: given('DATABASE_URL'),
  redisUrl: given('REDIS_URL'),
});

/** SECRET_KEYS_FILE: keys that are used in place of the stack's own. */
export const givenSecretKeysFile = (): string | undefined => given('SECRET_KEYS_FILE');

/** Where the running stack has written its addresses: LOYALTY_LOCAL_JSON, or the usual place. */
export const localJsonPath = (): string => given('LOYALTY_LOCAL_JSON') ?? '.loyalty/local.json';

/** Our own environment, which started programs inherit. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env });

/** True when npm started us: then our parent is npm (or its shell), and its end is ours. */
export const isStartedByNpm = (): boolean => given('npm_lifecycle_event') !== undefined;
