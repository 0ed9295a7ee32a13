import type { ReplyCode } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/kafka';
import { awaitAll, randomId, type TransactionId } from '@loyalty/kernel';
import { LostRace, type Transaction } from '@loyalty/storage';
import { type Difference, insertDifferences } from '@loyalty/storage/history';
import { responseKeyOf } from '@loyalty/storage/redis';
import { writeMemberDays } from '@loyalty/tables/accounts';
import type { FactContent } from '@loyalty/streams/facts';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import {
  enrolMembers,
  type FailedRequestWrite,
  insertFailedRequests,
  insertPostings,
  insertRefusedRecords,
  insertTransactions,
  type PostingWrite,
  type RefusedRecordWrite,
  type TransactionWrite,
  updateAccounts,
} from '@loyalty/tables/transactions';
import type { AccountWrites } from '../state/batch-state.ts';
import type { EnginePorts, EngineTypes, PlannedWrites } from './engine-handler.ts';
import type { RejectedRequest } from './read-requests.ts';
import {
  authorOf,
  type EngineRequest,
  isAwaited,
  isStreamed,
  type ProcessedOutcome,
  requestKeyOf,
  type RequestOutcome,
  type RequestResult,
} from './request.ts';
import type { StoredResponses } from './stored-responses.ts';

export interface EnginePlan<Types extends EngineTypes> extends PlannedWrites<Types['writes']> {
  readonly outcomes: readonly RequestOutcome<Types['request'], Types['result']>[];
  readonly rejected: readonly RejectedRequest<Types['body']>[];
  readonly requests: RequestWrites;
  readonly accounts: AccountWrites;
  readonly differences: readonly Difference[];
  /** What was refused, where an endpoint names the event (D332) or there is a stream out. */
  readonly refusals: readonly FactContent[];
  /** Streamed receipts that were sent again, where there is a stream out (D352). */
  readonly repeats: readonly FactContent[];
}

/**
 * Stores rows in the single lock order (D98). Throws LostRace if another engine stored a reference or
 * enrolled a member first. If several statements fail, the first failure in this order is the cause of the
 * others.
 */
export const storePlan = async (
  tx: Transaction,
  {
    accounts,
    requests,
    budgets,
    differences,
  }: Pick<EnginePlan<EngineTypes>, 'accounts' | 'requests' | 'budgets' | 'differences'>,
  {
    stored,
    configuration,
    metrics,
    storeOwn,
  }: {
    readonly stored: StoredResponses;
    readonly configuration: Pick<ConfigurationSource, 'raiseVersion'>;
    readonly metrics: EnginePorts['metrics'];
    readonly storeOwn: () => readonly Promise<void>[];
  },
): Promise<void> => {
  const orLostRace =
    (text: string) =>
    (isStored: boolean): void => {
      if (isStored) return;
      stored.expectRepeats(requests.transactions.map(responseKeyOf));
      throw new LostRace(text);
    };
  await awaitAll([
    // The same engine may have stored a reference, and no statement behind a taken key finds out.
    enrolMembers(tx, accounts.enrolled).then(orLostRace('another engine enrolled a member of this batch')),
    insertTransactions(tx, requests.transactions).then(
      orLostRace('a reference of this batch is stored already'),
    ),
    updateAccounts(tx, accounts.updated),
    insertPostings(tx, requests.postings),
    writeMemberDays(tx, accounts.days).then((conflicts) => {
      if (conflicts > 0) metrics.count('loyalty_purchase_day_conflicts_total', {}, conflicts);
    }),
    ...storeOwn(),
    insertFailedRequests(tx, requests.failed),
    insertRefusedRecords(tx, requests.refused),
    insertDifferences(tx, differences),
    ...budgets.reconfigured.map((environmentId) => configuration.raiseVersion(tx, environmentId)),
  ]);
};

interface RequestWrites {
  readonly transactions: readonly TransactionWrite[];
  readonly postings: readonly PostingWrite[];
  /** Kept because no caller was waiting: refusals, and repeats with another content (D36). */
  readonly failed: readonly FailedRequestWrite[];
  /** The same of records that producers wrote (D332). */
  readonly refused: readonly RefusedRecordWrite[];
}

