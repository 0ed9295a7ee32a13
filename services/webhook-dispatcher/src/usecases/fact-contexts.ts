import { type CampaignId, type EnvironmentId, groupBy, type MemberId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { MessageFailure } from '@loyalty/streams';
import { type MemberRef, readMemberRefs } from '@loyalty/tables/accounts';
import { readCampaignNames } from '@loyalty/tables/campaigns';
import { readRewardValues, type RewardValue } from '@loyalty/tables/granted-rewards';
import type { PublicFact, WebhookFact } from './public-fact.ts';
import type { FactContext } from './webhook-data.ts';

export interface FactContexts {
  /** Returns null if the fact's member is erased: no event about them is sent any more. */
  of(fact: WebhookFact): FactContext | null;
  lacksOf(fact: WebhookFact): boolean;
}

export const loadFactContexts = async (
  db: Queryable,
  facts: readonly WebhookFact[],
): Promise<FactContexts> => {
  const members = new Map(
    (await readMemberRefs(db, membersOf(facts))).map((member) => [member.memberId as string, member]),
  );
  const issued = facts.filter(({ fact }) => fact.type === 'reward.issued');
  const rewards = await readRewardValues(db, issued.map(rewardOf));
  const campaignNames = await readNames(db, issued);
  const read = { members, rewards, campaignNames };
  return { of: (fact) => besideOf(fact, read), lacksOf: (fact) => lacksOf(fact, read) };
};

/** Returns the member of a fact; null for an erasure, because its event outlives the member. */
export const memberIdOf = ({ fact }: PublicFact): MemberId | null =>
  fact.type !== 'member.erased' && 'memberId' in fact.data ? (fact.data.memberId as MemberId) : null;

const membersOf = (facts: readonly PublicFact[]): { environmentId: EnvironmentId; memberId: MemberId }[] => {
  const members = new Map<MemberId, EnvironmentId>();
  for (const fact of facts) {
    const memberId = memberIdOf(fact);
    if (memberId !== null) members.set(memberId, fact.environmentId);
  }
  return [...members].map(([memberId, environmentId]) => ({ environmentId, memberId }));
};

const rewardOf = ({ environmentId, fact }: PublicFact): { environmentId: EnvironmentId; id: string } => ({
  environmentId,
  id: 'rewardId' in fact.data ? fact.data.rewardId : '',
});

const readNames = async (
  db: Queryable,
  issued: readonly PublicFact[],
): Promise<ReadonlyMap<CampaignId, string>> => {
  const names = new Map<CampaignId, string>();
  for (const [environmentId, facts] of groupBy(issued, (fact) => fact.environmentId)) {
    const ids = facts.map(campaignIdOf).filter((id) => id !== null);
    for (const [id, name] of await readCampaignNames(db, environmentId, ids)) names.set(id, name);
  }
  return names;
};

const campaignIdOf = ({ fact }: PublicFact): CampaignId | null =>
  fact.type === 'reward.issued' ? (fact.data.campaignId as CampaignId | null) : null;

interface ReadContexts {
  readonly members: ReadonlyMap<string, MemberRef>;
  readonly rewards: ReadonlyMap<string, RewardValue>;
  readonly campaignNames: ReadonlyMap<CampaignId, string>;
}

const besideOf = (
  fact: PublicFact,
  { members, rewards, campaignNames }: ReadContexts,
): FactContext | null => {
  const memberId = memberIdOf(fact);
  const member = memberId === null ? null : foundIn(members, memberId, 'member');
  if (member?.isErased === true) return null;
  const campaignId = campaignIdOf(fact);
  return {
    ledgerSeq: fact.ledgerSeq,
    memberRef: member?.externalRef ?? '',
    rewardValue:
      fact.fact.type === 'reward.issued' ? foundIn(rewards, fact.fact.data.rewardId, 'reward') : {},
    campaignName: campaignId === null ? null : foundIn(campaignNames, campaignId, 'campaign'),
  };
};

const lacksOf = (fact: PublicFact, { members, rewards, campaignNames }: ReadContexts): boolean => {
  const memberId = memberIdOf(fact);
  const campaignId = campaignIdOf(fact);
  return (
    (memberId !== null && !members.has(memberId)) ||
    (fact.fact.type === 'reward.issued' && !rewards.has(fact.fact.data.rewardId)) ||
    (campaignId !== null && !campaignNames.has(campaignId))
  );
};

/** Throws MessageFailure if the row is missing: a fact is published after its rows are committed. */
const foundIn = <Id extends string, T>(all: ReadonlyMap<Id, T>, id: Id, what: string): T => {
  const found = all.get(id);
  if (found === undefined) throw new MessageFailure(`the fact names a ${what} that is not there`);
  return found;
};
