import { operations } from '@loyalty/contracts/http';
import type { OnResponse } from '@loyalty/http/api';
import type { ReadCounter } from '@loyalty/tables/reads';

/** The operations that read and leave no other record. */
const reads: ReadonlySet<string> = new Set(
  operations.flatMap(({ operationId, method, isPublic, auditAction }) =>
    method === 'GET' && !isPublic && auditAction === null ? [operationId] : [],
  ),
);

/**
 * Creates a function that counts what was sent to a person, who is the subject of a token (D316). Keys belong
 * to systems, which are not counted.
 */
export const createCountReads =
  (counter: Pick<ReadCounter, 'count'>): OnResponse =>
  ({ kind, environmentId, subject }, operationId, status) => {
    if (kind === 'key' || status >= 300 || !reads.has(operationId)) return;
    counter.count(environmentId, subject, operationId);
  };
