import { createHash, createPrivateKey, createPublicKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Clock, Fault, textOf } from '@loyalty/kernel';
import type { TokenRequest, Tokens } from '../usecases/forward-call.ts';
import type { LocalSession } from '../usecases/local-sessions.ts';

interface LocalTokensOptions {
  readonly privateKeyFile: string;
  readonly issuer: string;
  readonly audience: string;
  readonly tenantClaim: string;
  readonly clock: Pick<Clock, 'now'>;
}

const livesForS = 900;
/** A request that is on its way must still find it valid. */
const renewedBeforeMs = 60_000;
const keptMax = 2_000;

/**
 * Creates tokens for local sessions. Throws a Fault `CONFIG_INVALID` for a file that holds no private key.
 */
export const createLocalTokens = (options: LocalTokensOptions): Tokens<LocalSession> => {
  const key = readKey(options.privateKeyFile);
  const kept = new Map<string, { readonly token: string; readonly untilMs: number }>();
  const tokenFor = (request: LocalRequest): string => {
    const name = `${request.session.key} ${request.mode}`;
    const known = kept.get(name);
    const nowMs = options.clock.now();
    if (known !== undefined && nowMs < known.untilMs - renewedBeforeMs) return known.token;
    const issuedAtS = Math.floor(nowMs / 1_000);
    const token = signed(key, claimsOf(request, options, issuedAtS));
    const [oldest] = kept.keys();
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
    kept.set(name, { token, untilMs: (issuedAtS + livesForS) * 1_000 });
    return token;
  };
  return {
    tokenFor: (request) => Promise.resolve(tokenFor(request)),
    renew: (request) => {
      kept.delete(`${request.session.key} ${request.mode}`);
      return Promise.resolve(tokenFor(request));
    },
  };
};

type LocalRequest = TokenRequest<LocalSession>;

const claimsOf = (
  { session, mode }: LocalRequest,
  { issuer, audience, tenantClaim }: LocalTokensOptions,
  issuedAtS: number,
) => ({
  iss: issuer,
  aud: audience,
  sub: session.key,
  [tenantClaim]: session.tenant.id,
  env: mode,
  scope: session.scopeText,
  // Two of one second differ.
  jti: randomUUID(),
  iat: issuedAtS,
  nbf: issuedAtS,
  exp: issuedAtS + livesForS,
});

const readKey = (path: string): KeyObject => {
  try {
    return createPrivateKey(readFileSync(path));
  } catch (failure) {
    throw new Fault('CONFIG_INVALID', `JWT_PRIVATE_KEY_FILE cannot be used: ${textOf(failure)}`, {
      cause: failure,
    });
  }
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** RS256 is the only algorithm that the API accepts (D4). */
const signed = (key: KeyObject, claims: object): string => {
  const head = `${encoded({ alg: 'RS256', typ: 'JWT', kid: thumbprintOf(key) })}.${encoded(claims)}`;
  return `${head}.${sign('RSA-SHA256', Buffer.from(head), key).toString('base64url')}`;
};

/** The thumbprint follows RFC 7638. */
const thumbprintOf = (key: KeyObject): string => {
  const { e, kty, n } = createPublicKey(key).export({ format: 'jwk' });
  return createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
};
