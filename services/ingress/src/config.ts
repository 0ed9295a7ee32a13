import { defaultLimits } from '@loyalty/http/api';
import {
  addressSettings,
  adminSettings,
  choiceSetting,
  type ConfigOf,
  durationSetting,
  egressSettings,
  integerSetting,
  listSetting,
  optionalIntegerSetting,
  optionalSetting,
  pathOrUrlSetting,
  secretKeysSettings,
  textSetting,
  tlsFilesSettings,
} from '@loyalty/service/settings';

/**
 * The default size of the pool, which is enough for one core of Postgres. A request that finds no free
 * connection waits.
 */
export const poolMaxDefault = 10;

/** A higher number would be no limit. */
const perMinute = { min: 1, max: 1_000_000_000 };

const tokenSettings = {
  jwksUrl: optionalSetting({
    variable: 'JWT_JWKS_URL',
    help: 'where the keys of bearer tokens are published (production); https, or http on loopback',
  }),
  publicKeyFile: optionalSetting({
    variable: 'JWT_PUBLIC_KEY_FILE',
    help: 'PEM file with the public key of bearer tokens (development), instead of JWT_JWKS_URL',
  }),
  issuer: textSetting({ variable: 'JWT_ISSUER', help: 'iss of bearer tokens', otherwise: 'loyalty-local' }),
  audience: textSetting({ variable: 'JWT_AUDIENCE', help: 'aud of bearer tokens', otherwise: 'loyalty-api' }),
  tenantClaim: textSetting({
    variable: 'JWT_TENANT_CLAIM',
    help: 'the claim of bearer tokens that names the tenant',
    otherwise: 'tenant_id',
  }),
  rolesClaim: textSetting({
    variable: 'JWT_ROLES_CLAIM',
    help: 'the claim of bearer tokens that lists roles or permissions, in addition to scope; dots lead into objects, as in realm_access.roles',
    otherwise: 'roles',
  }),
  tokenLifetimeMaxS: durationSetting({
    variable: 'JWT_MAX_LIFETIME',
    help: 'how long a bearer token may live, from its iat to its exp; longer ones are refused',
    min: '1m',
    max: '31d',
    otherwise: '24h',
  }),
};

const limitSettings = {
  testPerMinute: integerSetting({
    variable: 'RATE_LIMIT_TEST',
    help: 'requests per minute of a test key without a limit of its own',
    ...perMinute,
    otherwise: 60,
  }),
  livePerMinute: integerSetting({
    variable: 'RATE_LIMIT_LIVE',
    help: 'requests per minute of a live key without a limit of its own',
    ...perMinute,
    otherwise: 600,
  }),
  // A page asks more often than the integration that a test key is for.
  tokenPerMinute: integerSetting({
    variable: 'RATE_LIMIT_TOKEN',
    help: 'requests per minute of a bearer token, in either environment',
    ...perMinute,
    otherwise: 600,
  }),
  auditEntriesPerDay: integerSetting({
    variable: 'AUDIT_ENTRIES_PER_DAY',
    help: 'changes of an environment in a UTC day, each with its row of the audit log; beyond them only what takes away is done',
    min: 1_000,
    max: 1_000_000_000,
    otherwise: 500_000,
  }),
  evaluatePerMinute: optionalIntegerSetting({
    variable: 'RATE_LIMIT_EVALUATE',
    help: "evaluates a minute of a credential, within its limit, where the environment's settings do not say",
    ...perMinute,
  }),
};

const mebibyte = 1024 * 1024;

