import { createHash } from 'node:crypto';
import { type CryptoKey, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { modesOfClaim } from '@loyalty/contracts/permissions';
import type { ProblemReason } from '@loyalty/http/api';
import { type Clock, Fault, isReference, isUuid, textOf } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import { createPermissionsIn, type PermissionsIn } from './token-permissions.ts';

export interface TokenClaims {
  readonly subject: string;
  readonly tenantId: string;
  /** One mode, or both; the request then chooses. */
  readonly modes: readonly Mode[];
  readonly permissions: ReadonlySet<string>;
  readonly isAdmin: boolean;
  readonly expiresAtMs: number;
}

/**
 * The result of reading a token. A refusal has a reason for the log and a sentence for the token's bearer.
 */
export type TokenReading = { readonly ok: true; readonly claims: TokenClaims } | TokenRefusal;

interface TokenRefusal {
  readonly ok: false;
  readonly reason: ProblemReason;
  readonly detail: string;
  /** The claim that is wrong, for the log alone: a stranger who tries claims must not learn how near they are (D305). */
  readonly claim?: string;
}

/** Reads a token. Throws a retriable Fault while the keys are unavailable. */
export type ReadToken = (token: string) => Promise<TokenReading>;

/** Finds a signing key. Throws a Fault if no keys are set up. */
export type FindSigningKey = JWTVerifyGetKey<CryptoKey>;

interface TokenReaderOptions {
  readonly findKey: FindSigningKey;
  readonly issuer: string;
  readonly audience: string;
  readonly tenantClaim: string;
  /** The claim has the list of roles; dots lead into objects. */
  readonly rolesClaim: string;
  /** The lifetime is from `iat` to `exp`, in seconds. */
  readonly lifetimeMaxS: number;
  readonly clock: Clock;
}

/**
 * Clocks of servers that follow NTP differ by less. A longer tolerance would only extend every token's life.
 */
const clockToleranceS = 5;

/**
 * Creates a reader that checks the signature (RS256 only), issuer, audience and times. A claim that chooses
 * something refuses what it does not know (D305).
 */
export const createTokenReader = ({
  findKey,
  clock,
  tenantClaim,
  rolesClaim,
  lifetimeMaxS,
  ...options
}: TokenReaderOptions): ReadToken => {
  const checks = {
    issuer: options.issuer,
    audience: options.audience,
    algorithms: ['RS256'],
    clockTolerance: clockToleranceS,
    requiredClaims: ['exp', 'iat'],
  };
  const permissionsIn = createPermissionsIn(rolesClaim);
  return async (token) => {
    try {
      const nowMs = clock.now();
      const { payload, protectedHeader } = await jwtVerify(token, findKey, {
        ...checks,
        currentDate: new Date(nowMs),
      });
      const times = { nowS: nowMs / 1000, lifetimeMaxS };
      if (!isAccessType(protectedHeader.typ)) return refusedClaim('typ');
      const claim = foreignClaims.find((name) => Object.hasOwn(payload, name)) ?? wrongTimeIn(payload, times);
      return claim === undefined ? claimsOf(payload, tenantClaim, permissionsIn) : refusedClaim(claim);
    } catch (failure) {
      return refusalOf(failure);
    }
  };
};

/**
 * A JWT of no special kind, or an access token (RFC 9068). Case does not matter, and `application/` may be left out
 * (RFC 7515, section 4.1.9). Tokens of other kinds are signed by the same issuer, for other purposes.
 */
const isAccessType = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && /^(application\/)?(at\+)?jwt$/i.test(typ));

/**
 * Only ID tokens have the first four, and only tokens that report events the fifth. `cnf` binds a token to a key of its
 * sender; because that is not checked here, such a token would be worth as much to a thief as any other.
 */
const foreignClaims = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events', 'cnf'];

/** An `iat` of tomorrow would make any life short. */
const wrongTimeIn = (
  { iat = NaN, exp = NaN }: JWTPayload,
  { nowS, lifetimeMaxS }: { readonly nowS: number; readonly lifetimeMaxS: number },
): string | undefined => {
  if (!(iat <= nowS + clockToleranceS)) return 'iat';
  return exp - iat <= lifetimeMaxS ? undefined : 'exp';
};

const claimsOf = (payload: JWTPayload, tenantClaim: string, permissionsIn: PermissionsIn): TokenReading => {
  const tenantId = payload[tenantClaim];
  if (typeof tenantId !== 'string' || !isUuid(tenantId)) return refusedClaim(tenantClaim);
  const modes = modesOfClaim(payload['env']);
  if (modes === null) return refusedClaim('env');
  // Tokens of machines may have no subject. They share one, and with it one rate limit.
  const { sub: subject = '' } = payload;
  if (!isSubject(subject)) return refusedClaim('sub');
  const { permissions, isAdmin } = permissionsIn(payload);
  return {
    ok: true,
    claims: {
      subject,
      tenantId: tenantId.toLowerCase(),
      modes,
      permissions,
      isAdmin,
      expiresAtMs: (payload.exp ?? 0) * 1000,
    },
  };
};

/** Each change that its person makes keeps it (D208). */
const isSubject = (subject: unknown): subject is string =>
  subject === '' || (typeof subject === 'string' && isReference(subject));

/** Throws a retriable Fault when the keys that would check the token are unavailable. */
const refusalOf = (failure: unknown): TokenRefusal => {
  if (failure instanceof Fault) return refusalOfFault(failure);
  if (failure instanceof errors.JWTExpired) return refused('token_expired', 'The token has expired.');
  if (failure instanceof errors.JWTClaimValidationFailed) return refusedClaim(failure.claim);
  if (isMalformed(failure)) return refused('token_malformed', invalidToken);
  if (isOfTheToken(failure)) return refused('token_invalid', invalidToken);
  throw new Fault('SIGNING_KEYS_UNAVAILABLE', `the keys of tokens cannot be had: ${textOf(failure)}`, {
    retry: true,
    cause: failure,
  });
};

const refused = (reason: ProblemReason, detail: string): TokenRefusal => ({ ok: false, reason, detail });

const refusedClaim = (claim: string): TokenRefusal => ({
  ...refused('token_claim', 'A claim of the token is missing or not valid.'),
  claim,
});

/** The public message says that tokens are not set up. Rethrows any other Fault. */
const refusalOfFault = (fault: Fault): TokenRefusal => {
  if (fault.retry || fault.publicMessage === undefined) throw fault;
  return refused('tokens_off', fault.publicMessage);
};

const invalidToken = 'The token is not a valid RS256 token that was signed with a known key.';

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
 * Keeps tokens for 10 s, but never past their `exp`, because checking a signature takes longer than the rest
 * of a read. It stores hashes, never tokens. Refusals are not cached.
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
