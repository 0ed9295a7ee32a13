import type { EnvironmentId, TenantId } from '@loyalty/kernel';

/** The environment that makes a call. Its shares of common resources and its open networks apply. */
export interface Caller {
  readonly environmentId: EnvironmentId;
  readonly tenantId: TenantId;
  readonly mode: 'live' | 'test';
}
