import { isDeepStrictEqual } from 'node:util';
import type { FactDataByType, FactType } from '@loyalty/contracts';
import type { CampaignId, MemberId, TierId } from '@loyalty/kernel';
import type { TakenBackState } from '@loyalty/rules/rewards';
import type { PublishedFact } from '@loyalty/storage/history';
import type {
  BudgetEffects,
  CardEffects,
  EntryPlace,
  MemberEffects,
  PublishedEntry,
  PublishedTier,
  RewardEffects,
  TierPlace,
  WrittenEntity,
} from '@loyalty/tables/effects';
import type { RequestOperation } from '@loyalty/tables/transactions';
import type { PublishedResponse, ResponseDifference } from '../responses.ts';

export type FactEffect =
  | {
      readonly kind: 'transaction';
      readonly operation: RequestOperation;
      readonly ref: string;
      /** True for a part of a result that another fact contains as a whole: that fact says what differs. */
      readonly isPart?: boolean;
    }
  | { readonly kind: 'member'; readonly memberId: string; readonly has: MemberEffect }
  | { readonly kind: 'reward'; readonly rewardId: string; readonly has: RewardEffect }
  | { readonly kind: 'entry'; readonly entry: PublishedEntry }
  | { readonly kind: 'tier'; readonly tier: PublishedTier }
  | { readonly kind: 'card'; readonly memberId: MemberId; readonly campaignId: CampaignId }
  | { readonly kind: 'budget'; readonly campaignId: string; readonly has: 'alerted' | 'suspended' }
  | { readonly kind: 'entity'; readonly of: string; readonly id: string; readonly has: EntityEffect };

/** A member exists, or is in a state. */
type MemberEffect = 'been enrolled' | 'active' | 'suspended' | 'anonymized';

/** A configuration entity is gone, or was written at this time: milliseconds since the epoch. */
type EntityEffect = 'gone' | number;

/** `RETURNED`: a return ended it, once it was issued (`EXPIRED`) or before (`FAILED`). */
type RewardEffect =
  'been given' | 'ISSUED' | 'FAILED' | 'REDEEMED' | 'EXPIRED' | `RETURNED ${TakenBackState}`;

type EffectOfType<Type extends FactType> = (data: FactDataByType[Type], fact: PublishedFact) => FactEffect;

