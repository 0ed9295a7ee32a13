export interface Config {
  readonly connections: Variables;
  readonly databaseUrl: string | undefined;
  /** The brokers in the form host:port, separated by commas. */
  readonly kafkaBrokers: string | undefined;
  /** The address, which ends with the path of the Confluent-compatible API. */
  readonly schemaRegistryUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** The address, which ends with the version segment, `/v1`. */
  readonly baseUrl: string | undefined;
  /** The file with a local stack's addresses. If it is absent, the folders above are searched. */
  readonly localJsonPath: string | undefined;
  /** The key for commands that call the API, so that no command line shows it. */
  readonly apiKey: string | undefined;
  /** The limit in requests per minute. */
  readonly demoRateLimit: string | undefined;
  readonly secretKeys: string | undefined;
  readonly secretKeysFile: string | undefined;
  /** The person who runs the commands, for the audit log. */
  readonly operator: string | undefined;
  readonly jwtIssuer: string;
  readonly jwtAudience: string;
  /** The maximum lifetime of tokens, in the form `24h`. */
  readonly jwtMaxLifetime: string;
}

export type Variables = Readonly<Record<string, string | undefined>>;

const given = (variables: Variables, name: string): string | undefined => {
  const value = variables[name];
  return value === undefined || value === '' ? undefined : value;
};

/** Reads the settings. Values are checked only when a command needs them. */
export const readConfig = (variables: Variables = process.env): Config => ({
  connections: variables,
  databaseUrl: given(variables, 'DATABASE_URL'),
  kafkaBrokers: given(variables, 'KAFKA_BROKERS'),
  schemaRegistryUrl: given(variables, 'SCHEMA_REGISTRY_URL'),
  redisUrl: given(variables, 'REDIS_URL'),
  baseUrl: given(variables, 'BASE_URL'),
  localJsonPath: given(variables, 'LOYALTY_LOCAL_JSON'),
  apiKey: given(variables, 'LOYALTY_API_KEY'),
  demoRateLimit: given(variables, 'RATE_LIMIT_DEMO'),
  secretKeys: given(variables, 'SECRET_KEYS'),
  secretKeysFile: given(variables, 'SECRET_KEYS_FILE'),
  operator: given(variables, 'LOYALTY_OPERATOR'),
  jwtIssuer: given(variables, 'JWT_ISSUER') ?? 'loyalty-local',
  jwtAudience: given(variables, 'JWT_AUDIENCE') ?? 'loyalty-api',
  jwtMaxLifetime: given(variables, 'JWT_MAX_LIFETIME') ?? '24h',
});
