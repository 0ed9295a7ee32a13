import type { EnvironmentId, TenantId } from '@loyalty/kernel';

/** For whom a call is made: shares of what all callers use, and networks that are open, are theirs. */
export interface Caller {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: 'live' | 'test';
}
