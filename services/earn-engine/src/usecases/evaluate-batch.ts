import {
  enrolMembers,
  insertFailedRequests,
  insertPostings,
  insertTransactions,
  lockAccounts,
  updateAccounts,
  type KnownAccount,
} from '@loyalty/accounts';
import { settleTogether, type Clock, type EnvironmentId } from '@loyalty/kernel';
import { RunAgain, type BatchHandler } from '@loyalty/messaging';
import type { EvaluateRequest, Snapshot } from '@loyalty/rules';
import { answerKey, type Cache, type Transaction } from '@loyalty/storage';
import { AccountBook } from './account-book.ts';
import { effectsOf } from './announce.ts';
import { decideReceipts } from './decide-receipts.ts';
import type { EvaluatePlan, Receipt } from './evaluate-plan.ts';
import { giveUp } from './give-up.ts';
import { KnownAnswers } from './known-answers.ts';
import { planWrites } from './plan-writes.ts';
import type { Announcer, Programme } from './ports.ts';
import { readReceipts } from './read-receipts.ts';

export interface EvaluateBatchOptions {
  readonly programme: Programme;
  readonly cache: Cache;
  readonly announcer: Announcer;
  readonly clock: Clock;
}

/** Evaluates a batch of receipts in one transaction: lock, look, decide; store; then tell (ARCHITECTURE.md). */
export const createEvaluateBatch = (
  options: EvaluateBatchOptions,
): BatchHandler<EvaluateRequest, Transaction, EvaluatePlan> => {
  const { programme, cache, announcer, clock } = options;
  const known = new KnownAnswers(cache, clock);
  return {
    decide: async (tx, batch) => {
      const { receipts, rejected } = await readReceipts(programme, batch);
      const answers = await known.of(tx, receipts);
      const fresh = receipts.filter((receipt) => !answers.has(receipt.answerKey));
      const { accounts, snapshots } = await loadGround(programme, tx, fresh);
      const book = new AccountBook(accounts);
      const outcomes = decideReceipts(receipts, { book, snapshots, answers });
      return { outcomes, rejected, ...planWrites(outcomes, book) };
    },
    store: async (tx, plan) => {
      // Sent one behind the other; of several failures the first in this order is the cause of the others.
      await settleTogether([
        enrolMembers(tx, plan.enrolled).then(orRunAgain('another engine enrolled a member of this batch')),
        insertTransactions(tx, plan.transactions).then((isNew) => {
          if (isNew) return;
          known.lookUpForAWhile();
          throw new RunAgain('a reference of this batch is stored already');
        }),
        updateAccounts(tx, plan.updated),
        insertPostings(tx, plan.postings),
        insertFailedRequests(tx, plan.failed),
      ]);
    },
    effectsOf: (plan) => effectsOf(announcer, plan),
    stored: (plan) => {
      keepAnswers(cache, plan);
    },
    giveUp: (tx, rejected) => giveUp({ announcer, clock, programme }, tx, rejected),
  };
};

const orRunAgain =
  (text: string) =>
  (isStored: boolean): void => {
    if (!isStored) throw new RunAgain(text);
  };

const keepAnswers = (cache: Cache, { transactions }: EvaluatePlan): void => {
  cache.putAnswers(
    transactions.map(({ environmentId, operation, ref, fingerprint, answer }) => ({
      key: answerKey(environmentId, operation, ref),
      fingerprint,
      answer,
    })),
  );
};

/** What a decision stands on, read under lock. */
interface Ground {
  readonly accounts: readonly KnownAccount[];
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
}

/** Locks the accounts, then reads the configuration's versions: last, after every lock (D33). */
const loadGround = async (
  programme: Programme,
  tx: Transaction,
  receipts: readonly Receipt[],
): Promise<Ground> => {
  if (receipts.length === 0) return { accounts: [], snapshots: new Map() };
  const ids = [...new Set(receipts.map(({ environmentId }) => environmentId))];
  // Two statements, sent together and run in this order.
  const [accounts, versions] = await settleTogether([
    lockAccounts(tx, receipts),
    programme.versionsOf(tx, ids),
  ]);
  const snapshots = new Map<EnvironmentId, Snapshot>();
  for (const [id, version] of versions) {
    const snapshot = await programme.atLeast(id, version);
    if (snapshot !== null) snapshots.set(id, snapshot);
  }
  return { accounts, snapshots };
};
