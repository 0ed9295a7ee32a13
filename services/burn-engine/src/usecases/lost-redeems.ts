import { Fault } from '@loyalty/kernel';
import { readPublishedIds, type StoredResponse, type Transaction } from '@loyalty/storage';
import { passedDeadlineOf, type RedeemEngineRequest } from './redeem-request.ts';

export interface PublishedEvidence {
  /** By `responseKey`: the responses that callers got in a lost history. */
  readonly published: ReadonlyMap<string, StoredResponse>;
  /** Lost commits may have decided records up to this time, milliseconds since the epoch. */
  readonly lostUntilMs: number;
  /** By the database's clock. */
  readonly nowMs: number;
}

/**
 * Returns redeems whose record was published as processed in a lost history: it met its deadline then. The proof is a response in
 * Redis or a published fact; another record of the reference would have other ids. Facts are looked up only for late redeems that may be
 * lost. Throws a retriable Fault while published facts are not all read.
 */
export const findPublished = async (
  tx: Transaction,
  requests: readonly RedeemEngineRequest[],
  { published, lostUntilMs, nowMs }: PublishedEvidence,
): Promise<ReadonlySet<RedeemEngineRequest>> => {
  const found = new Set(requests.filter((request) => hadResponse(request, published)));
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
    throw new Fault('HISTORY_UNREAD', 'facts of a lost history are still being read', {
      retry: true,
    });
  return found;
};

const hadResponse = (
  { responseKey, newId }: RedeemEngineRequest,
  published: PublishedEvidence['published'],
): boolean => published.get(responseKey)?.response.includes(newId('transaction')) === true;

/** Returns the id that `factOfRequest` gives to a redeem's fact. */
const factIdOf = ({ newId }: RedeemEngineRequest): string => newId('transaction.redeemed');
