/** Settings of the earn engine. */
export interface EarnEngineConfig {
  readonly kafkaBrokers: readonly string[];
  readonly schemaRegistryUrl: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly adminPort: number;
}