/** The effect of each type of fact; a new type without one does not compile. Null: it proves nothing. */
const effects: { readonly [Type in FactType]: EffectOfType<Type> | null } = {
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
  'member.points_forgiven': ({ returnRef: ref }) => ({
    kind: 'transaction',
    operation: 'return',
    ref,
    isPart: true,
  }),
  // `management.written` says both, too.
  'member.merged': null,
  'member.reference_changed': null,
  'member.stamp_card_completed': ({ memberId, campaignId }) => ({
    kind: 'card',
    memberId: memberId as MemberId,
    campaignId: campaignId as CampaignId,
  }),
  'member.state_changed': ({ memberId, to }) => ({ kind: 'member', memberId, has: to }),
  'member.tier_changed': (
    { memberId, tierSeq, previousTierId, newTierId, lifetimePoints, rewardsTakenBack = [], rewardsKept = [] },
    { environmentId, occurredAtMs: atMs },
  ) => ({
    kind: 'tier',
    tier: {
      environmentId,
      memberId: memberId as MemberId,
      tierSeq,
      from: previousTierId as TierId | null,
      to: newTierId as TierId | null,
      lifetimePoints,
      rewardsTakenBack,
      rewardsKept,
      atMs,
    },
  }),
  'points.adjusted': ({ memberId, points, ref = null }, fact) =>
    ref === null
      ? entryOf(fact, { memberId, type: 'ADJUST', points })
      : { kind: 'transaction', operation: 'adjust', ref },
  'points.credited': ({ ref }) => ({ kind: 'transaction', operation: 'credit', ref }),
  // One fact for all lots that expired together, but one entry for each lot.
  'points.expired': ({ memberId }, fact) => entryOf(fact, { memberId, type: 'EXPIRE', points: null }),
  'points.matured': ({ memberId, points }, fact) => entryOf(fact, { memberId, type: 'EARN', points }),
  // It changed nothing, and is published again with the record.
  'receipt.repeated': null,
  'reward.expired': ({ rewardId, reason }) => ({
    kind: 'reward',
    rewardId,
    has: reason === 'RETURNED' ? 'RETURNED EXPIRED' : 'EXPIRED',
  }),
  'reward.failed': ({ rewardId, failureReason }) => ({
    kind: 'reward',
    rewardId,
    has: failureReason === 'RETURNED' ? 'RETURNED FAILED' : 'FAILED',
  }),
  'reward.issued': ({ rewardId }) => ({ kind: 'reward', rewardId, has: 'ISSUED' }),
  'reward.redeemed': ({ rewardId }) => ({ kind: 'reward', rewardId, has: 'REDEEMED' }),
  'reward.requested': ({ rewardId }) => ({ kind: 'reward', rewardId, has: 'been given' }),
  'transaction.authorized': ({ transactionRef: ref }) => ({ kind: 'transaction', operation: 'redeem', ref }),
  'transaction.captured': ({ transactionRef: ref }) => ({ kind: 'transaction', operation: 'capture', ref }),
  'transaction.processed': ({ transactionRef: ref }) => ({ kind: 'transaction', operation: 'evaluate', ref }),
  'transaction.redeemed': ({ transactionRef: ref }) => ({ kind: 'transaction', operation: 'redeem', ref }),
  // What was refused left nothing behind, and is decided again with the record.
  'transaction.refused': null,
  'transaction.returned': ({ returnRef: ref }) => ({ kind: 'transaction', operation: 'return', ref }),
  'transaction.voided': ({ transactionRef: ref }) => ({ kind: 'transaction', operation: 'void', ref }),
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

/** Null for a fact that proves nothing, and for a type that this build does not know. */
export const effectOf = (fact: PublishedFact): FactEffect | null => {
  if (!isKnown(fact.type)) return null;
  // The compiler cannot see that the effect and the data belong to the same type.
  const of = effects[fact.type] as ((data: PublishedFact['data'], fact: PublishedFact) => FactEffect) | null;
  return of === null ? null : of(fact.data, fact);
};

const isKnown = (type: string): type is FactType => Object.hasOwn(effects, type);

/** Returns the subject of a fact; null unless only the newest fact of a subject shows its present state. */
export const subjectOf = ({ environmentId, type, data }: PublishedFact): string | null => {
  if (type === 'member.state_changed') return `${environmentId.toString()}/${String(data['memberId'])}`;
  if (type !== 'management.written') return null;
  return `${environmentId.toString()}/${String(data['kind'])}/${String(data['entityId'])}`;
};

export type Verdict =
  | { readonly kind: 'happened' }
  | { readonly kind: 'published-again' }
  | { readonly kind: 'differs'; readonly difference: ResponseDifference }
  | { readonly kind: 'nothing' };

export const happened: Verdict = { kind: 'happened' };
export const nothing: Verdict = { kind: 'nothing' };
const publishedAgain: Verdict = { kind: 'published-again' };

const unless = (isMissing: boolean): Verdict => (isMissing ? nothing : happened);

/**
 * Compares a part of a result with the stored one. A stored result with another part publishes its fact under
 * another id, if it has such a fact (D122).
 */
export const partVerdict = (part: PublishedResponse, stored: PublishedResponse): Verdict =>
  Object.keys(part).every((name) => isDeepStrictEqual(part[name], stored[name])) ? happened : publishedAgain;

/**
 * Compares a published state of a member with the stored one. An erased member satisfies every published
 * state.
 */
export const memberVerdict = (
  member: MemberEffects | undefined,
  has: MemberEffect,
  atMs: number,
): Verdict => {
  if (member === undefined) return nothing;
  if (member.state === 'anonymized') return happened;
  // Another record has enrolled them, and the fact's id is derived from it.
  if (has === 'been enrolled') return member.enrolledAtMs === atMs ? happened : publishedAgain;
  return unless(member.state !== has);
};

type Reward = Omit<RewardEffects, 'environmentId' | 'id'>;

/** The fact's id is derived from its type and time. */
const returnedVerdict =
  (to: TakenBackState) =>
  ({ state, returnedAtMs }: Reward, atMs: number): Verdict => {
    if (returnedAtMs === null) return nothing;
    return state === to && returnedAtMs === atMs ? happened : publishedAgain;
  };

const rewardVerdicts: Readonly<Record<RewardEffect, (reward: Reward, atMs: number) => Verdict>> = {
  'been given': () => happened,
  ISSUED: ({ issuedAtMs }, atMs) => {
    if (issuedAtMs === null) return nothing;
    // The fact's id is derived from the time, so another time means another id.
    return issuedAtMs === atMs ? happened : publishedAgain;
  },
  // A person may have retried it since.
  FAILED: ({ state, retriedAtMs }, atMs) =>
    unless(state === 'PENDING_FULFILMENT' && (retriedAtMs ?? -Infinity) < atMs),
  REDEEMED: ({ state }) => unless(state !== 'REDEEMED'),
  EXPIRED: ({ state }) => unless(state !== 'EXPIRED'),
  'RETURNED EXPIRED': returnedVerdict('EXPIRED'),
  'RETURNED FAILED': returnedVerdict('FAILED'),
};

/**
 * Compares a published state of a reward with the stored one. A later state of a reward proves the earlier
 * ones.
 */
export const rewardVerdict = (reward: Reward | undefined, has: RewardEffect, atMs: number): Verdict =>
  reward === undefined ? nothing : rewardVerdicts[has](reward, atMs);

export const placeVerdict = (place: EntryPlace | TierPlace): Verdict => {
  if (place === null) return nothing;
  return place === 'in-place' ? happened : publishedAgain;
};

export const cardVerdict = (card: CardEffects | undefined, atMs: number): Verdict =>
  unless(card === undefined || card.completed === 0 || card.stampedAtMs < atMs);

/**
 * Compares a published suspension of a campaign with its state. A campaign that was changed after its
 * suspension may run again.
 */
export const budgetVerdict = (
  budget: BudgetEffects | undefined,
  has: 'alerted' | 'suspended',
  atMs: number,
): Verdict => {
  if (budget === undefined) return nothing;
  if (has === 'alerted') return unless(!budget.isAlerted);
  return unless(budget.state === 'ACTIVE' && budget.updatedAtMs < atMs);
};

/** Compares a published write of an entity with the stored one. A later write proves the earlier one. */
export const entityVerdict = (
  entity: Pick<WrittenEntity, 'updatedAtMs'> | undefined,
  has: EntityEffect,
): Verdict =>
  has === 'gone' ? unless(entity !== undefined) : unless(entity === undefined || entity.updatedAtMs < has);

/**
 * Where a fact comes from. A `stream` produces it again; a `redeem` produces it only with evidence that it
 * was accepted; nobody repeats a `call`.
 */
export type FactOrigin = 'stream' | 'redeem' | 'call';

/** A new type without an origin does not compile. */
const origins: Readonly<Record<FactType, FactOrigin>> = {
  'campaign.budget_alert': 'stream',
  'campaign.budget_suspended': 'stream',
  'event.processed': 'stream',
  'management.written': 'call',
  // Receipts enrol most members. Those whom a call enrolled stay missing until somebody repeats the call.
  'member.enrolled': 'stream',
  'member.erased': 'call',
  'member.merged': 'call',
  'member.points_forgiven': 'stream',
  'member.reference_changed': 'call',
  'member.stamp_card_completed': 'stream',
  'member.state_changed': 'call',
  'member.tier_changed': 'stream',
  'points.adjusted': 'call',
  'points.credited': 'stream',
  'points.expired': 'stream',
  'points.matured': 'stream',
  'receipt.repeated': 'stream',
  'reward.expired': 'stream',
  'reward.failed': 'stream',
  'reward.issued': 'stream',
  'reward.redeemed': 'call',
  'reward.requested': 'stream',
  'transaction.authorized': 'redeem',
  'transaction.captured': 'stream',
  'transaction.processed': 'stream',
  'transaction.redeemed': 'redeem',
  'transaction.refused': 'stream',
  'transaction.returned': 'stream',
  'transaction.voided': 'stream',
};

const types = Object.keys(origins) as readonly FactType[];

/** Returns the origin of a fact; a type that this build does not know counts as repeated. */
export const originOf = (type: string): FactOrigin =>
  Object.hasOwn(origins, type) ? origins[type as FactType] : 'stream';

/** The types that are rare, and that matter most after a restore: redeems, and what calls wrote. */
export const rareFactTypes: readonly FactType[] = types.filter((type) => origins[type] !== 'stream');

export const repeatedFactTypes: readonly FactType[] = types.filter((type) => origins[type] === 'stream');
