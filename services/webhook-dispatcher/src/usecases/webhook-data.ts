import type { FactDataByType, TypedFact } from '@loyalty/contracts';
import {
  eventTypeOf,
  type FactTypeOf,
  type FactEventType,
  type PublicFactType,
  type WebhookDataByType,
} from '@loyalty/contracts/webhooks';

/** What an event needs that is not in its fact: facts have no member reference and no code. */
export interface FactContext {
  readonly ledgerSeq: number | null;
  /** The reference of a member who exists: the only event about an erased one is the erasure. */
  readonly memberRef: string;
  /** The value of an issued reward, with its code. */
  readonly rewardValue: Readonly<Record<string, unknown>>;
  readonly campaignName: string | null;
}

type Builders = {
  readonly [Type in FactEventType]: (
    data: FactDataByType[FactTypeOf<Type>],
    beside: FactContext,
  ) => WebhookDataByType[Type];
};

/** Copies field by field, so that a field which a later build adds is not sent before the schema has it. */
const builders: Builders = {
  'campaign.budget_alert': ({ campaignId, campaignName, budgetCap, alertThreshold, spent }) => ({
    campaignId,
    campaignName,
    budgetCap,
    alertThreshold,
    spent,
  }),
  'campaign.budget_suspended': ({ campaignId, campaignName, budgetCap }) => ({
    campaignId,
    campaignName,
    budgetCap,
  }),
  'event.processed': ({ eventId, eventKey, ref, ...earned }, beside) => ({
    eventId,
    eventKey,
    ref,
    ...earnedOf(earned, beside),
  }),
  'member.enrolled': ({ memberId, enrolledAt }, { memberRef }) => ({
    memberId,
    memberRef,
    externalRef: memberRef,
    enrolledAt,
  }),
  'member.erased': () => ({}),
  'member.merged': (
    { memberId, mergedMemberId, points, lifetimePoints, pointsBalance },
    { ledgerSeq, memberRef },
  ) => ({ memberId, memberRef, mergedMemberId, points, lifetimePoints, pointsBalance, ...seqOf(ledgerSeq) }),
  'member.points_forgiven': (
    { memberId, returnTransactionId, returnRef, transactionRef, pointsForgiven },
    { memberRef },
  ) => ({ memberId, memberRef, returnTransactionId, returnRef, transactionRef, pointsForgiven }),
  'member.reference_changed': ({ memberId, state, isReleased }, { memberRef }) => ({
    memberId,
    memberRef,
    state,
    isReleased,
  }),
  'member.reinstated': ({ memberId }, { memberRef }) => ({ memberId, memberRef }),
  'member.stamp_card_completed': ({ memberId, campaignId, campaignName }, { memberRef }) => ({
    memberId,
    memberRef,
    campaignId,
    campaignName,
  }),
  'member.suspended': ({ memberId }, { memberRef }) => ({ memberId, memberRef }),
  'member.tier_changed': (
    { memberId, previousTierId, newTierId, lifetimePoints, rewardsTakenBack, rewardsKept },
    { memberRef },
  ) => ({
    memberId,
    memberRef,
    previousTierId,
    newTierId,
    lifetimePoints,
    ...(rewardsTakenBack === undefined || rewardsKept === undefined ? {} : { rewardsTakenBack, rewardsKept }),
  }),
  'points.adjusted': ({ memberId, points, pointsBalance }, { ledgerSeq, memberRef }) => ({
    memberId,
    memberRef,
    points,
    pointsBalance,
    ...seqOf(ledgerSeq),
  }),
  'points.credited': ({ creditId, ref, ...earned }, beside) => ({
    creditId,
    ref,
    ...earnedOf(earned, beside),
  }),
  'points.expired': ({ memberId, pointsExpired }, { ledgerSeq, memberRef }) => ({
    memberId,
    memberRef,
    pointsExpired,
    ...seqOf(ledgerSeq),
  }),
  'points.matured': (
    { memberId, transactionId, points, pointsDeducted, pointsBalance },
    { ledgerSeq, memberRef },
  ) => ({
    memberId,
    memberRef,
    transactionId,
    points,
    ...deductedOf(pointsDeducted),
    pointsBalance,
    ...seqOf(ledgerSeq),
  }),
  'reward.expired': ({ rewardId, memberId, expiredAt, reason }, { memberRef }) => ({
    rewardId,
    memberId,
    memberRef,
    expiredAt,
    ...(reason === undefined ? {} : { reason }),
  }),
  'reward.failed': ({ rewardId, memberId, failureReason }, { memberRef }) => ({
    rewardId,
    memberId,
    memberRef,
    failureReason,
  }),
  'reward.issued': (
    { rewardId, memberId, campaignId, tierId, rewardType },
    { memberRef, rewardValue, campaignName },
  ) =>
    ({
      rewardId,
      memberId,
      memberRef,
      campaignId,
      campaignName,
      tierId,
      rewardType,
      state: 'ISSUED',
      value: rewardValue,
      // Its kind and value were validated when the campaign was written.
    }) as WebhookDataByType['reward.issued'],
  'reward.redeemed': ({ rewardId, memberId, redeemedAt }, { memberRef }) => ({
    rewardId,
    memberId,
    memberRef,
    redeemedAt,
  }),
  'transaction.processed': ({ transactionId, transactionRef, pointsPending, ...earned }, beside) => ({
    transactionId,
    transactionRef,
    ...earnedOf(earned, beside),
    ...(pointsPending === undefined ? {} : { pointsPending }),
  }),
  'transaction.refused': ({ operation, transactionRef, code, context, memberId, source }, { memberRef }) => ({
    operation,
    transactionRef,
    code,
    context,
    memberId,
    memberRef: memberId === null ? null : memberRef,
    source:
      source === null ? null : { topic: source.topic, partition: source.partition, offset: source.offset },
  }),
  'transaction.redeemed': (data, { ledgerSeq, memberRef }) => ({
    redeemTransactionId: data.redeemTransactionId,
    transactionRef: data.transactionRef,
    memberId: data.memberId,
    memberRef,
    pointsRedeemed: data.pointsRedeemed,
    discountAmount: data.discountAmount,
    balanceBefore: data.balanceBefore,
    balanceAfter: data.balanceAfter,
    ...seqOf(ledgerSeq),
  }),
  'transaction.authorized': (data, { ledgerSeq, memberRef }) => ({
    redeemTransactionId: data.redeemTransactionId,
    transactionRef: data.transactionRef,
    memberId: data.memberId,
    memberRef,
    pointsRedeemed: data.pointsRedeemed,
    discountAmount: data.discountAmount,
    balanceBefore: data.balanceBefore,
    balanceAfter: data.balanceAfter,
    expiresAt: data.expiresAt,
    ...seqOf(ledgerSeq),
  }),
  'transaction.captured': (data, { memberRef }) => ({
    captureTransactionId: data.captureTransactionId,
    transactionRef: data.transactionRef,
    memberId: data.memberId,
    memberRef,
    pointsRedeemed: data.pointsRedeemed,
    discountAmount: data.discountAmount,
  }),
  'transaction.voided': (data, { ledgerSeq, memberRef }) => ({
    voidTransactionId: data.voidTransactionId,
    transactionRef: data.transactionRef,
    memberId: data.memberId,
    memberRef,
    campaignId: data.campaignId,
    pointsRefunded: data.pointsRefunded,
    pointsExpired: data.pointsExpired,
    ...deductionsIn(data),
    discountReversed: data.discountReversed,
    pointsBalance: data.pointsBalance,
    reason: data.reason,
    ...(ledgerSeq === null ? {} : seqOf(ledgerSeq)),
  }),
  'transaction.returned': (data, { ledgerSeq, memberRef }) => ({
    returnTransactionId: data.returnTransactionId,
    returnRef: data.returnRef,
    transactionRef: data.transactionRef,
    memberId: data.memberId,
    memberRef,
    amountReturned: data.amountReturned,
    amountRemaining: data.amountRemaining,
    isWhole: data.isWhole,
    pointsReversed: data.pointsReversed,
    pointsFromPending: data.pointsFromPending,
    pointsFromBalance: data.pointsFromBalance,
    pointsExpired: data.pointsExpired,
    pointsForgiven: data.pointsForgiven,
    ...(data.pointsToDeduct === undefined ? {} : { pointsToDeduct: data.pointsToDeduct }),
    ...(data.pointsClaimable === undefined ? {} : { pointsClaimable: data.pointsClaimable }),
    ...deductionsIn(data),
    pointsBalance: data.pointsBalance,
    awards: data.awards,
    stampCards: data.stampCards,
    redeemed: data.redeemed,
    reason: data.reason,
    ...(ledgerSeq === null ? {} : seqOf(ledgerSeq)),
  }),
};

