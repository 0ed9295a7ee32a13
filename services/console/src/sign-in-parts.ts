import { Fault, isUuid, type Part, systemClock } from '@loyalty/kernel';
import { createSealedValues } from '@loyalty/storage/sealed-values';
import { createSecretBox, readSecretKeys } from '@loyalty/storage/secrets';
import { consoleSessionKind, createSessionIndex } from '@loyalty/storage/session-index';
import type { Logger } from '@loyalty/telemetry/logger';
import type { Metrics } from '@loyalty/telemetry/metrics';
import type { ConsoleConfig } from './config.ts';
import { createProxy, type Proxy } from './inbound/proxy-operation.ts';
import { createLocalSessionRoutes, type SessionLinks, type SessionRoutes } from './inbound/route-session.ts';
import {
  createProvidedSessionRoutes,
  createSignInRoutes,
  type SignInRoutes,
} from './inbound/route-sign-in.ts';
import { type Cookie, localCookieOf, sessionCookieOf, signInCookieOf } from './inbound/security.ts';
import { createIdentityProvider } from './outbound/identity-provider.ts';
import { createLocalTokens } from './outbound/local-tokens.ts';
import { createEndByProvider } from './usecases/end-by-provider.ts';
import { createForwardCall, type SendToApi } from './usecases/forward-call.ts';
import { createJudgeToken } from './usecases/judge-token.ts';
import { LocalSessions } from './usecases/local-sessions.ts';
import { createProvidedSessions } from './usecases/provided-sessions.ts';
import { type Access, type MissingClaim, readAccess } from './usecases/read-access.ts';
import { createRefreshedTokens } from './usecases/refresh-session.ts';
import type { SessionTenant } from './usecases/sessions.ts';
import { createSignIn } from './usecases/sign-in.ts';

interface SignInPartsOptions {
  readonly config: ConsoleConfig;
  readonly consoleUrl: URL;
  readonly send: SendToApi;
  readonly links: SessionLinks;
  /** The styles are those of the page, for pages without a session. */
  readonly styles: readonly string[];
  readonly metrics: Pick<Metrics, 'count'>;
  readonly logger: Logger;
}

/** All that depends on who says who a person is. */
interface SignInParts {
  readonly cookie: Cookie;
  readonly session: SessionRoutes;
  readonly signIn: SignInRoutes | null;
  readonly proxy: Proxy;
  readonly parts: readonly Part[];
}

/**
 * Creates the parts of signing in. Throws a Fault `CONFIG_INVALID`, with one sentence, for settings that are
 * missing or do not fit together.
 */
export const createSignInParts = (options: SignInPartsOptions): SignInParts =>
  options.config.signIn === 'local' ? createLocalParts(options) : createProviderParts(options);

const loopback = ['127.0.0.1', 'localhost', '[::1]'];

const createLocalParts = ({ config, consoleUrl, send, links, logger }: SignInPartsOptions): SignInParts => {
  refuseOpenDoor(config, consoleUrl);
  const { JWT_PRIVATE_KEY_FILE: privateKeyFile } = needed('local', {
    JWT_PRIVATE_KEY_FILE: config.jwtPrivateKeyFile,
    LOCAL_TENANTS: config.localTenants.join(',') || null,
  });
  const tenants = config.localTenants.map(tenantOf);
  const sessions = new LocalSessions(tenants, systemClock);
  const cookie = localCookieOf(consoleUrl);
  const { issuer, audience, tenantClaim } = config;
  const tokens = createLocalTokens({ privateKeyFile, issuer, audience, tenantClaim, clock: systemClock });
  const forward = createForwardCall({ tokens, send });
  return {
    cookie,
    session: createLocalSessionRoutes({ sessions, tenants, cookie, links, logger }),
    signIn: null,
    proxy: createProxy({ sessions, forward, clock: systemClock, logger }),
    parts: [],
  };
};

/** Everybody who reaches the port is signed in: that is for one machine alone. */
const refuseOpenDoor = ({ jwtJwksUrl }: ConsoleConfig, { protocol, hostname, pathname }: URL): void => {
  if (jwtJwksUrl !== null)
    throw new Fault(
      'CONFIG_INVALID',
      'SIGN_IN=local does not go with JWT_JWKS_URL: people have a provider there.',
    );
  if (protocol !== 'http:' || !loopback.includes(hostname) || pathname !== '/')
    throw new Fault(
      'CONFIG_INVALID',
      'SIGN_IN=local needs a CONSOLE_URL on this machine, as http://127.0.0.1:8088, because it signs everybody in.',
    );
};

