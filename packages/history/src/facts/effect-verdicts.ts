import type { CardEffects, EntryPlace, MemberEffects, RewardEffects } from '@loyalty/accounts';
import type { BudgetEffects, WrittenEntity } from '@loyalty/configuration';
import type { ResponseDifference } from './compare-responses.ts';
import type { EntityEffect, MemberEffect, RewardEffect } from './fact-effects.ts';

/** The database's verdict on a fact: stored as published, published again under another id, stored differently, or not stored. */
export type Verdict =
  | { readonly kind: 'happened' }
  | { readonly kind: 'published-again' }
  | { readonly kind: 'differs'; readonly difference: ResponseDifference }
  | { readonly kind: 'nothing' };

export const happened: Verdict = { kind: 'happened' };
export const nothing: Verdict = { kind: 'nothing' };
const publishedAgain: Verdict = { kind: 'published-again' };

const unless = (isMissing: boolean): Verdict => (isMissing ? nothing : happened);

/** An erased member satisfies every published state, but not every number of tiers. */
export const memberSays = (member: MemberEffects | undefined, has: MemberEffect): Verdict => {
  if (member === undefined) return nothing;
  if (typeof has === 'number') return unless(member.tierSeq < has);
  return unless(has !== 'been enrolled' && member.state !== has && member.state !== 'anonymized');
};

type Reward = Omit<RewardEffects, 'environmentId' | 'id'>;

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
};

/** A later state of a reward proves the earlier ones. */
export const rewardSays = (reward: Reward | undefined, has: RewardEffect, atMs: number): Verdict =>
  reward === undefined ? nothing : rewardVerdicts[has](reward, atMs);

export const entrySays = (place: EntryPlace): Verdict => {
  if (place === null) return nothing;
  return place === 'in-place' ? happened : publishedAgain;
};

export const cardSays = (card: CardEffects | undefined, atMs: number): Verdict =>
  unless(card === undefined || card.completed === 0 || card.stampedAtMs < atMs);

/** A campaign that was changed after its suspension may run again. */
export const budgetSays = (
  budget: BudgetEffects | undefined,
  has: 'alerted' | 'suspended',
  atMs: number,
): Verdict => {
  if (budget === undefined) return nothing;
  if (has === 'alerted') return unless(!budget.isAlerted);
  return unless(budget.state === 'ACTIVE' && budget.updatedAtMs < atMs);
};

/** A later write proves the earlier one. */
export const entitySays = (
  entity: Pick<WrittenEntity, 'updatedAtMs'> | undefined,
  has: EntityEffect,
): Verdict =>
  has === 'gone' ? unless(entity !== undefined) : unless(entity === undefined || entity.updatedAtMs < has);