/** The fields belong to a void or a return whose redeemed points paid for earlier returns. */
const deductionsIn = ({
  pointsDeducted,
  deductions,
}: Pick<FactDataByType['transaction.voided'], 'pointsDeducted' | 'deductions'>) =>
  pointsDeducted === undefined ? {} : { pointsDeducted, deductions: deductions ?? [] };

type Earned = Pick<
  FactDataByType['transaction.processed'],
  'memberId' | 'pointsAwarded' | 'pointsDeducted' | 'pointsBalance' | 'campaigns'
>;

/** The ledger number is absent if no points were earned. */
const earnedOf = (
  { memberId, pointsAwarded, pointsDeducted, pointsBalance, campaigns }: Earned,
  { ledgerSeq, memberRef }: FactContext,
) => ({
  memberId,
  memberRef,
  pointsAwarded,
  ...deductedOf(pointsDeducted),
  pointsBalance,
  campaigns: campaigns.map(({ campaignId, campaignName, pointsEarned, rewardIds }) => ({
    campaignId,
    campaignName,
    pointsEarned,
    rewardIds,
  })),
  ...(ledgerSeq === null ? {} : { ledgerSeq }),
});

const deductedOf = (pointsDeducted: number | undefined): { readonly pointsDeducted?: number } =>
  pointsDeducted === undefined ? {} : { pointsDeducted };

const seqOf = (ledgerSeq: number | null): { readonly ledgerSeq: number } => ({ ledgerSeq: ledgerSeq ?? 0 });

interface EventData {
  readonly type: FactEventType;
  readonly data: WebhookDataByType[FactEventType];
}

/** Returns the data that `schemas/webhooks` describes. */
export const webhookDataOf = (fact: TypedFact<PublicFactType>, beside: FactContext): EventData => {
  const type = eventTypeOf(fact);
  // The compiler cannot see that the builder and the data belong to the same type.
  const build = builders[type] as (data: typeof fact.data, beside: FactContext) => EventData['data'];
  return { type, data: build(fact.data, beside) };
};
