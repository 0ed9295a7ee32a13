import type { CardEffects, EntryPlace, MemberEffects, RewardEffects } from '@loyalty/accounts';
import type { BudgetEffects, WrittenEntity } from '@loyalty/configuration';
import type { ResponseDifference } from './compare-responses.ts';
import type { EntityEffect, MemberEffect, RewardEffect } from './fact-effects.ts';

/** What the database says of a fact: it is so, it came again and was told under another id, it is otherwise, or it is not there. */
export type Verdict =
  | { readonly kind: 'happened' }
  | { readonly kind: 'told-again' }
  | { readonly kind: 'differs'; readonly difference: ResponseDifference }
  | { readonly kind: 'nothing' };

export const happened: Verdict = { kind: 'happened' };
export const nothing: Verdict = { kind: 'nothing' };
const toldAgain: Verdict = { kind: 'told-again' };

const unless = (isMissing: boolean): Verdict => (isMissing ? nothing : happened);

/** Who is erased by now needs nothing else of what was told. */
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
    // The id of what is told is made of the time.
    return issuedAtMs === atMs ? happened : toldAgain;
  },
  // It may have been asked for again since.
  FAILED: ({ state, retriedAtMs }, atMs) =>
    unless(state === 'PENDING_FULFILMENT' && (retriedAtMs ?? -Infinity) < atMs),
  REDEEMED: ({ state }) => unless(state !== 'REDEEMED'),
  EXPIRED: ({ state }) => unless(state !== 'EXPIRED'),
};

/** Whatever is later in the life of a reward says that what is earlier was so. */
export const rewardSays = (reward: Reward | undefined, has: RewardEffect, atMs: number): Verdict =>
  reward === undefined ? nothing : rewardVerdicts[has](reward, atMs);

export const entrySays = (place: EntryPlace): Verdict => {
  if (place === null) return nothing;
  return place === 'in-place' ? happened : toldAgain;
};

export const cardSays = (card: CardEffects | undefined, atMs: number): Verdict =>
  unless(card === undefined || card.completed === 0 || card.stampedAtMs < atMs);

/** A campaign that was changed since may run again. */
export const budgetSays = (
  budget: BudgetEffects | undefined,
  has: 'alerted' | 'suspended',
  atMs: number,
): Verdict => {
  if (budget === undefined) return nothing;
  if (has === 'alerted') return unless(!budget.isAlerted);
  return unless(budget.state === 'ACTIVE' && budget.updatedAtMs < atMs);
};

/** What was written later says that what is earlier was so. */
export const entitySays = (
  entity: Pick<WrittenEntity, 'updatedAtMs'> | undefined,
  has: EntityEffect,
): Verdict =>
  has === 'gone' ? unless(entity !== undefined) : unless(entity === undefined || entity.updatedAtMs < has);
