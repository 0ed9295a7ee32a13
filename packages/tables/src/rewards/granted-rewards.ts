import type { CampaignId, EnvironmentId, MemberId, TierId } from '@loyalty/kernel';
import type { TangibleGrant } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';

/** A granted reward, and the campaign or tier that granted it. */
type GivenReward = TangibleGrant & { readonly id: string } & (
    | { readonly campaignId: CampaignId; readonly tierId?: never }
    | { readonly tierId: TierId; readonly campaignId?: never }
  );

/** A reward to be stored as PENDING_FULFILMENT. */
export interface RewardWrite {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly reward: GivenReward;
  /** The reference of the request that earned it; absent when no request did. */
  readonly transactionRef?: string;
  readonly atMs: number;
}

const insertStatement: Statement = {
  name: 'rewards-insert',
  text: `INSERT INTO rewards (environment_id, id, member_id, campaign_id, tier_id, reward_type, value, valid_days, created_at,
                              transaction_ref)
         SELECT environment_id, id, member_id, campaign_id, tier_id, reward_type, v.value, valid_days, to_timestamp(at / 1000.0), ref
           FROM unnest($1::int[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::int[], $8::int[], $9::bigint[],
                       $10::text[])
                AS r (environment_id, id, member_id, campaign_id, tier_id, reward_type, value_at, valid_days, at, ref)
           JOIN unnest($11::jsonb[]) WITH ORDINALITY AS v (value, place) ON place = value_at`,
};

/** Stores rewards that wait for fulfilment. An id that exists fails the transaction. */
export const insertRewards = async (tx: Transaction, rewards: readonly RewardWrite[]): Promise<void> => {
  if (rewards.length === 0) return;
  const { places, values } = distinctValues(rewards);
  await tx.query(insertStatement, [
    rewards.map(({ environmentId }) => environmentId),
    rewards.map(({ reward }) => reward.id),
    rewards.map(({ memberId }) => memberId),
    rewards.map(({ reward }) => reward.campaignId ?? null),
    rewards.map(({ reward }) => reward.tierId ?? null),
    rewards.map(({ reward }) => reward.rewardType),
    places,
    rewards.map(({ reward }) => reward.validDays),
    rewards.map(({ atMs }) => atMs),
    rewards.map(({ transactionRef }) => transactionRef ?? null),
    values,
  ]);
};

/** Returns the distinct values as JSON, and the place of each reward's value among them; the first is 1. */
const distinctValues = (rewards: readonly RewardWrite[]) => {
  // The rewards of a campaign share one value of up to 8 KiB, which is written, sent and read once a batch.
  const placeOf = new Map<TangibleGrant['value'], number>();
  const values: string[] = [];
  const places = rewards.map(({ reward: { value } }) => {
    const place = placeOf.get(value) ?? values.push(JSON.stringify(value));
    placeOf.set(value, place);
    return place;
  });
  return { places, values };
};
