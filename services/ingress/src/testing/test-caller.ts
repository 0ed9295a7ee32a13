import type { OperationId } from '@loyalty/contracts/http';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { ManagementCall } from '../audited-calls.ts';

/** A call of the operation with the key `k`. */
export const callerOf = (operationId: OperationId, environmentId: EnvironmentId): ManagementCall => ({
  credential: {
    kind: 'key',
    id: 'k',
    tenantId: 't' as TenantId,
    environmentId,
    mode: 'live',
    permissions: new Set(['admin']),
    rateLimitPerMinute: 1,
    subject: 'k',
  },
  operationId,
  requestId: 'request-1',
});
