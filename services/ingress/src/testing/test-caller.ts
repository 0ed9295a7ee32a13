import type { OperationId } from '@loyalty/contracts/http';
import type { EnvironmentId, TenantId } from '@loyalty/kernel';
import type { ManagementCall } from '../audited-calls.ts';

const keyId = '0198c0de-0000-7000-8000-0000000000a1';

/** A call of the operation with a key. */
export const callerOf = (operationId: OperationId, environmentId: EnvironmentId): ManagementCall => ({
  credential: {
    kind: 'key',
    id: keyId,
    tenantId: 't' as TenantId,
    environmentId,
    mode: 'live',
    permissions: new Set(['admin']),
    rateLimitPerMinute: 1,
    subject: keyId,
  },
  operationId,
  requestId: 'request-1',
  serverRequestId: 'ours-1',
  address: null,
});
