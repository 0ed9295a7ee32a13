import {
  enrolMembers,
  insertFailedRequests,
  insertPostings,
  insertTransactions,
  lockAccounts,
  updateAccounts,
} from '@loyalty/accounts';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
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

/** Evaluates a batch of receipts in one transaction: lock, look, decide; store; then tell (design §4.4 to §4.6). */
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
      const book = new AccountBook(fresh.length > 0 ? await lockAccounts(tx, fresh) : []);
      const snapshots = await snapshotsOf(programme, tx, fresh);
      const outcomes = decideReceipts(receipts, { book, snapshots, answers });
      return { outcomes, rejected, ...planWrites(outcomes, book) };
    },
    store: async (tx, plan) => {
      if (await storePlan(tx, plan)) return;
      known.lookUpForAWhile();
      throw new RunAgain('a reference of this batch is stored already');
    },
    effectsOf: (plan) => effectsOf(announcer, plan),
    stored: (plan) => {
      keepAnswers(cache, plan);
    },
    giveUp: (tx, rejected) => giveUp({ announcer, clock, programme }, tx, rejected),
  };
};

/** Stores the plan, set by set; answers false when a reference is taken by now. */
const storePlan = async (tx: Transaction, plan: EvaluatePlan): Promise<boolean> => {
  if (!(await enrolMembers(tx, plan.enrolled)))
    throw new RunAgain('another engine enrolled a member of this batch');
  if (!(await insertTransactions(tx, plan.transactions))) return false;
  await updateAccounts(tx, plan.updated);
  await insertPostings(tx, plan.postings);
  await insertFailedRequests(tx, plan.failed);
  return true;
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

/** The configuration as committed now: read last, after every lock (D33). */
const snapshotsOf = async (
  programme: Programme,
  tx: Transaction,
  receipts: readonly Receipt[],
): Promise<Map<EnvironmentId, Snapshot>> => {
  const snapshots = new Map<EnvironmentId, Snapshot>();
  if (receipts.length === 0) return snapshots;
  const ids = [...new Set(receipts.map(({ environmentId }) => environmentId))];
  for (const [id, version] of await programme.versionsOf(tx, ids)) {
    const snapshot = await programme.atLeast(id, version);
    if (snapshot !== null) snapshots.set(id, snapshot);
  }
  return snapshots;
};
