/** Addresses given in the environment. A part with a given address is not started. */
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

/** Returns SECRET_KEYS_FILE: keys to use in place of the stack's own. */
export const givenSecretKeysFile = (): string | undefined => given('SECRET_KEYS_FILE');

/** Returns DNS_SERVERS: name servers by which services resolve tenants' host names. */
export const givenDnsServers = (): string | undefined => given('DNS_SERVERS');

/** Returns the path of the running stack's addresses: LOYALTY_LOCAL_JSON, or the default place. */
export const localJsonPath = (): string => given('LOYALTY_LOCAL_JSON') ?? '.loyalty/local.json';

/** Returns our own environment, which started programs inherit. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env });

/** True when npm started us. Then our parent is npm (or its shell), and we end when it ends. */
export const isStartedByNpm = (): boolean => given('npm_lifecycle_event') !== undefined;
