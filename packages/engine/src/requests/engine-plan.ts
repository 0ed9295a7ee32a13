import { awaitAll, type TransactionId } from '@loyalty/kernel';
import { LostRace, type Transaction } from '@loyalty/storage';
import { type Difference, insertDifferences } from '@loyalty/storage/history';
import { responseKeyOf } from '@loyalty/storage/redis';
import { writeMemberDays } from '@loyalty/tables/accounts';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import {
  enrolMembers,
  type FailedRequestWrite,
  insertFailedRequests,
  insertPostings,
  insertTransactions,
  type PostingWrite,
  type TransactionWrite,
  updateAccounts,
} from '@loyalty/tables/transactions';
import type { AccountWrites } from '../state/batch-state.ts';
import type { EnginePorts, EngineTypes, PlannedWrites } from './engine-handler.ts';
import type { RejectedRequest } from './read-requests.ts';
import {
  type EngineRequest,
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
}

/**
 * In the one lock order (D98). Throws LostRace when another engine stored a reference or enrolled a member
 * first. Of several failures, the first in this order is the cause of the others.
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
  await awaitAll([
    enrolMembers(tx, accounts.enrolled).then(orLostRace('another engine enrolled a member of this batch')),
    insertTransactions(tx, requests.transactions).then((isNew) => {
      if (isNew) return;
      stored.expectRepeats(requests.transactions.map(responseKeyOf));
      throw new LostRace('a reference of this batch is stored already');
    }),
    updateAccounts(tx, accounts.updated),
    insertPostings(tx, requests.postings),
    writeMemberDays(tx, accounts.days).then((conflicts) => {
      if (conflicts > 0) metrics.count('loyalty_purchase_day_conflicts_total', {}, conflicts);
    }),
    ...storeOwn(),
    insertFailedRequests(tx, requests.failed),
    insertDifferences(tx, differences),
    ...budgets.reconfigured.map((environmentId) => configuration.raiseVersion(tx, environmentId)),
  ]);
};

const orLostRace =
  (text: string) =>
  (isStored: boolean): void => {
    if (!isStored) throw new LostRace(text);
  };

interface RequestWrites {
  readonly transactions: readonly TransactionWrite[];
  readonly postings: readonly PostingWrite[];
  /** Refusals that are kept, mostly because no caller was waiting. */
  readonly failed: readonly FailedRequestWrite[];
}

export const requestWritesOf = <Request extends EngineRequest<unknown>, Result extends RequestResult>(
  outcomes: readonly RequestOutcome<Request, Result>[],
): RequestWrites => {
  const transactions: TransactionWrite[] = [];
  const postings: PostingWrite[] = [];
  const failed: FailedRequestWrite[] = [];
  for (const outcome of outcomes) {
    if (outcome.outcome === 'processed') {
      transactions.push(transactionOf(outcome));
      postings.push(...postingsOf(outcome));
    } else if (outcome.outcome === 'refused' && outcome.isKept) {
      const { request, code, context } = outcome;
      const { memberKey } = request;
      failed.push({
        ...requestKeyOf(request),
        code,
        context,
        atMs: request.message.record.timestamp,
        memberKey,
      });
    }
  }
  return { transactions, postings, failed };
};

type Processed = ProcessedOutcome<EngineRequest<unknown>, RequestResult>;

const transactionOf = ({ request, result, id, response, purchase }: Processed): TransactionWrite => ({
  ...requestKeyOf(request),
  id: id as TransactionId,
  memberId: result.memberId,
  fingerprint: request.fingerprint,
  response,
  atMs: request.message.record.timestamp,
  purchase,
});

const postingsOf = ({ request, result, id }: Processed): PostingWrite[] =>
  result.postings.map((posting) => ({
    environmentId: request.environmentId,
    memberId: result.memberId,
    transactionId: id as TransactionId,
    posting,
    atMs: request.message.record.timestamp,
  }));
