import {
  enrolMembers,
  insertEvents,
  insertFailedRequests,
  insertPostings,
  insertRewards,
  insertTransactions,
  updateAccounts,
  writeMemberCounters,
  writeSharedCounters,
} from '@loyalty/accounts';
import { settleTogether, type Clock } from '@loyalty/kernel';
import { RunAgain, type BatchHandler } from '@loyalty/messaging';
import { spendBudgets } from '@loyalty/programme';
import { answerKey, type Cache, type Transaction } from '@loyalty/storage';
import { effectsOf } from './announce.ts';
import { decideTasks } from './decide-tasks.ts';
import type { EarnPlan } from './earn-plan.ts';
import type { EarnRequest } from './earn-request.ts';
import { giveUp } from './give-up.ts';
import { KnownAnswers } from './known-answers.ts';
import { loadGround } from './load-ground.ts';
import { groundWrites, planWrites } from './plan-writes.ts';
import type { Announcer, Programme } from './ports.ts';
import { readTasks } from './read-tasks.ts';
import { settleBudgets } from './settle-budgets.ts';

export interface EarnBatchOptions {
  readonly programme: Programme;
  readonly cache: Cache;
  readonly announcer: Announcer;
  readonly clock: Clock;
}

/** Decides what a batch of receipts, events and credits earns, in one transaction: lock, look, decide; store; then tell (ARCHITECTURE.md). */
export const createEarnBatch = (
  options: EarnBatchOptions,
): BatchHandler<EarnRequest, Transaction, EarnPlan> => {
  const { programme, cache, announcer, clock } = options;
  const known = new KnownAnswers(cache, clock);
  return {
    decide: async (tx, batch) => {
      const { tasks, rejected, held } = await readTasks(programme, batch);
      const answers = await known.of(tx, tasks);
      const fresh = tasks.filter(({ answerKey: key }) => !answers.has(key));
      const ground = await loadGround(programme, tx, { tasks: fresh, held });
      const outcomes = decideTasks(tasks, ground, answers);
      return {
        outcomes,
        rejected,
        ...planWrites(outcomes),
        ...groundWrites(ground),
        ...(await settleBudgets(tx, fresh, ground)),
      };
    },
    storeShared: async (tx, { sharedCounters, spendings }) => {
      await settleTogether([writeSharedCounters(tx, sharedCounters), spendBudgets(tx, spendings)]);
    },
    store: (tx, plan) => storePlan(tx, plan, { known, programme }),
    effectsOf: (plan) => effectsOf(announcer, plan),
    stored: (plan) => {
      keepAnswers(cache, plan);
    },
    giveUp: (tx, letters) => giveUp({ announcer, clock, programme }, tx, letters),
  };
};

const storePlan = async (
  tx: Transaction,
  plan: EarnPlan,
  { known, programme }: { readonly known: KnownAnswers; readonly programme: Programme },
): Promise<void> => {
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
    writeMemberCounters(tx, plan.memberCounters),
    insertRewards(tx, plan.rewards),
    insertEvents(tx, plan.events),
    insertFailedRequests(tx, plan.failed),
    ...plan.reconfigured.map((environmentId) => programme.raiseVersion(tx, environmentId)),
  ]);
};

const orRunAgain =
  (text: string) =>
  (isStored: boolean): void => {
    if (!isStored) throw new RunAgain(text);
  };

const keepAnswers = (cache: Cache, { transactions }: EarnPlan): void => {
  cache.putAnswers(
    transactions.map(({ environmentId, operation, ref, fingerprint, answer }) => ({
      key: answerKey(environmentId, operation, ref),
      fingerprint,
      answer,
    })),
  );
};
