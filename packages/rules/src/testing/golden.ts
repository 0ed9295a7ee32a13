import type { CampaignId } from '@loyalty/kernel';
import { type BudgetState, costOf, spend } from '../budgets.ts';
import { type Activity, eventActivity, receiptActivity } from '../earning/activity.ts';
import { toCreditResponse } from '../earning/decide-credit.ts';
import { toEvaluateResponse, toSimulateResponse } from '../earning/decide-evaluate.ts';
import { toEventResponse } from '../earning/decide-event.ts';
import type { CreditProcessed, EvaluateProcessed, EventProcessed } from '../earning/decision.ts';
import { explainNothingFired } from '../earning/explain-campaigns.ts';
import { noteRequiredLocks } from '../earning/required-rows.ts';
import { decide, type Subject } from './live.ts';
import { type Circumstances, contextOf } from './make-configuration.ts';
import { recordedReasonOf, recordedResponseOf } from './recorded-output.ts';

/** Everything on which a recorded decision depends. */
export interface GoldenInput {
  readonly circumstances: Circumstances;
  readonly subject: Subject;
  readonly budgets: readonly (readonly [CampaignId, BudgetState])[];
}

/** Decides an input, and returns its response and everything to be stored. */
export const goldenOutput = (input: GoldenInput): object => {
  const { circumstances, subject } = input;
  const decision = decide(circumstances, subject);
  if (decision.outcome !== 'processed') return { decision, ...observationsOf(circumstances, subject) };
  const { postings, rewards, counts, cards, referrerAwards, uses, campaignUses, activeAtMs } = decision;
  return {
    answer: responseOf(decision, input),
    stored: {
      postings,
      rewards,
      counts,
      cards,
      referrerAwards,
      // Earlier lines have none.
      ...(uses.length === 0 ? null : { uses }),
      ...(campaignUses.length === 0 ? null : { campaignUses }),
      activeAtMs,
    },
    budgets: budgetsAfter(decision, input),
    ...observationsOf(circumstances, subject),
  };
};

type Processed = EvaluateProcessed | EventProcessed | CreditProcessed;

const responseOf = (decision: Processed, { circumstances, subject }: GoldenInput): object => {
  const { ref, atMs, operation } = circumstances;
  if ('transactionId' in decision) {
    return recordedResponseOf(
      operation === 'simulate' ? toSimulateResponse(decision) : toEvaluateResponse(decision),
    );
  }
  if ('creditId' in decision) return toCreditResponse(decision, ref);
  const eventKey = subject.kind === 'event' ? subject.event.eventKey : null;
  const definitionVersion = eventKey === null ? null : 1;
  const undebugged = { ...decision, debug: null };
  return toEventResponse(undebugged, { request: { eventKey, ref }, definitionVersion, receivedAtMs: atMs });
};

/** Returns the budgets after a decision. A credit costs nothing more: its event was charged for it. */
const budgetsAfter = (earned: Processed, { circumstances, budgets }: GoldenInput) => {
  if ('creditId' in earned) return [];
  const before = new Map(budgets);
  return earned.awards.flatMap((award) => {
    const budget = before.get(award.campaignId);
    const cents = costOf(award, earned, circumstances.programme.pointValueCents);
    return budget === undefined ? [] : [{ campaignId: award.campaignId, cents, ...spend(budget, cents) }];
  });
};

/** Returns the locks that an activity needs, and the reasons why campaigns do not fire. */
const observationsOf = (circumstances: Circumstances, subject: Subject): object => {
  const activity = activityOf(circumstances, subject);
  if (activity === null) return {};
  const reasons = explainNothingFired(activity).campaignChecks.map(
    ({ campaignId, reason }) => `${campaignId} ${recordedReasonOf(reason)}`,
  );
  return { needs: needsOf(activity), reasons };
};

/** Returns the activity for which campaigns are judged; null for a credit, which has none. */
export const activityOf = (circumstances: Circumstances, subject: Subject): Activity | null => {
  const context = contextOf(circumstances);
  switch (subject.kind) {
    case 'receipt':
      return receiptActivity(context, subject.request);
    case 'event':
      return eventActivity(context, subject.event, subject.occurredAtMs);
    case 'credit':
      return null;
  }
};

/** Names the shared rows that an activity may use, with a prefix for budgets and counts. */
export const needsOf = (activity: Activity): readonly string[] => {
  const needs: string[] = [];
  noteRequiredLocks(activity, {
    budget: (campaignId) => needs.push(`budget ${campaignId}`),
    count: (campaignId, scope) => needs.push(`count ${campaignId} ${scope}`),
  });
  return needs;
};
