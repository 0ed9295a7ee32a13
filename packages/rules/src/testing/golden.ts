import type { CampaignId } from '@loyalty/kernel';
import { costOf, spend, type BudgetStanding } from '../budget.ts';
import { toCreditAnswer } from '../credit-answer.ts';
import type { CreditProcessed, EvaluateProcessed, EventProcessed } from '../decision.ts';
import { toEvaluateAnswer, toSimulateAnswer } from '../evaluate-answer.ts';
import { toEventAnswer } from '../event-answer.ts';
import { explainNothingFired } from '../explain-nothing-fired.ts';
import { eventOccasion, purchaseOccasion, type Occasion } from '../occasion.ts';
import { noteSharedNeeds } from '../shared-needs.ts';
import { decide, type Subject } from './live.ts';
import { contextOf, type Circumstances } from './make-programme.ts';

/** Everything that a recorded decision was taken from. */
export interface GoldenInput {
  readonly circumstances: Circumstances;
  readonly subject: Subject;
  /** The budgets as they stood before. */
  readonly budgets: readonly (readonly [CampaignId, BudgetStanding])[];
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
    return operation === 'simulate' ? toSimulateAnswer(decision) : toEvaluateAnswer(decision);
  }
  if ('creditId' in decision) return toCreditAnswer(decision, ref);
  const eventKey = subject.kind === 'event' ? subject.event.eventKey : null;
  const definitionVersion = eventKey === null ? null : 1;
  return toEventAnswer(decision, { request: { eventKey, ref }, definitionVersion, receivedAtMs: atMs });
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

/** What is seen of an occasion besides the decision: what is to be locked for it, and why campaigns do not fire. */
const lookOf = (circumstances: Circumstances, subject: Subject): object => {
  const occasion = occasionOf(circumstances, subject);
  if (occasion === null) return {};
  const reasons = explainNothingFired(occasion).campaignChecks.map(
    ({ campaignId, reason }) => `${campaignId} ${reason}`,
  );
  return { needs: needsOf(occasion), reasons };
};

/** What campaigns are judged against; null for a credit, which none is judged for. */
export const occasionOf = (circumstances: Circumstances, subject: Subject): Occasion | null => {
  const context = contextOf(circumstances);
  switch (subject.kind) {
    case 'purchase':
      return purchaseOccasion(context, subject.request);
    case 'event':
      return eventOccasion(context, subject.event, subject.occurredAtMs);
    case 'credit':
      return null;
  }
};

/** What an occasion may draw on, named so that budgets and counts can be told apart. */
export const needsOf = (occasion: Occasion): readonly string[] => {
  const needs: string[] = [];
  noteSharedNeeds(occasion, {
    budget: (campaignId) => needs.push(`budget ${campaignId}`),
    count: (campaignId, scope) => needs.push(`count ${campaignId} ${scope}`),
  });
  return needs;
};
