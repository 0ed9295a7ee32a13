import { insertFailedRequests } from '@loyalty/accounts';
import { headers as names } from '@loyalty/contracts';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import type { OutgoingMessage, RejectedMessage } from '@loyalty/messaging';
import type { EvaluateRequest } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { Announcer } from './ports.ts';

/**
 * Notes that a request will not be processed, where its reference can be read, and answers the 503 that its caller is
 * owed. The reference is not consumed: sent again, it is executed anew (D36).
 */
export const giveUp = async (
  { announcer, clock }: { readonly announcer: Announcer; readonly clock: Clock },
  tx: Transaction,
  { record, rejection, value }: RejectedMessage & { readonly value: EvaluateRequest | null },
): Promise<OutgoingMessage | null> => {
  const environmentId = Number(record.headers[names.environment]?.toString());
  if (value !== null && isStorable(value.transactionRef) && Number.isSafeInteger(environmentId)) {
    await insertFailedRequests(tx, [
      {
        environmentId: environmentId as EnvironmentId,
        operation: 'evaluate',
        ref: value.transactionRef,
        code: 'PROCESSING_FAILED',
        context: { reason: rejection.reason },
        atMs: clock.now(),
      },
    ]);
  }
  return announcer.replyTo(record, {
    code: 'PROCESSING_FAILED',
    replayed: false,
    mismatch: false,
    body: null,
  });
};

/** A reference that no valid request can carry need not be found again, and Postgres stores no NUL. */
const isStorable = (ref: string): boolean => ref.length > 0 && ref.length <= 255 && !ref.includes('\0');