export const requestWritesOf = <Request extends EngineRequest<unknown>, Result extends RequestResult>(
  outcomes: readonly RequestOutcome<Request, Result>[],
): RequestWrites => {
  const transactions: TransactionWrite[] = [];
  const postings: PostingWrite[] = [];
  const failed: FailedRequestWrite[] = [];
  const refused: RefusedRecordWrite[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome === 'processed') {
      transactions.push(transactionOf(outcome));
      postings.push(...postingsOf(outcome));
      continue;
    }
    const failure = failureOf(outcome);
    if (failure === null) continue;
    const { record } = outcome.request.message;
    if (isStreamed(record)) refused.push(refusedRecordOf(failure, record));
    else failed.push(failure);
  }
  return { transactions, postings, failed, refused };
};

type Unprocessed<Request> = Exclude<
  RequestOutcome<Request, RequestResult>,
  { readonly outcome: 'processed' }
>;

const failureOf = (outcome: Unprocessed<EngineRequest<unknown>>): FailedRequestWrite | null => {
  const code = refusalCodeOf(outcome);
  const { request } = outcome;
  const { memberKey, newId, message } = request;
  if (code === null || !isKept(outcome)) return null;
  return {
    ...requestKeyOf(request),
    id: newId('failure'),
    code,
    context: outcome.outcome === 'refused' ? outcome.context : {},
    atMs: message.record.timestamp,
    memberKey,
  };
};

/** Returns the entry of a record that a producer wrote. */
export const refusedRecordOf = (
  {
    environmentId,
    ref,
    code,
    context,
    memberKey,
  }: Omit<RefusedRecordWrite, 'id' | 'topic' | 'partition' | 'offset'>,
  { topic, partition, offset }: InboundRecord,
): RefusedRecordWrite => ({
  environmentId,
  // A producer may write a record twice, and each has its entry.
  id: randomId(),
  ref,
  code,
  context,
  memberKey,
  topic,
  partition,
  offset,
});

/** A credit is the engine's own: nobody sent it who could look for it. */
const isKept = (outcome: Unprocessed<EngineRequest<unknown>>): boolean => {
  if (outcome.outcome === 'refused') return outcome.isKept;
  return !isAwaited(outcome.request.message.record) && outcome.request.operation !== 'credit';
};

/**
 * Returns null if the request was executed as it was asked, now or earlier. A repeat whose content differs
 * from what was stored has no effect and gets a code.
 */
export const refusalCodeOf = (
  outcome: RequestOutcome<EngineRequest<unknown>, RequestResult>,
): ReplyCode | null => {
  switch (outcome.outcome) {
    case 'refused':
      return outcome.code;
    case 'repeated':
      return outcome.mismatch ? 'TRANSACTION_DUPLICATE' : null;
    case 'processed':
    case 'skipped':
      return null;
  }
};

type Processed = ProcessedOutcome<EngineRequest<unknown>, RequestResult>;

const transactionOf = ({
  request,
  result,
  id,
  response,
  purchase,
  ledgerSeq,
  awardTerms,
}: Processed): TransactionWrite => ({
  // Field by field: spreading the key cost as much as the decision on a campaign.
  environmentId: request.environmentId,
  operation: request.operation,
  ref: request.ref,
  id: id as TransactionId,
  memberId: result.memberId,
  fingerprint: request.fingerprint,
  response,
  atMs: request.message.record.timestamp,
  purchase,
  ledgerSeq,
  awardTerms: awardTerms ?? null,
  author: authorOf(request.message.record),
  storeRef: request.storeRef ?? null,
});

const postingsOf = ({ request, result, id }: Processed): PostingWrite[] =>
  result.postings.map((posting) => ({
    environmentId: request.environmentId,
    memberId: result.memberId,
    transactionId: id as TransactionId,
    posting,
    atMs: request.message.record.timestamp,
  }));
