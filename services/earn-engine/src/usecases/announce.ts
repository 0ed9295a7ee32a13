import type { Effects, OutgoingMessage } from '@loyalty/messaging';
import type { EvaluatePlan, ReceiptOutcome } from './evaluate-plan.ts';
import type { Announcer, FactContent, ReplyContent } from './ports.ts';

type Processed = ReceiptOutcome & { readonly outcome: 'processed' };

/** The replies and facts that a stored plan owes. */
export const effectsOf = (announcer: Announcer, plan: EvaluatePlan): Effects => {
  const replies: OutgoingMessage[] = [];
  const facts: OutgoingMessage[] = [];
  for (const outcome of plan.outcomes) {
    const reply = announcer.replyTo(outcome.receipt.message.record, replyOf(outcome));
    if (reply !== null) replies.push(reply);
    if (outcome.outcome === 'processed')
      facts.push(...factsOf(outcome).map((fact) => announcer.factOf(fact)));
  }
  return { facts, replies, rejected: plan.rejected };
};

const replyOf = (outcome: ReceiptOutcome): ReplyContent => {
  switch (outcome.outcome) {
    case 'processed':
      return { code: null, replayed: false, mismatch: false, body: outcome.answer };
    case 'replayed':
      return { code: null, replayed: true, mismatch: outcome.mismatch, body: outcome.answer };
    case 'refused':
      return { code: outcome.code, replayed: false, mismatch: false, body: null };
  }
};

/** `transaction.processed`, and `member.enrolled` before it for a new member (interface 6.1). */
const factsOf = (outcome: Processed): FactContent[] => {
  const { decision } = outcome;
  const processed = factOf(outcome, 'transaction.processed', {
    transactionId: decision.transactionId,
    transactionRef: decision.transactionRef,
    memberId: decision.memberId,
    pointsAwarded: decision.pointsAwarded,
    pointsBalance: decision.pointsBalance,
    campaigns: decision.awards,
  });
  if (!decision.memberCreated) return [processed];
  const enrolledAt = new Date(outcome.receipt.message.record.timestamp).toISOString();
  return [factOf(outcome, 'member.enrolled', { memberId: decision.memberId, enrolledAt }), processed];
};

const factOf = ({ receipt, snapshot, ledgerSeq }: Processed, type: string, data: unknown): FactContent => {
  const { memberKey, newId, message } = receipt;
  const occurredAtMs = message.record.timestamp;
  return { id: newId(type), type, snapshot, memberKey, occurredAtMs, ledgerSeq, data };
};
