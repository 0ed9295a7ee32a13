import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorCode } from '@loyalty/contracts';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { ProblemReason } from './response.ts';

export interface Credential {
  readonly kind: 'key' | 'token';
  /** The key's id, or the token's subject and environment; rate limits are counted by it. */
  readonly id: string;
  readonly tenantId: TenantId;
  readonly environmentId: EnvironmentId;
  readonly mode: 'test' | 'live';
  readonly permissions: ReadonlySet<string>;
  readonly rateLimitPerMinute: number;
  readonly subject: string;
  /** Tokens have an end, and so do some keys. */
  readonly expiresAtMs?: number;
  /** True for the role `admin`, whose permissions grow with releases. */
  readonly isAdmin?: boolean;
  /**
   * A key notes with it that a permission was used; null means that any credential may do it. It waits for
   * nothing.
   */
  readonly noteUse?: (permission: string | null) => void;
}

/** True if the credential has it; then it is noted as used. */
export const usesPermission = (
  { permissions, noteUse }: Pick<Credential, 'permissions' | 'noteUse'>,
  permission: string,
): boolean => {
  if (!permissions.has(permission)) return false;
  noteUse?.(permission);
  return true;
};

/** All that is known of a caller who was not let in; for the log only. */
export interface RefusedCaller {
  readonly tenantId?: TenantId;
  readonly environmentId?: EnvironmentId;
  /** This is the id of a key that exists. */
  readonly keyId?: string;
  /** This is the hash of a credential that nobody has. */
  readonly credentialHash?: string;
  /** The claim for which a token is refused, if its issuer has signed it. */
  readonly claim?: string | undefined;
}

/**
 * A short keyed hash: nobody can tell the credential, or check a guess, and two lines of one credential can be
 * seen as such.
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

/** Checks the credentials in the headers. Throws a `Fault` when they cannot be checked now. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<AuthenticateResult> | AuthenticateResult;

export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetS: number;
  readonly retryAfterS: number;
  readonly of?: 'credential' | 'environment';
}

/** Counts a request (D5). Never throws for an unreachable store: it falls back to a local count. */
export interface Limiter {
  take(credential: Credential): Promise<RateVerdict> | RateVerdict;
  /** True when much was left at its last response, requests without a response included. */
  isFarFromLimit(credential: Credential): boolean;
}

export const rateHeaders = ({ limit, remaining, resetS }: RateVerdict): Record<string, string> => ({
  'RateLimit-Limit': limit.toString(),
  'RateLimit-Remaining': Math.max(0, Math.floor(remaining)).toString(),
  'RateLimit-Reset': Math.max(0, Math.ceil(resetS)).toString(),
});
