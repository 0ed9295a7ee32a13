import { insertFailedRequests } from '@loyalty/accounts';
import type { Clock } from '@loyalty/kernel';
import type { OutgoingMessage, RejectedMessage } from '@loyalty/messaging';
import type { Transaction } from '@loyalty/storage';
import { refOf, type EarnRequest } from './earn-request.ts';
import { environmentOf } from './environment-of.ts';
import type { Announcer, Programme } from './ports.ts';

export interface GiveUpOptions {
  readonly announcer: Announcer;
  readonly clock: Clock;
  readonly programme: Programme;
}

/**
 * Notes that a request will not be processed, where its reference can be read, and answers the 503 that its caller is
 * owed. The reference is not consumed: sent again, it is executed anew (D36).
 */
export const giveUp = async (
  { announcer, clock, programme }: GiveUpOptions,
  tx: Transaction,
  { record, rejection, value }: RejectedMessage & { readonly value: EarnRequest | null },
): Promise<OutgoingMessage | null> => {
  const environmentId = await environmentOf(programme, record);
  if (value !== null && environmentId !== null && isStorable(refOf(value))) {
    await insertFailedRequests(tx, [
      {
        environmentId,
        operation: value.kind,
        ref: refOf(value),
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
