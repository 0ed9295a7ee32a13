import type { ErrorCode } from '@loyalty/contracts';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { IncomingHttpHeaders } from 'node:http';

/** Who is asking, once that has been proved (D3, D4). */
export interface Credential {
  readonly kind: 'key' | 'token';
  /** The key's id, or the token's subject and environment: what rate limits are counted by. */
  readonly id: string;
  readonly tenantId: TenantId;
  readonly environmentId: EnvironmentId;
  readonly mode: 'test' | 'live';
  /** `admin` includes all the others. */
  readonly permissions: ReadonlySet<string>;
  readonly rateLimitPerMinute: number;
  /** For the audit trail: the key's name, or the token's subject. */
  readonly subject: string;
}

/** What {@link Authenticate} finds: the credential, or the problem code and the sentence to show. */
export type Authentication =
  | { readonly ok: true; readonly credential: Credential }
  | { readonly ok: false; readonly code: ErrorCode; readonly detail?: string };

/** Proves the credentials in the headers. Throws a `Fault` when the means to prove them are away. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Authentication> | Authentication;

/** One request counted against a credential's limit; times in whole or broken seconds. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetS: number;
  readonly retryAfterS: number;
}

/** Counts a request (D5). Never throws for a store that is away: it falls back to a local count. */
export interface Limiter {
  take(credential: Credential): Promise<RateVerdict> | RateVerdict;
  /** True where the limit was far from used up when it last answered, those that it has not answered yet counted in. */
  hasRoom(credential: Credential): boolean;
}
