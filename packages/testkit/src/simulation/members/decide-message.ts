import { evaluateRequest, redeemRequest } from '@loyalty/contracts/testing';
import { derivedIds, drawOf, invariant } from '@loyalty/kernel';
import type { Account, Snapshot } from '@loyalty/rules';
import { applyRedeemed, decideRedeem } from '@loyalty/rules/burning';
import {
  applyEarnResult,
  decideEvaluate,
  emptyEarningInputs,
  type LedgerPosting,
} from '@loyalty/rules/earning';
import type { Lot } from '@loyalty/rules/lots';
import { noPurchases } from '@loyalty/rules/statistics';
import type { Message } from '@loyalty/streams';
import type { SimulatedMessage } from '../simulated-message.ts';
import { basketCents, type Configured } from './simulated-programme.ts';

/** A member as a batch keeps them under their lock. An earning engine has not read the lots. */
export interface CachedMember {
  readonly account: Account | null;
  readonly lots: readonly Lot[];
}

export type MessageDecision =
  | { readonly outcome: 'refused'; readonly code: string }
  | {
      readonly outcome: 'processed';
      readonly account: Account;
      readonly lots: readonly Lot[];
      readonly postings: readonly LedgerPosting[];
    };

type DecidedMessage = Message<SimulatedMessage>;

/** Decides a message with the real rules, through the functions that the engines use. */
export const decideMessage = (
  { record, value }: DecidedMessage,
  member: CachedMember,
  { snapshot, percentage }: Configured,
): MessageDecision => {
  const { operation, ref } = value;
  const nowMs = record.timestamp;
  const newId = derivedIds({ secret: snapshot.secret, atMs: nowMs, operation, ref });
  const context = { ...member, snapshot, percentage, nowMs, newId };
  return operation === 'evaluate' ? evaluate(context, value) : redeem(context, value);
};

interface Context extends CachedMember {
  readonly snapshot: Snapshot;
  readonly percentage: number;
  readonly nowMs: number;
  readonly newId: (kind: string, n?: number) => string;
}

const evaluate = (
  { lots, percentage, ...context }: Context,
  { ref, member, amount }: SimulatedMessage,
): MessageDecision => {
  const { secret } = context.snapshot;
  const receipt = evaluateRequest({ transactionRef: ref, memberRef: member, amountCents: amount });
  const decided = decideEvaluate(
    {
      ...context,
      inputs: emptyEarningInputs,
      purchases: () => noPurchases,
      draw: (campaignId) => drawOf(secret, campaignId, ref),
    },
    receipt,
  );
  if (decided.outcome === 'refused') return decided;
  invariant(
    decided.pointsAwarded === (amount * percentage) / 100,
    'a receipt earns a percentage of its amount',
  );
  const account = applyEarnResult(context.account, decided);
  return { outcome: 'processed', account, lots, postings: decided.postings };
};

const redeem = (context: Context, { ref, member, amount }: SimulatedMessage): MessageDecision => {
  const order = redeemRequest({
    transactionRef: ref,
    memberRef: member,
    amountCents: basketCents,
    pointsRequested: amount,
  });
  const decided = decideRedeem(
    { ...context, segmentIds: emptyEarningInputs.segmentIds, isBudgetSpent: () => false },
    order,
  );
  if (decided.outcome === 'refused') return decided;
  const { postings, lotsAfter: lots } = decided;
  return { outcome: 'processed', account: applyRedeemed(context.account, decided), lots, postings };
};
