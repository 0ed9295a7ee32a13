import { operations, type OperationId } from '@loyalty/client';

/** The first permission that a page needs and the session lacks; null where it may be shown. */
export const missingPermission = (
  needed: readonly OperationId[],
  permissions: readonly string[],
): string | null =>
  needed.map((id) => operations[id].permission).find((permission) => !permissions.includes(permission)) ??
  null;
