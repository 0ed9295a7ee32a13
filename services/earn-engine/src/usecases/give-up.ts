import { insertFailedRequests, type FailedRequest } from '@loyalty/accounts';
import { isReference, type Clock } from '@loyalty/kernel';
import type { GivenUp, OutgoingMessage } from '@loyalty/messaging';
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
 * Notes that requests will not be processed, where their reference can be read, and answers the 503s that their callers are
 * owed. The reference is not consumed: sent again, it is executed anew (D36).
 */
export const giveUp = async (
  { announcer, clock, programme }: GiveUpOptions,
  tx: Transaction,
  letters: readonly GivenUp<EarnRequest>[],
): Promise<OutgoingMessage[]> => {
  const failed: FailedRequest[] = [];
  for (const letter of letters) failed.push(...(await failedRequestOf(programme, letter, clock.now())));
  if (failed.length > 0) await insertFailedRequests(tx, failed);
  return letters.flatMap(({ record }) => announcer.replyTo(record, processingFailed) ?? []);
};

const processingFailed = {
  code: 'PROCESSING_FAILED',
  replayed: false,
  mismatch: false,
  body: null,
} as const;

const failedRequestOf = async (
  programme: Programme,
  { record, rejection, value }: GivenUp<EarnRequest>,
  atMs: number,
): Promise<FailedRequest[]> => {
  const environmentId = await environmentOf(programme, record);
  if (value === null || environmentId === null || !isStorable(refOf(value))) return [];
  const context = { reason: rejection.reason };
  return [
    { environmentId, operation: value.kind, ref: refOf(value), code: 'PROCESSING_FAILED', context, atMs },
  ];
};

/** A reference that no valid request can carry need not be found again, and Postgres stores no NUL. */
const isStorable = (ref: string): boolean => isReference(ref);
