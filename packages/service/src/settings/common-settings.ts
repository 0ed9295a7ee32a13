import {
  kafkaSecuritySettings,
  optionalSecuredUrlSettings,
  securedUrlSettings,
  tlsFilesSettings,
} from './connection-settings.ts';
import type { ConfigOf } from './read-settings.ts';
import { hostListSetting, integerSetting, optionalSetting } from './setting-kinds.ts';

const redis = {
  variable: 'REDIS_URL',
  prefix: 'REDIS',
  help: 'Redis',
  schemes: ['redis:', 'rediss:'],
  encrypted: { by: 'rediss://', holds: ({ protocol }: URL) => protocol === 'rediss:' },
  wrong: ({ pathname }: URL) =>
    /^(\/\d*)?$/.test(pathname) ? null : 'must end with the number of a database, as in /0',
  mayLackUser: true,
};

export const addressSettings = {
  kafkaBrokers: hostListSetting({ variable: 'KAFKA_BROKERS', help: 'host:port of Kafka brokers, by commas' }),
  kafkaSecurity: kafkaSecuritySettings,
  schemaRegistryUrl: securedUrlSettings({
    variable: 'SCHEMA_REGISTRY_URL',
    prefix: 'SCHEMA_REGISTRY',
    help: 'base URL of the Confluent-compatible schema registry',
    schemes: ['http:', 'https:'],
    encrypted: { by: 'https://', holds: ({ protocol }) => protocol === 'https:' },
  }),
  databaseUrl: securedUrlSettings({
    variable: 'DATABASE_URL',
    prefix: 'DATABASE',
    help: 'Postgres, the primary; with ?sslmode=verify-full only over TLS',
    schemes: ['postgres:', 'postgresql:'],
    encrypted: {
      by: 'sslmode=verify-full',
      holds: ({ searchParams }) => searchParams.get('sslmode') === 'verify-full',
    },
    wrong: ({ searchParams }) =>
      ['verify-full', 'disable', null].includes(searchParams.get('sslmode'))
        ? null
        : 'must say sslmode=verify-full or sslmode=disable: the others do not prove which server it is',
  }),
  redisUrl: securedUrlSettings(redis),
};

/** The settings of services that can work without Redis. */
export const optionalRedisSettings = optionalSecuredUrlSettings(redis);

export const groupSettings = {
  kafkaSessionTimeoutMs: integerSetting({
    variable: 'KAFKA_SESSION_TIMEOUT_MS',
    help: 'how long the partitions of a frozen process are silent; where the brokers do not allow it, the nearest that they do',
    min: 1_000,
    max: 60_000,
    otherwise: 2_000,
  }),
};

/** The settings of a proxy for calls to addresses that tenants choose. */
export const egressSettings = {
  egressProxy: optionalSecuredUrlSettings({
    variable: 'EGRESS_PROXY',
    prefix: 'EGRESS_PROXY',
    help: 'http(s)://host:port of a CONNECT proxy that webhooks and providers are called through, each by an address that was judged here',
    schemes: ['http:', 'https:'],
    encrypted: { by: 'https://', holds: ({ protocol }) => protocol === 'https:' },
  }),
  egressDenyCidrs: optionalSetting({
    variable: 'EGRESS_DENY_CIDRS',
    help: 'networks that nobody may have called, by commas: public addresses of our own, also where they are allowed',
  }),
  dnsServers: optionalSetting({
    variable: 'DNS_SERVERS',
    help: 'name servers for names of strangers, by commas, as in 10.0.0.2 or 10.0.0.2:53; those of the system when absent',
  }),
};

/** The settings for `readSecretKeys` of storage; exactly one of the two is given. */
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

/** The settings of the admin port. Keep this port closed to callers. */
export const adminSettings = {
  adminPort: integerSetting({
    variable: 'ADMIN_PORT',
    help: 'port of /health/live, /health/ready and /metrics; 0 takes any free port',
    min: 0,
    max: 65_535,
    otherwise: 9090,
  }),
  adminHost: optionalSetting({
    variable: 'ADMIN_HOST',
    help: 'the one address to serve health and metrics on; every address of the machine without it',
  }),
  adminTls: tlsFilesSettings('ADMIN', {
    serves: 'health and metrics are served',
    clients:
      'without one of theirs a caller sees whether the process is well, and neither reasons nor metrics',
  }),
};

export const streamServiceSettings = { ...addressSettings, ...adminSettings, ...groupSettings };

export type StreamServiceConfig = ConfigOf<typeof streamServiceSettings>;
