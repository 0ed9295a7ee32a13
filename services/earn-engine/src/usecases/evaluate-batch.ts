import {
  enrolMembers,
  insertFailedRequests,
  insertPostings,
  insertTransactions,
  lockAccounts,
  readStoredAnswers,
  updateAccounts,
} from '@loyalty/accounts';
import type { Clock, EnvironmentId } from '@loyalty/kernel';
import { RunAgain, type BatchHandler, type Message } from '@loyalty/messaging';
import type { EvaluateRequest, Snapshot } from '@loyalty/rules';
import { answerKey, type Cache, type Transaction } from '@loyalty/storage';
import { AccountBook } from './account-book.ts';
import { effectsOf } from './announce.ts';
import { decideReceipts } from './decide-receipts.ts';
import type { EvaluatePlan, KnownAnswer, Receipt } from './evaluate-plan.ts';
import { giveUp } from './give-up.ts';
import { planWrites } from './plan-writes.ts';
import type { Announcer, Programme } from './ports.ts';
import { readReceipts } from './read-receipts.ts';

export interface EvaluateBatchOptions {
  readonly programme: Programme;
  readonly cache: Cache;
  readonly announcer: Announcer;
  readonly clock: Clock;
}

/** After a repeat that Redis did not know, stored answers are read up front for this long: more will come. */
const lookUpForMs = 10_000;

/** Evaluates a batch of receipts in one transaction: lock, look, decide; store; then tell (design §4.4 to §4.6). */
export const createEvaluateBatch = (
  options: EvaluateBatchOptions,
): BatchHandler<EvaluateRequest, Transaction, EvaluatePlan> => {
  const { programme, cache, announcer, clock } = options;
  let lookUpUntilMs = 0;

  const knownAnswers = async (
    tx: Transaction,
    receipts: readonly Receipt[],
  ): Promise<Map<string, KnownAnswer>> => {
    const answers = await cachedAnswers(cache, receipts);
    if (clock.now() >= lookUpUntilMs) return answers;
    for (const stored of await readStoredAnswers(tx, unanswered(receipts, answers))) {
      answers.set(answerKey(stored.environmentId, stored.operation, stored.ref), stored);
    }
    return answers;
  };

  const decide = async (
    tx: Transaction,
    batch: readonly Message<EvaluateRequest>[],
  ): Promise<EvaluatePlan> => {
    const { receipts, rejected } = await readReceipts(programme, batch);
    const answers = await knownAnswers(tx, receipts);
    const fresh = receipts.filter((receipt) => !answers.has(receipt.answerKey));
    const book = new AccountBook(fresh.length > 0 ? await lockAccounts(tx, fresh) : []);
    const snapshots = fresh.length > 0 ? await snapshotsOf(programme, tx, fresh) : new Map<never, never>();
    const outcomes = decideReceipts(receipts, { book, snapshots, answers });
    return { outcomes, rejected, ...planWrites(outcomes, book) };
  };

  const store = async (tx: Transaction, plan: EvaluatePlan): Promise<void> => {
    if (!(await enrolMembers(tx, plan.enrolled)))
      throw new RunAgain('another engine enrolled a member of this batch');
    if (!(await insertTransactions(tx, plan.transactions))) {
      lookUpUntilMs = clock.now() + lookUpForMs;
      throw new RunAgain('a reference of this batch is stored already');
    }
    await updateAccounts(tx, plan.updated);
    await insertPostings(tx, plan.postings);
    await insertFailedRequests(tx, plan.failed);
  };

  return {
    decide,
    store,
    effectsOf: (plan) => effectsOf(announcer, plan),
    stored: ({ transactions }) => {
      cache.putAnswers(
        transactions.map(({ environmentId, operation, ref, fingerprint, answer }) => ({
          key: answerKey(environmentId, operation, ref),
          fingerprint,
          answer,
        })),
      );
    },
    giveUp: (tx, rejected) => giveUp({ announcer, clock }, tx, rejected),
  };
};

/** Redis' word: a hit is a repeat with its answer, a miss proves nothing. */
const cachedAnswers = async (
  cache: Cache,
  receipts: readonly Receipt[],
): Promise<Map<string, KnownAnswer>> => {
  const cached = await cache.getAnswers(receipts.map((receipt) => receipt.answerKey));
  const answers = new Map<string, KnownAnswer>();
  receipts.forEach((receipt, at) => {
    const hit = cached[at];
    if (hit !== null && hit !== undefined) answers.set(receipt.answerKey, hit);
  });
  return answers;
};

const unanswered = (receipts: readonly Receipt[], answers: ReadonlyMap<string, KnownAnswer>) =>
  receipts
    .filter((receipt) => !answers.has(receipt.answerKey))
    .map(({ environmentId, request }) => ({
      environmentId,
      operation: 'evaluate' as const,
      ref: request.transactionRef,
    }));

/** The configuration as committed now: read last, after every lock (D33). */
const snapshotsOf = async (
  programme: Programme,
  tx: Transaction,
  receipts: readonly Receipt[],
): Promise<Map<EnvironmentId, Snapshot>> => {
  const ids = [...new Set(receipts.map(({ environmentId }) => environmentId))];
  const snapshots = new Map<EnvironmentId, Snapshot>();
  for (const [id, version] of await programme.versionsOf(tx, ids)) {
    const snapshot = await programme.atLeast(id, version);
    if (snapshot !== null) snapshots.set(id, snapshot);
  }
  return snapshots;
};
