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
  /** `admin` includes all the others. */
  readonly permissions: ReadonlySet<string>;
  readonly rateLimitPerMinute: number;
  readonly subject: string;
}

export type AuthenticateResult =
  | { readonly ok: true; readonly credential: Credential }
  | {
      readonly ok: false;
      readonly code: ErrorCode;
      readonly reason?: ProblemReason;
      readonly detail?: string;
    };

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
