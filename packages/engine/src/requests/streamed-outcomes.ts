import type { InboundRecord } from '@loyalty/kafka';
import { derivedIds, type EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { FactContent } from '@loyalty/streams/facts';
import {
  type EngineRequest,
  isStreamed,
  type ProcessedOutcome,
  type RequestOutcome,
  type RequestResult,
} from './request.ts';

/** Returns the text of a record's place: it distinguishes the record from a copy of the same millisecond. */
export const placeOf = ({ topic, partition, offset }: InboundRecord): string =>
  `${topic}/${partition.toString()}/${offset.toString()}`;

/**
 * Names the place of a streamed receipt in the fact of its result, where there is a stream out (D352). It is that of
 * the record that was decided, also if the record is read again after an epoch.
 */
export const withSource = (
  { request, snapshot }: Pick<ProcessedOutcome<EngineRequest<unknown>, unknown>, 'request' | 'snapshot'>,
  fact: FactContent,
): FactContent =>
  snapshot.hasStreamOut === true &&
  fact.fact.type === 'transaction.processed' &&
  isStreamed(request.message.record)
    ? { ...fact, source: placeOf(request.message.record) }
    : fact;

/**
 * Returns `receipt.repeated` for each streamed receipt that had been executed before, where there is a stream out
 * (D352). A mismatched one is refused. Snapshots may be of any version: nothing is read for it.
 */
export const repeatedFactsOf = (
  outcomes: readonly RequestOutcome<EngineRequest<unknown>, RequestResult>[],
  snapshots: ReadonlyMap<EnvironmentId, Snapshot>,
  cached: readonly Snapshot[],
): FactContent[] => {
  const facts: FactContent[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome !== 'repeated' || outcome.mismatch) continue;
    const { request, response } = outcome;
    const { environmentId: id, message } = request;
    if (!isStreamed(message.record)) continue;
    const snapshot = snapshots.get(id) ?? cached.find(({ environmentId }) => environmentId === id);
    if (snapshot?.hasStreamOut === true) facts.push(repeatedFactOf(snapshot, request, response));
  }
  return facts;
};

const repeatedFactOf = (
  snapshot: Snapshot,
  { ref: transactionRef, memberKey, message: { record } }: EngineRequest<unknown>,
  response: Buffer,
): FactContent => {
  const { timestamp: atMs } = record;
  const source = placeOf(record);
  // Our own JSON. Builds before the first release left the member out.
  const { transactionId, memberId = null } = JSON.parse(response.toString()) as RepeatedReceipt;
  const ids = derivedIds({ secret: snapshot.secret, atMs, operation: 'repeated', ref: source });
  return {
    id: ids('receipt.repeated'),
    fact: { type: 'receipt.repeated', data: { transactionRef, transactionId, memberId } },
    snapshot,
    key: memberKey.toString('base64url'),
    occurredAtMs: atMs,
    ledgerSeq: null,
    source,
  };
};

interface RepeatedReceipt {
  readonly transactionId: string;
  readonly memberId?: string;
}
