import type { InboundRecord } from '@loyalty/kafka';
import { derivedIds, type EnvironmentId, type MemberId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { FactContent } from '@loyalty/streams/facts';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import type { RequestKey } from '@loyalty/tables/transactions';
import type { BatchState } from '../state/batch-state.ts';
import { refusalCodeOf } from './engine-plan.ts';
import { placeOf } from './streamed-outcomes.ts';
import {
  type EngineRequest,
  isAwaited,
  isStreamed,
  type RequestOutcome,
  type RequestResult,
} from './request.ts';

/** A request or a record that had no effect while no caller waited. */
export interface RefusedWork {
  readonly record: InboundRecord;
  readonly environmentId: EnvironmentId;
  readonly operation: RequestKey['operation'];
  /** Null if the record could not be read, or if no request can have its reference. */
  readonly ref: string | null;
  readonly code: string;
  readonly context: Readonly<Record<string, unknown>>;
  /** Null if it is not known. */
  readonly memberKey: Buffer | null;
  /** Null if it is not known without a statement, or if the member is erased. */
  readonly memberId: MemberId | null;
}

/** Returns what a batch refused, in order, without that of environments of which no endpoint names the event. */
export const refusedWorkOf = <Request extends EngineRequest<unknown>>(
  outcomes: readonly RequestOutcome<Request, RequestResult>[],
  { accounts, snapshots }: Pick<BatchState<Request>, 'accounts' | 'snapshots'>,
): RefusedWork[] => {
  const refused: RefusedWork[] = [];
  for (const outcome of outcomes) {
    const code = refusalCodeOf(outcome);
    if (code === null) continue;
    const { request } = outcome;
    const { environmentId, operation, ref, memberKey, message } = request;
    const snapshot = snapshots.get(environmentId);
    if (snapshot !== undefined && snapshot.publishesRefusals !== true) continue;
    const { record } = message;
    if (!publishesRefusalOf(operation, record)) continue;
    const context = outcome.outcome === 'refused' ? outcome.context : {};
    const account = accounts.accountOf(request);
    // No event names an erased member (D48). The sender still learns of its record.
    const memberId = account === null || account.state === 'anonymized' ? null : account.memberId;
    refused.push({ record, environmentId, operation, ref, code, context, memberKey, memberId });
  }
  return refused;
};

/** A credit is the engine's own: nobody sent it who could mend it. */
export const publishesRefusalOf = (operation: RefusedWork['operation'], record: InboundRecord): boolean =>
  operation !== 'credit' && !isAwaited(record);

/**
 * Returns `transaction.refused` for each in an environment of which an endpoint for webhooks names the event (D332).
 * Where nothing was refused, nothing is read; `known` has snapshots of this transaction.
 */
export const loadRefusedFacts = async (
  configuration: Pick<ConfigurationSource, 'readVersions' | 'findBehindLocks'>,
  tx: Transaction,
  refused: readonly RefusedWork[],
  known: ReadonlyMap<EnvironmentId, Snapshot> = new Map(),
): Promise<FactContent[]> => {
  const unknown = new Set(refused.map((one) => one.environmentId).filter((id) => !known.has(id)));
  const read =
    unknown.size === 0
      ? known
      : await configuration.findBehindLocks(await configuration.readVersions(tx, [...unknown]));
  return refused.flatMap((one) => {
    const snapshot = known.get(one.environmentId) ?? read.get(one.environmentId);
    return snapshot?.publishesRefusals === true ? [refusedFactOf(snapshot, one)] : [];
  });
};

/** The place of a record distinguishes it from a copy that its producer wrote in the same millisecond. */
const refusedFactOf = (
  snapshot: Snapshot,
  { record, operation, ref: transactionRef, code, context, memberKey, memberId }: RefusedWork,
): FactContent => {
  const { topic, partition, offset, timestamp: atMs } = record;
  const ref = placeOf(record);
  const id = derivedIds({ secret: snapshot.secret, atMs, operation: 'refused', ref })('transaction.refused');
  const source = isStreamed(record) ? { topic, partition, offset } : null;
  return {
    id,
    fact: {
      type: 'transaction.refused',
      data: { operation, transactionRef, code, context, memberId, source },
    },
    snapshot,
    // After the member's other facts. Without a member, a flood spreads over all partitions.
    key: memberKey?.toString('base64url') ?? id,
    occurredAtMs: atMs,
    ledgerSeq: null,
  };
};
