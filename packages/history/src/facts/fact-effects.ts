import type { RequestOperation, PublishedEntry } from '@loyalty/accounts';
import type { FactDataByType, FactType } from '@loyalty/contracts';
import type { CampaignId, MemberId } from '@loyalty/kernel';
import type { PublishedFact } from '@loyalty/storage';

/** The effect that the database must contain if the commit of a fact survived. */
export type FactEffect =
  | { readonly kind: 'transaction'; readonly operation: RequestOperation; readonly ref: string }
  | { readonly kind: 'member'; readonly memberId: string; readonly has: MemberEffect }
  | { readonly kind: 'reward'; readonly rewardId: string; readonly has: RewardEffect }
  | { readonly kind: 'entry'; readonly entry: PublishedEntry }
  | { readonly kind: 'card'; readonly memberId: MemberId; readonly campaignId: CampaignId }
  | { readonly kind: 'budget'; readonly campaignId: string; readonly has: 'alerted' | 'suspended' }
  | { readonly kind: 'entity'; readonly of: string; readonly id: string; readonly has: EntityEffect };

/** A member exists, is in a state, or had so many tier changes published. */
export type MemberEffect = 'been enrolled' | 'active' | 'suspended' | 'anonymized' | number;

/** A configuration entity is gone, or was written at this time: milliseconds since the epoch. */
export type EntityEffect = 'gone' | number;

export type RewardEffect = 'been given' | 'ISSUED' | 'FAILED' | 'REDEEMED' | 'EXPIRED';

type EffectOf<Type extends FactType> = (data: FactDataByType[Type], fact: PublishedFact) => FactEffect;

/** The effect of each type of fact; a new type without one does not compile. */
const effects: { readonly [Type in FactType]: EffectOf<Type> } = {
  'campaign.budget_alert': ({ campaignId }) => ({ kind: 'budget', campaignId, has: 'alerted' }),
  'campaign.budget_suspended': ({ campaignId }) => ({ kind: 'budget', campaignId, has: 'suspended' }),
  'event.processed': ({ ref }) => ({ kind: 'transaction', operation: 'event', ref }),
  'management.written': ({ kind: of, entityId: id, action, body }, { occurredAtMs }) => ({
    kind: 'entity',
    of,
    id,
    has:
      action === 'deleted' || action === 'revoked' ? 'gone' : (writtenAtMs(body) ?? occurredAtMs - clocksMs),
  }),
  'member.enrolled': ({ memberId }) => ({ kind: 'member', memberId, has: 'been enrolled' }),
  'member.erased': ({ memberId }) => ({ kind: 'member', memberId, has: 'anonymized' }),
  'member.stamp_card_completed': ({ memberId, campaignId }) => ({
    kind: 'card',
    memberId: memberId as MemberId,
    campaignId: campaignId as CampaignId,
  }),
  'member.state_changed': ({ memberId, to }) => ({ kind: 'member', memberId, has: to }),
  'member.tier_changed': ({ memberId, tierSeq }) => ({ kind: 'member', memberId, has: tierSeq }),
  'points.adjusted': ({ memberId, points, ref = null }, fact) =>
    ref === null
      ? entryOf(fact, { memberId, type: 'ADJUST', points })
      : { kind: 'transaction', operation: 'adjust', ref },
  'points.credited': ({ ref }) => ({ kind: 'transaction', operation: 'credit', ref }),
  // One fact for all lots that expired together, but one entry for each lot.
  'points.expired': ({ memberId }, fact) => entryOf(fact, { memberId, type: 'EXPIRE', points: null }),
  'reward.expired': ({ rewardId }) => ({ kind: 'reward', rewardId, has: 'EXPIRED' }),
  'reward.failed': ({ rewardId }) => ({ kind: 'reward', rewardId, has: 'FAILED' }),
  'reward.issued': ({ rewardId }) => ({ kind: 'reward', rewardId, has: 'ISSUED' }),
  'reward.redeemed': ({ rewardId }) => ({ kind: 'reward', rewardId, has: 'REDEEMED' }),
  'reward.requested': ({ rewardId }) => ({ kind: 'reward', rewardId, has: 'been given' }),
  'transaction.processed': ({ transactionRef: ref }) => ({ kind: 'transaction', operation: 'evaluate', ref }),
  'transaction.redeemed': ({ transactionRef: ref }) => ({ kind: 'transaction', operation: 'redeem', ref }),
};

/** The fact's time and the row's time come from different processes, whose clocks differ. */
const clocksMs = 1_000;

const writtenAtMs = (body: unknown): number | null => {
  const { updatedAt } = (body ?? {}) as { readonly updatedAt?: unknown };
  return typeof updatedAt === 'string' ? Date.parse(updatedAt) : null;
};

const entryOf = (
  { environmentId, ledgerSeq, occurredAtMs: atMs }: PublishedFact,
  entry: Pick<PublishedEntry, 'memberId' | 'type' | 'points'>,
): FactEffect => ({ kind: 'entry', entry: { ...entry, environmentId, seq: ledgerSeq ?? 0, atMs } });

/** Returns the effect of a fact; null for a type that this build does not know. */
export const effectOf = (fact: PublishedFact): FactEffect | null => {
  if (!isKnown(fact.type)) return null;
  // The compiler cannot see that the effect and the data belong to the same type.
  const of = effects[fact.type] as (data: PublishedFact['data'], fact: PublishedFact) => FactEffect;
  return of(fact.data, fact);
};

const isKnown = (type: string): type is FactType => Object.hasOwn(effects, type);

/** Returns a key of the fact's subject if only the newest fact of a subject shows its present state; otherwise null. */
export const subjectOf = ({ environmentId, type, data }: PublishedFact): string | null => {
  if (type === 'member.state_changed') return `${environmentId.toString()}/${String(data['memberId'])}`;
  if (type !== 'management.written') return null;
  return `${environmentId.toString()}/${String(data['kind'])}/${String(data['entityId'])}`;
};
