import { createHash } from 'node:crypto';
import { type CryptoKey, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import type { ProblemReason } from '@loyalty/http/api';
import { type Clock, Fault, isUuid, textOf } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { createPermissionsIn, type PermissionsIn } from './token-permissions.ts';

export interface TokenClaims {
  readonly subject: string;
  readonly tenantId: string;
  /** One or both; a request chooses. */
  readonly modes: readonly Mode[];
  readonly permissions: ReadonlySet<string>;
  readonly isAdmin: boolean;
  readonly expiresAtMs: number;
}

/** A refusal has a reason for the log and a sentence for the token's bearer. */
export type TokenReading = { readonly ok: true; readonly claims: TokenClaims } | TokenRefusal;

interface TokenRefusal {
  readonly ok: false;
  readonly reason: ProblemReason;
  readonly detail: string;
}

/** Throws a retriable Fault while the keys are unavailable. */
export type ReadToken = (token: string) => Promise<TokenReading>;

/** Throws a Fault when no keys are set up. */
export type FindSigningKey = JWTVerifyGetKey<CryptoKey>;

interface TokenReaderOptions {
  readonly findKey: FindSigningKey;
  readonly issuer: string;
  readonly audience: string;
  readonly tenantClaim: string;
  /** Of the list of roles; dots lead into objects. */
  readonly rolesClaim: string;
  readonly clock: Clock;
}

/**
 * Clocks of servers that follow NTP differ by less. A longer tolerance would only extend every token's life.
 */
const clockToleranceS = 5;

/** Checks the signature (RS256 only), issuer, audience and times. */
export const createTokenReader = ({
  findKey,
  clock,
  tenantClaim,
  rolesClaim,
  ...options
}: TokenReaderOptions): ReadToken => {
  const checks = {
    issuer: options.issuer,
    audience: options.audience,
    algorithms: ['RS256'],
    clockTolerance: clockToleranceS,
    requiredClaims: ['exp'],
  };
  const permissionsIn = createPermissionsIn(rolesClaim);
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, findKey, { ...checks, currentDate: new Date(clock.now()) });
      return claimsOf(payload, tenantClaim, permissionsIn);
    } catch (failure) {
      return refusalOf(failure);
    }
  };
};

const claimsOf = (payload: JWTPayload, tenantClaim: string, permissionsIn: PermissionsIn): TokenReading => {
  const tenantId = payload[tenantClaim];
  if (typeof tenantId !== 'string' || !isUuid(tenantId)) {
    return refused('token_claim', `The token names no tenant in its claim ${tenantClaim}.`);
  }
  const modes = modesOf(payload['env']);
  if (modes.length === 0)
    return refused('token_claim', 'The token names neither test nor live in its claim env.');
  const { permissions, isAdmin } = permissionsIn(payload);
  return {
    ok: true,
    claims: {
      // Tokens of machines may have no subject. They share one, and with it one rate limit.
      subject: payload.sub ?? '',
      tenantId: tenantId.toLowerCase(),
      modes,
      permissions,
      isAdmin,
      expiresAtMs: (payload.exp ?? 0) * 1000,
    },
  };
};

/** Of a list what it names, `live` first; any other claim is `live` unless it is `test`. */
const modesOf = (env: unknown): readonly Mode[] => {
  if (!Array.isArray(env)) return env === 'test' ? ['test'] : ['live'];
  return (['live', 'test'] as const).filter((mode) => env.includes(mode));
};

/** Throws a retriable Fault when the keys that would check the token are unavailable. */
const refusalOf = (failure: unknown): TokenRefusal => {
  if (failure instanceof Fault) return refusalOfFault(failure);
  if (failure instanceof errors.JWTExpired) return refused('token_expired', 'The token has expired.');
  if (failure instanceof errors.JWTClaimValidationFailed)
    return refused('token_claim', `The token's claim ${failure.claim} is not what it must be.`);
  if (isMalformed(failure)) return refused('token_malformed', invalidToken);
  if (isOfTheToken(failure)) return refused('token_invalid', invalidToken);
  throw new Fault('SIGNING_KEYS_UNAVAILABLE', `the keys of tokens cannot be had: ${textOf(failure)}`, {
    retry: true,
    cause: failure,
  });
};

const refused = (reason: ProblemReason, detail: string): TokenRefusal => ({ ok: false, reason, detail });

/** The public message says that tokens are not set up. Rethrows any other Fault. */
const refusalOfFault = (fault: Fault): TokenRefusal => {
  if (fault.retry || fault.publicMessage === undefined) throw fault;
  return refused('tokens_off', fault.publicMessage);
};

const invalidToken = 'This is not a valid RS256 token of a known key.';

const isMalformed = (failure: unknown): boolean =>
  failure instanceof errors.JWTInvalid || failure instanceof errors.JWSInvalid;

const isOfTheToken = (failure: unknown): boolean =>
  failure instanceof errors.JOSEAlgNotAllowed ||
  failure instanceof errors.JOSENotSupported ||
  failure instanceof errors.JWKSNoMatchingKey ||
  failure instanceof errors.JWKSMultipleMatchingKeys ||
  failure instanceof errors.JWSSignatureVerificationFailed;

/** A key that its issuer withdraws stops working within this time, as an API key does (D3). */
const keptMs = 10_000;
/** About 5 MB. With more bearers at once than this, some signatures are checked again. */
const readingsMax = 10_000;

/**
 * For 10 s, never past their `exp`: checking a signature takes longer than the rest of a read. Stores hashes,
 * never tokens. Refusals are not cached.
 */
export const cacheTokens = (readToken: ReadToken, clock: Clock): ReadToken => {
  const kept = new Map<string, { readonly reading: TokenReading; readonly untilMs: number }>();

  const keep = (hash: string, reading: TokenReading): void => {
    if (!reading.ok) return;
    const [oldest] = kept.keys();
    if (kept.size >= readingsMax && oldest !== undefined) kept.delete(oldest);
    kept.delete(hash);
    kept.set(hash, { reading, untilMs: Math.min(clock.now() + keptMs, reading.claims.expiresAtMs) });
  };

  return async (token) => {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = kept.get(hash);
    if (known !== undefined && clock.now() < known.untilMs) return known.reading;
    const reading = await readToken(token);
    keep(hash, reading);
    return reading;
  };
};
