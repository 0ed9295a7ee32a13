import type { FactDataByType, PublicEventType, TypedFact, WebhookDataByType } from '@loyalty/contracts';

/** What an endpoint is told besides what the fact says; facts carry no reference of a member and no code. */
export interface ToldBeside {
  readonly ledgerSeq: number | null;
  /** Of a member who is there: nothing is told of one who was erased, but that they were. */
  readonly memberRef: string;
  /** Of a reward that was issued, its code included. */
  readonly rewardValue: Readonly<Record<string, unknown>>;
  readonly campaignName: string | null;
}

type Builders = {
  readonly [Type in PublicEventType]: (
    data: FactDataByType[Type],
    beside: ToldBeside,
  ) => WebhookDataByType[Type];
};

/** Field by field: what a later build adds to a fact is not told before its schema says so. */
const builders: Builders = {
  'campaign.budget_alert': ({ campaignId, campaignName, budgetCap, alertThreshold, spent }) => ({
    ...{ campaignId, campaignName, budgetCap, alertThreshold, spent },
  }),
  'campaign.budget_suspended': ({ campaignId, campaignName, budgetCap }) => ({
    ...{ campaignId, campaignName, budgetCap },
  }),
  'member.enrolled': ({ memberId, enrolledAt }, { memberRef }) => ({
    ...{ memberId, memberRef, externalRef: memberRef, enrolledAt },
  }),
  'member.erased': () => ({}),
  'member.stamp_card_completed': ({ memberId, campaignId, campaignName }, { memberRef }) => ({
    ...{ memberId, memberRef, campaignId, campaignName },
  }),
  'member.tier_changed': ({ memberId, previousTierId, newTierId, lifetimePoints }, { memberRef }) => ({
    ...{ memberId, memberRef, previousTierId, newTierId, lifetimePoints },
  }),
  'points.expired': ({ memberId, pointsExpired }, { ledgerSeq, memberRef }) => ({
    ...{ memberId, memberRef, pointsExpired },
    ...seqOf(ledgerSeq),
  }),
  'reward.expired': ({ rewardId, memberId, expiredAt }, { memberRef }) => ({
    ...{ rewardId, memberId, memberRef, expiredAt },
  }),
  'reward.failed': ({ rewardId, memberId, failureReason }, { memberRef }) => ({
    ...{ rewardId, memberId, memberRef, failureReason },
  }),
  'reward.issued': (
    { rewardId, memberId, campaignId, tierId, rewardType },
    { memberRef, rewardValue, campaignName },
  ) =>
    ({
      ...{ rewardId, memberId, memberRef, campaignId, campaignName, tierId, rewardType },
      ...{ state: 'ISSUED', value: rewardValue },
      // Its kind and value were judged when the campaign was written.
    }) as WebhookDataByType['reward.issued'],
  'reward.redeemed': ({ rewardId, memberId, redeemedAt }, { memberRef }) => ({
    ...{ rewardId, memberId, memberRef, redeemedAt },
  }),
  'transaction.processed': (data, { ledgerSeq, memberRef }) => ({
    ...{ transactionId: data.transactionId, transactionRef: data.transactionRef },
    ...{ memberId: data.memberId, memberRef },
    ...{ pointsAwarded: data.pointsAwarded, pointsBalance: data.pointsBalance },
    campaigns: data.campaigns.map(({ campaignId, campaignName, pointsEarned, rewardIds }) => ({
      ...{ campaignId, campaignName, pointsEarned, rewardIds },
    })),
    ...(ledgerSeq === null ? {} : { ledgerSeq }),
  }),
  'transaction.redeemed': (data, { ledgerSeq, memberRef }) => ({
    ...{ redeemTransactionId: data.redeemTransactionId, transactionRef: data.transactionRef },
    ...{ memberId: data.memberId, memberRef },
    ...{ pointsRedeemed: data.pointsRedeemed, discountAmount: data.discountAmount },
    ...{ balanceBefore: data.balanceBefore, balanceAfter: data.balanceAfter },
    ...seqOf(ledgerSeq),
  }),
};

/** Points moved, so there is one. */
const seqOf = (ledgerSeq: number | null): { readonly ledgerSeq: number } => ({ ledgerSeq: ledgerSeq ?? 0 });

/** `data` of the event that a fact becomes (`schemas/webhooks`). */
export const webhookDataOf = <Type extends PublicEventType>(
  { type, data }: Extract<TypedFact<PublicEventType>, { readonly type: Type }>,
  beside: ToldBeside,
): WebhookDataByType[Type] => builders[type](data as FactDataByType[Type], beside);
