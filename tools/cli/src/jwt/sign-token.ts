import { randomUUID } from 'node:crypto';
import type { Mode } from '@loyalty/rules';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import type { KeyPair } from './key-pair.ts';

/** The claims of a development token (D4). */
export interface TokenClaims {
  readonly tenantId: string;
  readonly mode: Mode;
  /** Permissions, separated by spaces: read, write, points:adjust, admin. */
  readonly scope: string;
  /** The subject, by which rate limits are counted. */
  readonly subject: string;
  readonly issuer: string;
  readonly audience: string;
  /** The time of issue, from which it is valid, seconds since the epoch. */
  readonly issuedAtS: number;
  readonly ttlS: number;
}

/** A signed token. */
export interface SignedToken {
  readonly token: string;
  /** RFC 7638 thumbprint of the key. */
  readonly kid: string;
  readonly expiresAtS: number;
}

/** Signs a token with RS256, the only algorithm that the ingress accepts (D4). */
export const signToken = async (
  { privateKey, publicKey }: Pick<KeyPair, 'privateKey' | 'publicKey'>,
  claims: TokenClaims,
): Promise<SignedToken> => {
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
  const expiresAtS = claims.issuedAtS + claims.ttlS;
  const token = await new SignJWT({ tenant_id: claims.tenantId, env: claims.mode, scope: claims.scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .setSubject(claims.subject)
    .setIssuer(claims.issuer)
    .setAudience(claims.audience)
    .setIssuedAt(claims.issuedAtS)
    .setNotBefore(claims.issuedAtS)
    .setExpirationTime(expiresAtS)
    .setJti(randomUUID())
    .sign(privateKey);
  return { token, kid, expiresAtS };
};
