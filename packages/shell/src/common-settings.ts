import { integerSetting, listSetting, optionalSetting, urlSetting } from './setting-kinds.ts';

/** The addresses that services share; each service uses those that it needs. */
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

/** Settings for calls to addresses that tenants choose. */
export const egressSettings = {
  egressDenyCidrs: optionalSetting({
    variable: 'EGRESS_DENY_CIDRS',
    help: 'networks that nobody may have called, by commas: public addresses of our own, also where they are allowed',
  }),
  dnsServers: optionalSetting({
    variable: 'DNS_SERVERS',
    help: 'name servers for names of strangers, by commas, as in 10.0.0.2 or 10.0.0.2:53; those of the system when absent',
  }),
};

/** The keys that seal and open secrets at rest, for `readSecretKeys` of storage; exactly one of the two is given. */
export const secretKeysSettings = {
  secretKeys: optionalSetting({
    variable: 'SECRET_KEYS',
    help: 'id:base64 of keys of 32 bytes, by commas: the first seals secrets at rest, all open them',
  }),
  secretKeysFile: optionalSetting({
    variable: 'SECRET_KEYS_FILE',
    help: 'a file with the text of SECRET_KEYS, where that is not set',
  }),
};

/** The port for health and metrics; keep it closed to callers. */
export const adminSettings = {
  adminPort: integerSetting({
    variable: 'ADMIN_PORT',
    help: 'port of /health/live, /health/ready and /metrics; 0 takes any free port',
    min: 0,
    max: 65_535,
    otherwise: 9090,
  }),
};
