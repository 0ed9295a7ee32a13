import { listSetting, urlSetting } from './setting-kinds.ts';

/** The addresses that every service needs; each sets only those that it uses. */
export const addressSettings = {
  kafkaBrokers: listSetting({ variable: 'KAFKA_BROKERS', help: 'host:port of Kafka brokers, by commas' }),
  schemaRegistryUrl: urlSetting({
    variable: 'SCHEMA_REGISTRY_URL',
    help: 'base URL of the Confluent-compatible schema registry',
    schemes: ['http:', 'https:'],
  }),
  databaseUrl: urlSetting({
    variable: 'DATABASE_URL',
    help: 'Postgres, the primary',
    schemes: ['postgres:', 'postgresql:'],
  }),
  redisUrl: urlSetting({ variable: 'REDIS_URL', help: 'Redis', schemes: ['redis:', 'rediss:'] }),
};
