import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '@loyalty/contracts';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { ProblemReason } from './response.ts';

export interface Credential {
  readonly kind: 'key' | 'token';
  /** The key's id, or the token's subject and environment. Rate limits are counted by it. */
  readonly id: string;
  readonly tenantId: TenantId;
  readonly environmentId: EnvironmentId;
  readonly mode: 'test' | 'live';
  readonly permissions: ReadonlySet<string>;
  readonly rateLimitPerMinute: number;
  readonly subject: string;
  /** The time at which the credential expires. Every token has one, and so do some keys. */
  readonly expiresAtMs?: number;
  /** True for the role `admin`, whose permissions grow with releases. */
  readonly isAdmin?: boolean;
  /**
   * Notes that a permission of a key was used; null means that any credential may make the request. It does
   * not wait.
   */
  readonly noteUse?: (permission: string | null) => void;
}

/** Returns true if the credential has the permission, and notes that it was used. */
export const usesPermission = (
  { permissions, noteUse }: Pick<Credential, 'permissions' | 'noteUse'>,
  permission: string,
): boolean => {
  if (!permissions.has(permission)) return false;
  noteUse?.(permission);
  return true;
};

/** All that is known about a caller who was not let in; for the log only. */
export interface RefusedCaller {
  readonly tenantId?: TenantId;
  readonly environmentId?: EnvironmentId;
  /** The id of the key, if it exists. */
  readonly keyId?: string;
  /** The hash of a credential that nobody has. */
  readonly credentialHash?: string;
  /** The claim for which a token is refused, if its issuer signed it. */
  readonly claim?: string | undefined;
}

/**
 * Returns a short keyed hash of a credential. Nobody can learn the credential from it or check a guess, but
 * two log lines about the same credential can be recognised as such.
 */
export type HashCredential = (credential: string) => string;

export interface RefusedCredential {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly reason?: ProblemReason;
  readonly detail?: string;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly caller?: RefusedCaller;
}

export type AuthenticateResult = { readonly ok: true; readonly credential: Credential } | RefusedCredential;

/** Checks the credentials in the headers. Throws a `Fault` if they cannot be checked now. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<AuthenticateResult> | AuthenticateResult;

export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetS: number;
  readonly retryAfterS: number;
  readonly of?: 'credential' | 'environment';
}

/**
 * Counts requests against their limits (D5). If the store is unreachable, it never throws and counts locally.
 */
export interface Limiter {
  take(credential: Credential): Promise<RateVerdict> | RateVerdict;
  /**
   * Returns true if much of the limit was left at its last response, even if requests without a response are
   * counted.
   */
  isFarFromLimit(credential: Credential): boolean;
}

export const rateHeaders = ({ limit, remaining, resetS }: RateVerdict): Record<string, string> => ({
  'RateLimit-Limit': limit.toString(),
  'RateLimit-Remaining': Math.max(0, Math.floor(remaining)).toString(),
  'RateLimit-Reset': Math.max(0, Math.ceil(resetS)).toString(),
});
