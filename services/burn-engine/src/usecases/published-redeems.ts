import { Fault } from '@loyalty/kernel';
import { readPublishedIds, type StoredResponse, type Transaction } from '@loyalty/storage';
import { passedDeadlineOf, type RedeemEngineRequest } from './redeem-request.ts';

export interface PublishedEvidence {
  /** By `answerKey`: what callers were told of redeems in a history that is lost. */
  readonly told: ReadonlyMap<string, StoredResponse>;
  /** What was recorded until then may have been decided by commits that are lost, milliseconds since the epoch. */
  readonly lostUntilMs: number;
  /** By the database's clock. */
  readonly nowMs: number;
}

/**
 * Those redeems whose callers were told, in a history that is lost, that this very record is done: its deadline was kept then. Another
 * record of the reference, asked for again, would have got other ids. Redis says so, or else a fact that was published; what facts say is
 * asked only where a redeem is late and may be one of those. Throws a retriable Fault while nobody knows yet.
 */
export const findPublished = async (
  tx: Transaction,
  requests: readonly RedeemEngineRequest[],
  { told, lostUntilMs, nowMs }: PublishedEvidence,
): Promise<ReadonlySet<RedeemEngineRequest>> => {
  const found = new Set(requests.filter((request) => hadResponse(request, told)));
  const doubtful = requests.filter(
    (request) =>
      !found.has(request) &&
      request.message.record.timestamp <= lostUntilMs &&
      passedDeadlineOf(request, nowMs) !== null,
  );
  if (doubtful.length === 0) return found;
  const { isKnown, ids } = await readPublishedIds(tx, doubtful.map(factIdOf));
  for (const request of doubtful) if (ids.has(factIdOf(request))) found.add(request);
  if (!isKnown && doubtful.some((request) => !found.has(request)))
    throw new Fault('HISTORY_UNREAD', 'what was told before the database began anew is still being read', {
      retry: true,
    });
  return found;
};

const hadResponse = ({ responseKey, newId }: RedeemEngineRequest, told: PublishedEvidence['told']): boolean =>
  told.get(responseKey)?.response.includes(newId('transaction')) === true;

/** As `factOfRequest` makes it. */
const factIdOf = ({ newId }: RedeemEngineRequest): string => newId('transaction.redeemed');
