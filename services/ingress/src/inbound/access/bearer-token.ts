import { isUuid, type Clock } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { jwtVerify, type CryptoKey, type JWTPayload, type JWTVerifyGetKey } from 'jose';
import { refusalOf } from './token-refusal.ts';

/** The claims of a valid token (D4). */
export interface TokenClaims {
  readonly subject: string;
  /** A UUID in lower case. */
  readonly tenantId: string;
  readonly mode: Mode;
  readonly permissions: ReadonlySet<string>;
  /** Milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/** The result of reading a token: its claims, or a sentence for its bearer. */
export type TokenReading =
  { readonly ok: true; readonly claims: TokenClaims } | { readonly ok: false; readonly detail: string };

/** Reads bearer tokens. Throws a retriable Fault while the keys are unavailable. */
export type ReadToken = (token: string) => Promise<TokenReading>;

/** Finds the key that must have signed a token. Throws a Fault when no keys are set up. */
export type FindSigningKey = JWTVerifyGetKey<CryptoKey>;

export interface TokenReaderOptions {
  readonly findKey: FindSigningKey;
  readonly issuer: string;
  readonly audience: string;
  /** The claim that names the tenant. */
  readonly tenantClaim: string;
  readonly clock: Clock;
}

/** Clocks of servers that follow NTP differ by less. A longer tolerance would only extend every token's life. */
const clockToleranceS = 5;

/** Creates the reader of tokens. It checks their signature (RS256 only), issuer, audience and times. */
export const createTokenReader = ({
  findKey,
  clock,
  tenantClaim,
  ...options
}: TokenReaderOptions): ReadToken => {
  const checks = {
    issuer: options.issuer,
    audience: options.audience,
    algorithms: ['RS256'],
    clockTolerance: clockToleranceS,
    requiredClaims: ['exp'],
  };
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, findKey, { ...checks, currentDate: new Date(clock.now()) });
      return claimsOf(payload, tenantClaim);
    } catch (failure) {
      return { ok: false, detail: refusalOf(failure) };
    }
  };
};

const claimsOf = (payload: JWTPayload, tenantClaim: string): TokenReading => {
  const tenantId = payload[tenantClaim];
  if (typeof tenantId !== 'string' || !isUuid(tenantId)) {
    return { ok: false, detail: `The token names no tenant in its claim ${tenantClaim}.` };
  }
  return {
    ok: true,
    claims: {
      // Tokens of machines may have no subject. They share one, and with it one rate limit.
      subject: payload.sub ?? '',
      tenantId: tenantId.toLowerCase(),
      mode: payload['env'] === 'test' ? 'test' : 'live',
      permissions: permissionsOf(payload['scope']),
      expiresAtMs: (payload.exp ?? 0) * 1000,
    },
  };
};

const permissionsOf = (scope: unknown): ReadonlySet<string> =>
  new Set(typeof scope === 'string' ? scope.split(' ').filter((word) => word !== '') : []);
