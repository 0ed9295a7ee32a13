import type { CampaignId } from '@loyalty/kernel';
import { toCreditResponse } from '../responses/credit-response.ts';
import { toEvaluateResponse, toSimulateResponse } from '../responses/evaluate-response.ts';
import { toEventResponse } from '../responses/event-response.ts';
import { costOf, spend, type BudgetState } from '../budgets/budget.ts';
import { noteRequiredLocks } from '../budgets/required-locks.ts';
import { explainNothingFired } from '../campaigns/explain-nothing-fired.ts';
import { eventActivity, receiptActivity, type Activity } from '../model/activity.ts';
import type { CreditProcessed, EvaluateProcessed, EventProcessed } from '../model/decision.ts';
import { decide, type Subject } from './live.ts';
import { contextOf, type Circumstances } from './make-configuration.ts';
import { recordedResponseOf, recordedReasonOf } from './recorded-output.ts';

/** Everything that a recorded decision was taken from. */
export interface GoldenInput {
  readonly circumstances: Circumstances;
  readonly subject: Subject;
  /** The budgets as they stood before. */
  readonly budgets: readonly (readonly [CampaignId, BudgetState])[];
}

/** What is decided, and all that is answered and stored for it. */
export const goldenOutput = (input: GoldenInput): object => {
  const { circumstances, subject } = input;
  const decision = decide(circumstances, subject);
  if (decision.outcome !== 'processed') return { decision, ...lookOf(circumstances, subject) };
  const { postings, rewards, counts, cards, referrerAwards, activeAtMs } = decision;
  return {
    answer: answerOf(decision, input),
    stored: { postings, rewards, counts, cards, referrerAwards, activeAtMs },
    budgets: budgetsAfter(decision, input),
    ...lookOf(circumstances, subject),
  };
};

type Processed = EvaluateProcessed | EventProcessed | CreditProcessed;

const answerOf = (decision: Processed, { circumstances, subject }: GoldenInput): object => {
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

/** A credit costs nothing more: the event that owes it was charged for it. */
const budgetsAfter = (earned: Processed, { circumstances, budgets }: GoldenInput) => {
  if ('creditId' in earned) return [];
  const before = new Map(budgets);
  return earned.awards.flatMap((award) => {
    const budget = before.get(award.campaignId);
    const cents = costOf(award, earned, circumstances.programme.pointValueCents);
    return budget === undefined ? [] : [{ campaignId: award.campaignId, cents, ...spend(budget, cents) }];
  });
};

/** What is seen of an activity besides the decision: what is to be locked for it, and why campaigns do not fire. */
const lookOf = (circumstances: Circumstances, subject: Subject): object => {
  const activity = activityOf(circumstances, subject);
  if (activity === null) return {};
  const reasons = explainNothingFired(activity).campaignChecks.map(
    ({ campaignId, reason }) => `${campaignId} ${recordedReasonOf(reason)}`,
  );
  return { needs: needsOf(activity), reasons };
};

/** What campaigns are judged against; null for a credit, which none is judged for. */
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

/** What an activity may draw on, named so that budgets and counts can be told apart. */
export const needsOf = (activity: Activity): readonly string[] => {
  const needs: string[] = [];
  noteRequiredLocks(activity, {
    budget: (campaignId) => needs.push(`budget ${campaignId}`),
    count: (campaignId, scope) => needs.push(`count ${campaignId} ${scope}`),
  });
  return needs;
};
