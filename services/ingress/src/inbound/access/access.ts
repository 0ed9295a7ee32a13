import { createRangeCheck, parseCidrs } from '@loyalty/egress/targets';
import type { Authenticate, HashCredential, IsTrustedProxy, Limiter } from '@loyalty/http/api';
import { type Clock, Fault } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { derivedKey, readSecretKeys } from '@loyalty/storage/secrets';
import type { TokenBuckets } from '@loyalty/storage/token-buckets';
import {
  type BrowserOriginDirectory,
  createBrowserOriginDirectory,
  createEnvironmentDirectory,
  createKeyDirectory,
  type EnvironmentDirectory,
  type KeyUses,
} from '@loyalty/tables/keys';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { IngressConfig } from '../../config.ts';
import { createAuthenticate, type DefaultLimits } from './authenticate.ts';
import { createTokenReader, cacheTokens } from './bearer-token.ts';
import { createRateLimiter, createTakeNested, createTakeTokens, type TakeTokens } from './rate-limiter.ts';
import { createSigningKeys, type SigningKeySource } from './signing-keys.ts';
import { createUnknownCredentials } from './unknown-credentials.ts';

export interface Access {
  readonly authenticate: Authenticate;
  readonly limiter: Limiter;
  readonly takeTokens: TakeTokens;
  /** The requests per minute if neither a key nor the settings set a limit. */
  readonly limits: DefaultLimits;
  readonly environments: EnvironmentDirectory;
  readonly tenantExists: EnvironmentDirectory['tenantExists'];
  readonly browserOrigins: BrowserOriginDirectory;
  readonly hashCredential: HashCredential;
  /** Tells whether an address is one of our own proxies; absent if none are named. */
  readonly isTrustedProxy?: IsTrustedProxy;
}

/**
 * Creates the access control. Throws a Fault `CONFIG_INVALID` for an invalid source of signing keys, and for
 * invalid ranges.
 */
export const createAccess = ({
  config,
  db,
  cache,
  clock,
  metrics,
  keyUses,
}: {
  readonly config: IngressConfig;
  readonly db: Database;
  readonly cache: TokenBuckets;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'count'>;
  readonly keyUses: KeyUses;
}): Access => {
  const environments = createEnvironmentDirectory({ db, clock });
  const takeTokens = createTakeTokens(cache, clock);
  const limits = { test: config.testPerMinute, live: config.livePerMinute, token: config.tokenPerMinute };
  const { issuer, audience, tenantClaim, rolesClaim, tokenLifetimeMaxS: lifetimeMaxS } = config;
  const findKey = createSigningKeys(keySourceOf(config), clock);
  const readToken = createTokenReader({
    findKey,
    issuer,
    audience,
    tenantClaim,
    rolesClaim,
    lifetimeMaxS,
    clock,
  });
  const unknownCredentials = createUnknownCredentials({
    hashKey: derivedKey(readSecretKeys(config), 'hashes of credentials in logs'),
    metrics,
  });
  return {
    environments,
    tenantExists: (tenantId) => environments.tenantExists(tenantId),
    browserOrigins: createBrowserOriginDirectory({ db, clock }),
    takeTokens,
    limits,
    limiter: createRateLimiter({ takeNested: createTakeNested(cache, clock), environments, limits }),
    authenticate: createAuthenticate({
      keys: createKeyDirectory({ db, clock, extraKeys: config.seedApiKeys }),
      environments,
      readToken: cacheTokens(readToken, clock),
      limits,
      unknownCredentials,
      keyUses,
    }),
    hashCredential: unknownCredentials.hashOf,
    ...(config.trustedProxies !== null && {
      isTrustedProxy: createRangeCheck(trustedProxiesOf(config.trustedProxies)),
    }),
  };
};

const trustedProxiesOf = (trustedProxies: string) => {
  const ranges = parseCidrs(trustedProxies);
  if (ranges !== null) return ranges;
  throw new Fault(
    'CONFIG_INVALID',
    'TRUSTED_PROXIES must be addresses and ranges by commas, as in 10.1.0.0/16',
  );
};

/** Returns the source of keys. Two sources are refused, because it would be unclear which one counts. */
export const keySourceOf = ({
  jwksUrl,
  publicKeyFile,
}: Pick<IngressConfig, 'jwksUrl' | 'publicKeyFile'>): SigningKeySource => {
  if (jwksUrl !== null && publicKeyFile !== null) {
    throw new Fault('CONFIG_INVALID', 'JWT_JWKS_URL and JWT_PUBLIC_KEY_FILE exclude each other');
  }
  if (publicKeyFile !== null) return { from: 'file', path: publicKeyFile };
  if (jwksUrl === null) return { from: 'nowhere' };
  if (!URL.canParse(jwksUrl) || !isProtected(new URL(jwksUrl))) {
    throw new Fault(
      'CONFIG_INVALID',
      'JWT_JWKS_URL must be a URL that begins with https://, or http://localhost',
    );
  }
  return { from: 'jwks', url: jwksUrl };
};

/** A host on the way could publish keys of its own if the connection had no TLS. */
const isProtected = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));

/** A URL shows an IPv4 address in its usual form, however it was written. */
const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