const tenantOf = (text: string): SessionTenant => {
  const [id = '', ...name] = text.split('=');
  if (!isUuid(id)) throw new Fault('CONFIG_INVALID', `LOCAL_TENANTS takes id=name, by commas, not ${text}.`);
  return { id, name: name.join('=') || id };
};

const createProviderParts = (options: SignInPartsOptions): SignInParts => {
  const { config, consoleUrl, send, metrics, logger } = options;
  const given = needed('oidc', {
    OIDC_ISSUER_URL: config.oidcIssuerUrl,
    OIDC_CLIENT_ID: config.oidcClientId,
    OIDC_CLIENT_SECRET_FILE: config.oidcClientSecretFile,
    REDIS_URL: config.redisUrl,
    SECRET_KEYS_FILE: config.secretKeysFile ?? config.secretKeys,
  });
  const issuerUrl = new URL(given.OIDC_ISSUER_URL);
  refuseOpenWire({ CONSOLE_URL: consoleUrl, OIDC_ISSUER_URL: issuerUrl });
  const box = createSecretBox(readSecretKeys(config));
  const values = createSealedValues({ url: given.REDIS_URL, box, kind: consoleSessionKind, logger });
  const index = createSessionIndex({ url: given.REDIS_URL, logger });
  const sessions = createProvidedSessions({ values, index, clock: systemClock });
  const provider = createIdentityProvider({
    issuerUrl,
    clientId: given.OIDC_CLIENT_ID,
    clientSecretFile: given.OIDC_CLIENT_SECRET_FILE,
    scope: config.oidcScope,
    audience: config.oidcAudience,
    consoleUrl,
    clock: systemClock,
  });
  const shared = { sessions, provider, clock: systemClock, metrics, logger };
  const read = (token: string): Access | MissingClaim => readAccess(token, config);
  const signIn = createSignIn({
    ...shared,
    states: values,
    box,
    readAccess: read,
    judge: createJudgeToken(send),
  });
  const tokens = createRefreshedTokens({ ...shared, claims: values, readAccess: read });
  const cookie = sessionCookieOf(consoleUrl);
  const signInCookie = signInCookieOf(consoleUrl);
  const endByProvider = createEndByProvider({ ...shared, states: values });
  const routes = { ...options, ...shared, signIn, endByProvider, cookie, signInCookie };
  return {
    cookie,
    session: createProvidedSessionRoutes(routes),
    signIn: createSignInRoutes(routes),
    proxy: createProxy({
      sessions,
      forward: createForwardCall({ tokens, send }),
      clock: systemClock,
      logger,
    }),
    parts: [
      { name: 'sessions', stop: () => values.close() },
      { name: 'session-index', stop: () => index.close() },
    ],
  };
};

/** Settings that a way of sign-in cannot do without, each by its variable. */
const needed = <Name extends string>(
  way: string,
  given: Readonly<Record<Name, string | null>>,
): Readonly<Record<Name, string>> => {
  const entries = Object.entries<string | null>(given);
  const missing = entries.flatMap(([name, value]) => (value === null ? [name] : []));
  if (missing.length > 0) throw new Fault('CONFIG_INVALID', `SIGN_IN=${way} needs ${missing.join(', ')}.`);
  // None is null by now.
  return given as Readonly<Record<Name, string>>;
};

/** Cookies, codes and secrets go over these. */
const refuseOpenWire = (addresses: Readonly<Record<string, URL>>): void => {
  for (const [name, { protocol, hostname }] of Object.entries(addresses))
    if (protocol !== 'https:' && !loopback.includes(hostname))
      throw new Fault('CONFIG_INVALID', `${name} must be https, or http on loopback, where SIGN_IN is oidc.`);
  if (addresses['CONSOLE_URL']?.pathname !== '/')
    throw new Fault('CONFIG_INVALID', 'CONSOLE_URL is an origin: scheme, host and port, without a path.');
};
