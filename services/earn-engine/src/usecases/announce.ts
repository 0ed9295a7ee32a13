import type { Effects, OutgoingMessage } from '@loyalty/messaging';
import type { EarnPlan, ProcessedOutcome, TaskOutcome } from './earn-plan.ts';
import type { Announcer, FactContent, ReplyContent } from './ports.ts';

/** The replies, facts and credits that a stored plan owes. */
export const effectsOf = (announcer: Announcer, plan: EarnPlan): Effects => {
  const replies: OutgoingMessage[] = [];
  const facts: OutgoingMessage[] = [];
  for (const outcome of plan.outcomes) {
    if (outcome.outcome === 'skipped') continue;
    const reply = announcer.replyTo(outcome.task.message.record, replyOf(outcome));
    if (reply !== null) replies.push(reply);
    if (outcome.outcome === 'processed') oweTo(facts, outcome, announcer);
  }
  for (const fact of plan.budgetFacts) facts.push(announcer.factOf(fact));
  return { facts, replies, rejected: plan.rejected };
};

const replyOf = (outcome: Exclude<TaskOutcome, { readonly outcome: 'skipped' }>): ReplyContent => {
  switch (outcome.outcome) {
    case 'processed':
      return { code: null, replayed: false, mismatch: false, body: outcome.answer };
    case 'replayed':
      return { code: null, replayed: true, mismatch: outcome.mismatch, body: outcome.answer };
    case 'refused':
      return { code: outcome.code, replayed: false, mismatch: false, body: null };
  }
};

const oweTo = (owed: OutgoingMessage[], outcome: ProcessedOutcome, announcer: Announcer): void => {
  for (const fact of factsOf(outcome)) owed.push(announcer.factOf(fact));
  const { task, earned } = outcome;
  if (earned.referrerAwards.length === 0 || task.referrerKey === null) return;
  owed.push(
    announcer.creditOf({
      environmentId: task.environmentId,
      ref: `${task.operation}:${task.ref}`,
      memberKey: task.referrerKey,
      awards: earned.referrerAwards,
    }),
  );
};

/** What happened, in the order in which it did: a member enrolled, the request processed, cards completed, rewards owed. */
const factsOf = (outcome: ProcessedOutcome): FactContent[] => {
  const { earned, task } = outcome;
  const { memberId } = earned;
  const facts = [processedFact(outcome)];
  if (earned.memberCreated) {
    const enrolledAt = new Date(task.message.record.timestamp).toISOString();
    facts.unshift(factOf(outcome, { type: 'member.enrolled', data: { memberId, enrolledAt } }));
  }
  for (const { campaignId, campaignName, completed } of earned.cards) {
    if (!completed) continue;
    const data = { memberId, campaignId, campaignName };
    facts.push(factOf(outcome, { type: 'member.stamp_card_completed', of: campaignId, data }));
  }
  for (const { id: rewardId, campaignId, rewardType } of earned.rewards) {
    const data = { rewardId, memberId, campaignId, rewardType };
    facts.push(factOf(outcome, { type: 'reward.requested', of: rewardId, data }));
  }
  return facts;
};

const processedFact = (outcome: ProcessedOutcome): FactContent => {
  const { earned, task, id } = outcome;
  const { value: request } = task.message;
  const { memberId, pointsAwarded, pointsBalance, awards: campaigns } = earned;
  const result = { memberId, pointsAwarded, pointsBalance, campaigns };
  switch (request.kind) {
    case 'evaluate':
      return factOf(outcome, {
        type: 'transaction.processed',
        data: { transactionId: id, transactionRef: task.ref, ...result },
      });
    case 'event':
      return factOf(outcome, {
        type: 'event.processed',
        data: { eventId: id, eventKey: request.body.eventKey, ref: task.ref, ...result },
      });
    case 'credit':
      return factOf(outcome, { type: 'points.credited', data: { creditId: id, ref: task.ref, ...result } });
  }
};

interface Telling {
  readonly type: FactContent['type'];
  /** Tells facts of one type apart that one request brings about. */
  readonly of?: string;
  readonly data: unknown;
}

const factOf = (
  { task, snapshot, ledgerSeq }: ProcessedOutcome,
  { type, of, data }: Telling,
): FactContent => ({
  id: task.newId(of === undefined ? type : `${type}:${of}`),
  type,
  snapshot,
  key: task.memberKey.toString('base64url'),
  occurredAtMs: task.message.record.timestamp,
  ledgerSeq,
  data,
});
