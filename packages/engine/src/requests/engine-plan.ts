import type { ConfigurationSource } from '@loyalty/configuration';
import {
  enrolMembers,
  insertFailedRequests,
  insertPostings,
  insertTransactions,
  type RequestKey,
  updateAccounts,
  writeMemberDays,
} from '@loyalty/accounts';
import { awaitAll } from '@loyalty/kernel';
import {
  insertDifferences,
  type Difference,
  type Transaction,
  LostRace,
  responseKey,
} from '@loyalty/storage';
import type { AccountWrites } from '../state/account-book.ts';
import type { PlannedWrites } from './engine-handler.ts';
import type { EnginePorts } from './ports.ts';
import type { RejectedRequest } from './read-requests.ts';
import type { RequestOutcome } from './request-outcome.ts';
import type { RequestWrites } from './request-writes.ts';
import type { StoredResponses } from './stored-responses.ts';

/** The decisions of one batch, ready to be stored table by table. */
export interface EnginePlan<Body, Request, Result, Writes> extends PlannedWrites<Writes> {
  readonly outcomes: readonly RequestOutcome<Request, Result>[];
  readonly rejected: readonly RejectedRequest<Body>[];
  readonly requests: RequestWrites;
  readonly accounts: AccountWrites;
  /** Results that differ from those that callers got in a lost history. */
  readonly differences: readonly Difference[];
}

export interface StoreOptions {
  readonly stored: StoredResponses;
  readonly configuration: Pick<ConfigurationSource, 'raiseVersion'>;
  readonly metrics: EnginePorts['metrics'];
  /** Sends the statements of this engine alone: rows of the locked members. */
  readonly storeOwn: () => readonly Promise<void>[];
}

/**
 * Stores a plan, in the one lock order (D98). Throws LostRace when another engine has stored a reference or enrolled a member first.
 * Statements are sent one behind the other; of several failures, the first in this order is the cause of the others.
 */
export const storePlan = async (
  tx: Transaction,
  {
    accounts,
    requests,
    budgets,
    differences,
  }: Pick<
    EnginePlan<unknown, unknown, unknown, unknown>,
    'accounts' | 'requests' | 'budgets' | 'differences'
  >,
  { stored, configuration, metrics, storeOwn }: StoreOptions,
): Promise<void> => {
  await awaitAll([
    enrolMembers(tx, accounts.enrolled).then(orLostRace('another engine enrolled a member of this batch')),
    insertTransactions(tx, requests.transactions).then((isNew) => {
      if (isNew) return;
      stored.expectRepeats(requests.transactions.map(keyOf));
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

const keyOf = ({ environmentId, operation, ref }: RequestKey): string =>
  responseKey(environmentId, operation, ref);

const orLostRace =
  (text: string) =>
  (isStored: boolean): void => {
    if (!isStored) throw new LostRace(text);
  };
