import { readFileSync } from 'node:fs';
import * as oidc from 'openid-client';
import { type Clock, Fault, textOf } from '@loyalty/kernel';
import type { BegunSignIn, IdentityProvider, ProvidedTokens } from '../usecases/identity-provider.ts';
import { createLogoutTokens } from './logout-tokens.ts';

interface IdentityProviderOptions {
  readonly issuerUrl: URL;
  readonly clientId: string;
  readonly clientSecretFile: string;
  readonly scope: string;
  readonly audience: string | null;
  readonly consoleUrl: URL;
  readonly clock: Pick<Clock, 'now'>;
}

/** Less than a claim on a refresh. */
const timeoutS = 8;
/** Addresses of a provider change once in years. */
const knownForMs = 3_600_000;
/** An operation that is marked `x-fresh` wants a sign-in of the last five minutes. */
const freshS = 300;
/** Any other sign-in may be as old as a session gets. */
const wholeS = 43_200;

/** The library uses the same tolerance for the other times of an ID token. */
const clockToleranceMs = 30_000;

const callbackPath = '/sign-in/callback';

/** Creates a confidential client of one OpenID provider: code flow with PKCE, state, nonce and issuer. */
export const createIdentityProvider = (options: IdentityProviderOptions): IdentityProvider => {
  const discover = rememberDiscovery(options);
  const readLogoutToken = createLogoutTokens(options);
  const asked = async <T>(ask: (config: oidc.Configuration) => Promise<T> | T): Promise<T> => {
    try {
      return await ask(await discover());
    } catch (failure) {
      throw faultOf(failure);
    }
  };
  return {
    begin: (isFresh) => asked((config) => begin(config, isFresh, options)),
    exchange: (callback, begun) =>
      asked((config) => exchange(config, callback, { begun, clock: options.clock })),
    refresh: (refreshToken) =>
      asked(async (config) => {
        try {
          return providedBy(await oidc.refreshTokenGrant(config, refreshToken, resourceOf(options)));
        } catch (failure) {
          throw isGrantOver(failure) ? new Fault('SESSION_ENDED', 'the provider has ended it') : failure;
        }
      }),
    readLogoutToken: (token) =>
      asked((config) => {
        const { issuer, jwks_uri: jwksUrl } = config.serverMetadata();
        return readLogoutToken(token, { issuer, jwksUrl });
      }),
    revoke: (refreshToken) =>
      asked(async (config) => {
        if (config.serverMetadata().revocation_endpoint !== undefined)
          await oidc.tokenRevocation(config, refreshToken, { token_type_hint: 'refresh_token' });
      }),
    endUrl: () =>
      asked((config) => {
        if (config.serverMetadata().end_session_endpoint === undefined) return null;
        // Without a hint: an ID token would be in the address, and in the browser.
        const back = `${options.consoleUrl.origin}/signed-out`;
        return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: back }).href;
      }),
  };
};

const rememberDiscovery = ({ issuerUrl, clientId, clientSecretFile, clock }: IdentityProviderOptions) => {
  let known: { readonly config: Promise<oidc.Configuration>; readonly untilMs: number } | null = null;
  return (): Promise<oidc.Configuration> => {
    const nowMs = clock.now();
    if (known !== null && nowMs < known.untilMs) return known.config;
    const secret = readSecret(clientSecretFile);
    const config = oidc.discovery(issuerUrl, clientId, secret, undefined, {
      timeout: timeoutS,
      // Of a test, on this machine: the settings allow no other.
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- it is marked so that it stands out
      execute: issuerUrl.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    });
    known = { config, untilMs: nowMs + knownForMs };
    config.catch(() => {
      known = null;
    });
    return config;
  };
};

const readSecret = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (failure) {
    throw new Fault('SIGN_IN_REFUSED', `OIDC_CLIENT_SECRET_FILE cannot be read: ${textOf(failure)}`);
  }
};

