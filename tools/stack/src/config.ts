/** The addresses of parts that are given and so not started. */
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

export const readReplacedParts = (): ReplacedParts => ({
  kafkaBrokers: given('KAFKA_BROKERS'),
  schemaRegistryUrl: given('SCHEMA_REGISTRY_URL'),
  databaseUrl: given('DATABASE_URL'),
  redisUrl: given('REDIS_URL'),
});

/** Returns the file that is used in place of the stack's own. */
export const givenSecretKeysFile = (): string | undefined => given('SECRET_KEYS_FILE');

/** Returns the name servers that services ask for tenants' host names. */
export const givenDnsServers = (): string | undefined => given('DNS_SERVERS');

export const localJsonPath = (): string => given('LOYALTY_LOCAL_JSON') ?? '.loyalty/local.json';

export const inheritedEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env });

/** Returns true if the parent process is npm (or its shell); we then end when it ends. */
export const isStartedByNpm = (): boolean => given('npm_lifecycle_event') !== undefined;
