import {
  eventTypeOf,
  type FactDataByType,
  type FactTypeOf,
  type PublicEventType,
  type PublicFactType,
  type TypedFact,
  type WebhookDataByType,
} from '@loyalty/contracts';

/** What an endpoint is told besides what the fact says; facts carry no reference of a member and no code. */
export interface FactContext {
  readonly ledgerSeq: number | null;
  /** Of a member who is there: nothing is told of one who was erased, but that they were. */
  readonly memberRef: string;
  /** Of a reward that was issued, its code included. */
  readonly rewardValue: Readonly<Record<string, unknown>>;
  readonly campaignName: string | null;
}

type Builders = {
  readonly [Type in PublicEventType]: (
    data: FactDataByType[FactTypeOf<Type>],
    beside: FactContext,
  ) => WebhookDataByType[Type];
};

/** Field by field: what a later build adds to a fact is not told before its schema says so. */
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
  'member.reinstated': ({ memberId }, { memberRef }) => ({ memberId, memberRef }),
  'member.stamp_card_completed': ({ memberId, campaignId, campaignName }, { memberRef }) => ({
    memberId,
    memberRef,
    campaignId,
    campaignName,
  }),
  'member.suspended': ({ memberId }, { memberRef }) => ({ memberId, memberRef }),
  'member.tier_changed': ({ memberId, previousTierId, newTierId, lifetimePoints }, { memberRef }) => ({
    memberId,
    memberRef,
    previousTierId,
    newTierId,
    lifetimePoints,
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
  'reward.expired': ({ rewardId, memberId, expiredAt }, { memberRef }) => ({
    rewardId,
    memberId,
    memberRef,
    expiredAt,
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
      // Its kind and value were judged when the campaign was written.
    }) as WebhookDataByType['reward.issued'],
  'reward.redeemed': ({ rewardId, memberId, redeemedAt }, { memberRef }) => ({
    rewardId,
    memberId,
    memberRef,
    redeemedAt,
  }),
  'transaction.processed': ({ transactionId, transactionRef, ...earned }, beside) => ({
    transactionId,
    transactionRef,
    ...earnedOf(earned, beside),
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
};

type Earned = Pick<
  FactDataByType['transaction.processed'],
  'memberId' | 'pointsAwarded' | 'pointsBalance' | 'campaigns'
>;

/** What a receipt, an event or a credit earned; without points there is no place in the ledger. */
const earnedOf = (
  { memberId, pointsAwarded, pointsBalance, campaigns }: Earned,
  { ledgerSeq, memberRef }: FactContext,
) => ({
  memberId,
  memberRef,
  pointsAwarded,
  pointsBalance,
  campaigns: campaigns.map(({ campaignId, campaignName, pointsEarned, rewardIds }) => ({
    campaignId,
    campaignName,
    pointsEarned,
    rewardIds,
  })),
  ...(ledgerSeq === null ? {} : { ledgerSeq }),
});

/** Points moved, so there is one. */
const seqOf = (ledgerSeq: number | null): { readonly ledgerSeq: number } => ({ ledgerSeq: ledgerSeq ?? 0 });

/** An event as it is told, without its envelope. */
export interface ToldData {
  readonly type: PublicEventType;
  readonly data: WebhookDataByType[PublicEventType];
}

/** The event that a fact becomes (`schemas/webhooks`). */
export const webhookDataOf = (fact: TypedFact<PublicFactType>, beside: FactContext): ToldData => {
  const type = eventTypeOf(fact);
  // The compiler knows which builder belongs to which fact, but not that both come of this one.
  const build = builders[type] as (data: typeof fact.data, beside: FactContext) => ToldData['data'];
  return { type, data: build(fact.data, beside) };
};