/** Auth0 reads `audience`, others RFC 8707, whose resources are URIs. */
const resourceOf = ({ audience }: IdentityProviderOptions): Record<string, string> =>
  audience === null ? {} : { audience, ...(URL.canParse(audience) ? { resource: audience } : {}) };

const begin = async (config: oidc.Configuration, isFresh: boolean, options: IdentityProviderOptions) => {
  const begun: BegunSignIn = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    isFresh,
  };
  const url = oidc.buildAuthorizationUrl(config, {
    ...resourceOf(options),
    redirect_uri: options.consoleUrl.origin + callbackPath,
    scope: options.scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(begun.verifier),
    code_challenge_method: 'S256',
    // With it, the ID token says when the person last proved who they are.
    max_age: (isFresh ? freshS : wholeS).toString(),
    ...(isFresh ? { prompt: 'login' } : {}),
  });
  return { url: url.href, begun };
};

const exchange = async (
  config: oidc.Configuration,
  callback: URL,
  { begun, clock }: { readonly begun: BegunSignIn; readonly clock: Pick<Clock, 'now'> },
): Promise<ProvidedTokens> => {
  const { state, nonce, verifier, isFresh } = begun;
  const tokens = providedBy(
    await oidc.authorizationCodeGrant(config, callback, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      // Elsewhere a provider may leave out `auth_time`; then nothing is fresh.
      ...(isFresh ? { maxAge: freshS } : {}),
    }),
  );
  // It would be fresh until then.
  if (tokens.authenticatedAtMs !== null && tokens.authenticatedAtMs > clock.now() + clockToleranceMs)
    throw new Fault('SIGN_IN_REFUSED', 'auth_time of the ID token lies in the future: a clock is wrong');
  return tokens;
};

type Granted = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

const providedBy = (granted: Granted): ProvidedTokens => {
  const claims = granted.claims();
  return {
    accessToken: granted.access_token,
    refreshToken: granted.refresh_token ?? null,
    livesForS: granted.expires_in ?? null,
    authenticatedAtMs: claims?.auth_time === undefined ? null : claims.auth_time * 1_000,
    claims: claims ?? {},
  };
};

const isGrantOver = (failure: unknown): boolean =>
  failure instanceof oidc.ResponseBodyError && failure.error === 'invalid_grant';

/** Texts of ours, and codes: what a provider writes may hold what was sent to it. */
const faultOf = (failure: unknown): Fault => {
  if (failure instanceof Fault) return failure;
  if (failure instanceof oidc.AuthorizationResponseError)
    return new Fault('SIGN_IN_DENIED', `the provider says ${wordOf(failure.error)}`);
  if (failure instanceof oidc.ResponseBodyError && failure.status < 500)
    return new Fault('SIGN_IN_REFUSED', `the provider refuses a request: ${wordOf(failure.error)}`);
  const code = failure instanceof oidc.ClientError ? failure.code : undefined;
  if (code !== undefined && code in refusedFor) return new Fault('SIGN_IN_REFUSED', refusedFor[code] ?? code);
  return new Fault('PROVIDER_AWAY', `the identity provider is unavailable: ${code ?? 'no connection'}`, {
    retry: true,
  });
};

/** Codes of errors are words (RFC 6749). */
const wordOf = (error: string): string => (/^[\w.-]{1,60}$/.test(error) ? error : 'an error without a code');

const refusedFor: Readonly<Record<string, string>> = {
  OAUTH_INVALID_RESPONSE: 'state or issuer of the response are not those of the request, or it has no code',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED:
    'times of the ID token do not fit: a clock is wrong, or the sign-in too old',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'a claim of the ID token (iss, aud, nonce) is not what was asked for',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'the provider names an issuer other than OIDC_ISSUER_URL',
  OAUTH_UNSUPPORTED_OPERATION: 'the ID token is signed by an algorithm that is not supported',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'the provider names an address without https',
  OAUTH_MISSING_SERVER_METADATA: 'the provider lacks an address that is needed',
};
