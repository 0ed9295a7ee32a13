import { earnGroups } from '@loyalty/contracts';
import { Fault } from '@loyalty/kernel';
import type { Transaction } from '@loyalty/storage';
import { readPublishedIds } from '@loyalty/storage/history';
import { readStoredUntil } from '@loyalty/storage/positions';
import type { StoredResponse } from '@loyalty/storage/redis';
import { type BurnEngineRequest, passedDeadlineOf, type RedeemEngineRequest } from './burn-request.ts';

export interface LostResponses {
  /** The responses that callers got in a lost history, by `responseKey`. */
  readonly published: ReadonlyMap<string, StoredResponse>;
  readonly lostUntilMs: number;
  readonly nowMs: number;
}

/**
 * Returns redeems that a lost history published as processed: they met their deadline then. The proof is a
 * response in Redis or a published fact; another record of the reference would have other ids. Among requests
 * without a deadline, it returns those that are as old as that history. Throws a retriable Fault while
 * published facts have not all been read.
 */
export const findPublished = async (
  tx: Transaction,
  redeems: readonly RedeemEngineRequest[],
  others: readonly BurnEngineRequest[],
  { published, lostUntilMs, nowMs }: LostResponses,
): Promise<ReadonlySet<BurnEngineRequest>> => {
  const isOld = ({ message: { record } }: BurnEngineRequest): boolean => record.timestamp <= lostUntilMs;
  const found = new Set(others.filter(isOld));
  for (const request of redeems) if (hadResponse(request, published)) found.add(request);
  const doubtful = redeems.filter(
    (request) => !found.has(request) && isOld(request) && passedDeadlineOf(request, nowMs) !== null,
  );
  if (doubtful.length === 0) return found;
  const { isKnown, ids } = await readPublishedIds(tx, doubtful.map(factIdOf));
  for (const request of doubtful) if (ids.has(factIdOf(request))) found.add(request);
  if (!isKnown && doubtful.some((request) => !found.has(request)))
    throw new Fault('HISTORY_UNREAD', 'facts of a lost history are still being read', {
      retry: true,
    });
  return found;
};

const hadResponse = (
  { responseKey, newId }: RedeemEngineRequest,
  published: LostResponses['published'],
): boolean => published.get(responseKey)?.response.includes(newId('transaction')) === true;

const factIdOf = ({ kind, newId }: RedeemEngineRequest): string => {
  switch (kind) {
    case 'redeem':
      return newId('transaction.redeemed');
    case 'authorize':
      return newId('transaction.authorized');
  }
};

interface AwaitReceiptsOptions {
  /** A clock that never goes back. */
  readonly elapsedMs: () => number;
  /** Records up to this time may be of a lost history, which it identifies. */
  readonly lostUntilMs: () => number;
}

/** Throws a retriable Fault if the batch must be decided again later. */
type AwaitReceipts = (tx: Transaction, poor: readonly { request: BurnEngineRequest }[]) => Promise<void>;

/** A killed earn-engine is back within it. The whole batch waits, in pauses of five seconds at most: half a minute in all. */
const waitMaxMs = 25_000;

/**
 * Creates a function that delays redeems of a lost history that lack points although their callers got a
 * response, and returns that lack their receipt: the receipts before them may not have been decided again
 * yet. It waits at most half a minute, once in a history.
 */
export const createAwaitReceipts = ({ elapsedMs, lostUntilMs }: AwaitReceiptsOptions): AwaitReceipts => {
  let begun = { lostUntilMs: Number.NaN, atMs: 0 };
  return async (tx, poor) => {
    if (poor.length === 0) return;
    if (begun.lostUntilMs !== lostUntilMs()) begun = { lostUntilMs: lostUntilMs(), atMs: elapsedMs() };
    if (elapsedMs() - begun.atMs >= waitMaxMs) return;
    const newestMs = Math.max(...poor.map(({ request }) => request.message.record.timestamp));
    const untilMs = await readStoredUntil(tx, Object.values(earnGroups));
    if (untilMs !== null && untilMs >= newestMs) return;
    throw new Fault(
      'RECEIPTS_UNREAD',
      'receipts of a lost history may still give what a redeem or a return needs',
      {
        retry: true,
      },
    );
  };
};