/** Bounds on what connections make the process hold. One environment gets a quarter of each (D118). */
const connectionSettings = {
  connectionsMax: integerSetting({
    variable: 'HTTP_CONNECTIONS_MAX',
    help: 'connections of callers at once, a quarter of them for one environment; each needs a file descriptor',
    min: 16,
    max: 1_000_000,
    otherwise: defaultLimits.connectionsMax,
  }),
  answerBytesMax: integerSetting({
    variable: 'HTTP_ANSWER_BYTES_MAX',
    help: 'bytes of large responses that callers have not taken yet, a quarter of them for one environment',
    // A quarter fits the largest page.
    min: 64 * mebibyte,
    max: 65_536 * mebibyte,
    otherwise: defaultLimits.answerBytesMax,
  }),
  bodyBytesMax: integerSetting({
    variable: 'HTTP_BODY_BYTES_MAX',
    help: 'bytes of bodies whose requests are not answered yet, a quarter of them for one environment',
    // A quarter fits a bulk call of 5 MiB.
    min: 32 * mebibyte,
    max: 65_536 * mebibyte,
    otherwise: defaultLimits.bodyBytesMax,
  }),
};

export const ingressSettings = {
  ...addressSettings,
  ...adminSettings,
  ...tokenSettings,
  ...limitSettings,
  ...connectionSettings,
  ...secretKeysSettings,
  egressDenyCidrs: egressSettings.egressDenyCidrs,
  webhookAllowCidrs: optionalSetting({
    variable: 'WEBHOOK_ALLOW_CIDRS',
    help: 'networks of our own in which webhooks may stand, by commas, as in 10.1.0.0/16, or for one tenant as in <tenant>=10.1.0.0/16 or <tenant>/live=10.1.0.0/16; all others must be public',
  }),
  role: choiceSetting({
    variable: 'INGRESS_ROLE',
    help: 'what this process serves: checkout (what a till asks while its customer waits), management (all the rest, bulk calls too) or all',
    words: ['all', 'checkout', 'management'],
    otherwise: 'all',
  }),
  httpPort: integerSetting({
    variable: 'HTTP_PORT',
    help: 'where the interface is served; 0 takes any free port',
    min: 0,
    max: 65_535,
    otherwise: 8_080,
  }),
  httpHost: optionalSetting({
    variable: 'HTTP_HOST',
    help: 'the one address to serve the interface on; every address of the machine without it',
  }),
  httpTls: tlsFilesSettings('HTTP', {
    serves: 'the interface is served',
    clients: 'without one of theirs nobody gets a connection',
  }),
  trustedProxies: optionalSetting({
    variable: 'TRUSTED_PROXIES',
    help: 'addresses and ranges of our own proxies, by commas, as in 10.1.0.0/16, whose X-Forwarded-For says where a refused request came from; without it the address of the connection is logged',
  }),
  baseUrl: pathOrUrlSetting({
    variable: 'BASE_URL',
    help: 'where callers reach the interface, up to and with /v1',
    otherwise: '/v1',
  }),
  seedApiKeys: listSetting({
    variable: 'SEED_API_KEYS',
    help: 'keys of a local demo, by commas, that may lack the checksum of a generated key',
    otherwise: [],
  }),
  deadlineMs: integerSetting({
    variable: 'REQUEST_DEADLINE_MS',
    help: 'how long a caller waits for an engine',
    min: 100,
    max: 30_000,
    otherwise: 3_000,
  }),
  bulkDeadlineMs: integerSetting({
    variable: 'BULK_DEADLINE_MS',
    help: 'how long the caller of a bulk evaluate waits for an engine',
    min: 100,
    max: 300_000,
    otherwise: 30_000,
  }),
  stopPauseMs: integerSetting({
    variable: 'STOP_PAUSE_MS',
    help: 'how long a process that stops, and is no longer ready, still serves: what a load balancer needs to notice',
    min: 0,
    max: 60_000,
    otherwise: 2_000,
  }),
  pendingMax: integerSetting({
    variable: 'PENDING_REPLIES_MAX',
    help: 'requests that wait for an engine at once, the items of bulk calls in half of them; more are refused',
    min: 1,
    max: 100_000,
    // About 10 MB. While an engine is unreachable for 30 s, this allows some 300 requests a second that wait
    // until their deadline.
    otherwise: 10_000,
  }),
  databasePoolMax: integerSetting({
    variable: 'DATABASE_POOL_MAX',
    help: 'database connections of this process',
    min: 1,
    max: 100,
    otherwise: poolMaxDefault,
  }),
};

export type IngressConfig = ConfigOf<typeof ingressSettings>;
