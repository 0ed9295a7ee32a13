import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose';
import { type Clock, Fault } from '@loyalty/kernel';
import type { LogoutToken } from '../usecases/identity-provider.ts';

interface LogoutTokensOptions {
  readonly clientId: string;
  readonly clock: Pick<Clock, 'now'>;
}

interface Signer {
  readonly issuer: string;
  readonly jwksUrl: string | undefined;
}

/** The time is that of the rest of a sign-in. */
const timeoutMs = 8_000;
const clockToleranceS = 30;

/** Providers send it at once, and again some times where they get no response. Its `jti` is remembered for longer. */
const ageMaxS = 600;

/** Signed by a key of which we know the public half alone: neither `none` nor a shared secret. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** The types are those of an ID token, for which it must not be taken, nor the reverse. */
const types: readonly unknown[] = [undefined, 'jwt', 'logout+jwt', 'application/logout+jwt'];

const event = 'http://schemas.openid.net/event/backchannel-logout';

const textMax = 255;

/**
 * Judges logout tokens as chapter 2.6 of OpenID Connect Back-Channel Logout 1.0 says, except for repetitions.
 */
export const createLogoutTokens = ({ clientId, clock }: LogoutTokensOptions) => {
  const keysOf = rememberKeys();
  return async (token: string, { issuer, jwksUrl }: Signer): Promise<LogoutToken> => {
    if (jwksUrl === undefined || !isProtected(jwksUrl, issuer))
      throw refused('the provider names no address of its keys, or one without https');
    try {
      const { payload, protectedHeader } = await jwtVerify(token, keysOf(jwksUrl), {
        issuer,
        audience: clientId,
        algorithms,
        clockTolerance: clockToleranceS,
        currentDate: new Date(clock.now()),
        maxTokenAge: ageMaxS,
        requiredClaims: ['iat', 'exp', 'jti', 'events'],
      });
      if (!types.includes(protectedHeader.typ?.toLowerCase())) throw refused('it is a token of another type');
      return claimsOf(payload);
    } catch (failure) {
      throw faultOf(failure);
    }
  };
};

const rememberKeys = () => {
  let known: { readonly url: string; readonly keys: ReturnType<typeof createRemoteJWKSet> } | null = null;
  return (url: string): ReturnType<typeof createRemoteJWKSet> => {
    if (known?.url !== url)
      known = { url, keys: createRemoteJWKSet(new URL(url), { timeoutDuration: timeoutMs }) };
    return known.keys;
  };
};

/** A provider without https is one of a test, on this machine: the settings allow no other. */
const isProtected = (jwksUrl: string, issuer: string): boolean =>
  jwksUrl.startsWith('https:') || issuer.startsWith('http:');

const claimsOf = ({ jti, sub, sid, events, nonce }: JWTPayload): LogoutToken => {
  if (nonce !== undefined) throw refused('it has a nonce, as ID tokens have');
  if (!isObject(events) || !isObject(events[event])) throw refused('it tells of another event');
  const [id, subject, providerSession] = [textIn(jti), textIn(sub), textIn(sid)];
  if (id === null) throw refused('its jti is no text');
  if (subject === null && providerSession === null) throw refused('it names neither a person nor a sign-in');
  return { jti: id, subject, providerSession };
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns null if there is no claim. */
const textIn = (claim: unknown): string | null => {
  if (claim === undefined) return null;
  if (typeof claim !== 'string' || claim === '' || claim.length > textMax)
    throw refused('a claim is no text of 1 to 255 characters');
  return claim;
};

const refused = (why: string): Fault => new Fault('LOGOUT_REFUSED', `the logout token is refused: ${why}`);

/** A wrong token is the sender's fault; all else is that keys could not be read. */
const faultOf = (failure: unknown): Fault => {
  if (failure instanceof Fault) return failure;
  const isToken =
    failure instanceof errors.JOSEError &&
    !(failure instanceof errors.JWKSTimeout || failure instanceof errors.JWKSInvalid) &&
    failure.code !== 'ERR_JOSE_GENERIC';
  if (isToken) return refused(failure.code);
  return new Fault('PROVIDER_AWAY', 'the keys of the identity provider cannot be read', { retry: true });
};
