import {
  changeMemberships,
  readMembershipsAmong,
  readSegmentInputs,
  type ChangedSegment,
  type JudgedMember,
  type Membership,
  type MembershipChanges,
} from '@loyalty/accounts';
import { observeFollowerDelay, oldestFactAtMs, type MemberUpdate } from '@loyalty/stream-service';
import { awaitAll, type Clock, type EnvironmentId, type SegmentId, memberMapKey } from '@loyalty/kernel';
import type { BatchHandler, Message } from '@loyalty/messaging';
import {
  loadNewest,
  type JudgingSegment,
  type SegmentRuleSet,
  type SegmentRuleSets,
} from '@loyalty/configuration';
import type { MemberChangeSet } from '@loyalty/rules';
import { lockEnvironmentsShared, type Transaction } from '@loyalty/storage';
import type { Metrics } from '@loyalty/telemetry';

export interface MembershipBatchOptions {
  readonly ruleSets: SegmentRuleSets;
  /** For the delay of looks alone. */
  readonly clock: Pick<Clock, 'now'>;
  /** The UTC day by the database's clock, as `utcDayOf` counts: processes whose clocks differ judge by one day. */
  readonly readToday: (tx: Transaction) => Promise<number>;
  readonly metrics: Pick<Metrics, 'count' | 'observe'>;
}

/** What a batch changes, and how old its oldest news is. */
export interface MembershipPlan extends MembershipChanges {
  /** Milliseconds since the epoch, by the broker's clock. */
  readonly oldestAtMs: number;
}

type News = MemberUpdate<MemberChangeSet>;
type Batch = readonly Message<News>[];

/**
 * Judges each member that there is news of by the rules that the news can matter to, and changes what they belong to. No member is
 * locked: the gate keeps passes away, and whoever changes the member tells of it again. Most batches only move their positions.
 */
export const createMembershipBatch = (
  options: MembershipBatchOptions,
): BatchHandler<News, Transaction, MembershipPlan> => ({
  plan: async (tx, batch) => {
    return { ...(await judgeNews(options, tx, unite(batch))), oldestAtMs: oldestFactAtMs(batch) };
  },
  storeShared: async (tx, plan) => {
    count(options.metrics, await changeMemberships(tx, plan));
  },
  store: () => Promise.resolve(),
  effectsOf: () => ({ facts: [], replies: [], rejected: [] }),
  committed: ({ oldestAtMs }) => {
    observeFollowerDelay(options, oldestAtMs);
  },
  // The letter is for an operator; the member's next activity, or the nightly pass, judges again.
  giveUp: () => Promise.resolve([]),
});

const count = (metrics: Pick<Metrics, 'count'>, changed: readonly ChangedSegment[]): void => {
  for (const { added, removed } of changed) {
    metrics.count('loyalty_membership_changes_total', { change: 'added' }, added);
    metrics.count('loyalty_membership_changes_total', { change: 'removed' }, removed);
  }
};

const nothing: MembershipChanges = { added: [], removed: [] };

/** Gate, then rules, then members: what a pass has left is seen, and everything that news told of too. */
const judgeNews = async (
  { ruleSets, readToday }: MembershipBatchOptions,
  tx: Transaction,
  news: readonly News[],
): Promise<MembershipChanges> => {
  // At a glance: where there are no rules now, whoever makes the first asks for a pass over everybody.
  const glance = await loadNewest(ruleSets, tx, environmentsOf(news));
  const ruled = news.filter(({ environmentId }) => hasRules(glance.get(environmentId)));
  if (ruled.length === 0) return nothing;
  const environmentIds = environmentsOf(ruled);
  const [, today] = await awaitAll([lockEnvironmentsShared(tx, 'segments', environmentIds), readToday(tx)]);
  const newest = await loadNewest(ruleSets, tx, environmentIds);
  const concerned = ruled.filter((one) => segmentsFor(one, newest).length > 0);
  return concerned.length === 0 ? nothing : judge(tx, concerned, { newest, today });
};

const hasRules = (ruleSet: SegmentRuleSet | undefined): boolean =>
  ruleSet !== undefined && ruleSet.segments.length > 0;

/** The segments that news of a member can matter to. */
const segmentsFor = (
  { environmentId, change }: News,
  ruleSets: ReadonlyMap<EnvironmentId, SegmentRuleSet>,
): readonly JudgingSegment[] =>
  ruleSets.get(environmentId)?.segments.filter(({ changes }) => (changes & change) !== 0) ?? [];

interface Judging {
  readonly newest: ReadonlyMap<EnvironmentId, SegmentRuleSet>;
  readonly today: number;
}

const judge = async (
  tx: Transaction,
  news: readonly News[],
  { newest, today }: Judging,
): Promise<MembershipChanges> => {
  const segmentsBy = new Map(news.map((one) => [memberMapKey(one), segmentsFor(one, newest)]));
  const segmentIds = new Set([...segmentsBy.values()].flat().map(({ segmentId }) => segmentId));
  const [members, memberships] = await awaitAll([
    readSegmentInputs(tx, news, today),
    readMembershipsAmong(tx, news, [...segmentIds]),
  ]);
  const present = new Map(memberships.map(({ memberId, segmentIds: ids }) => [memberId, new Set(ids)]));
  const changes: Changes = { added: [], removed: [] };
  for (const member of members) {
    const among = {
      segments: segmentsBy.get(memberMapKey(member)) ?? [],
      present: present.get(member.memberId),
    };
    noteChanges(changes, member, { ...among, today });
  }
  return changes;
};

interface Changes {
  readonly added: Membership[];
  readonly removed: Membership[];
}

interface Among {
  readonly segments: readonly JudgingSegment[];
  /** Those of them that the member is in; absent: none. */
  readonly present: ReadonlySet<SegmentId> | undefined;
  readonly today: number;
}

const noteChanges = (
  { added, removed }: Changes,
  member: JudgedMember,
  { segments, present, today }: Among,
): void => {
  for (const segment of segments) {
    const isIn = present?.has(segment.segmentId) ?? false;
    const belongs = segment.judge(member.inputs, today);
    if (belongs !== isIn) (belongs ? added : removed).push(membershipOf(member, segment));
  }
};

const membershipOf = (
  { environmentId, memberId }: JudgedMember,
  { segmentId }: JudgingSegment,
): Membership => ({ environmentId, memberId, segmentId });

/** One for each member, with everything that the batch tells of them. */
const unite = (batch: Batch): News[] => {
  const united = new Map<string, News>();
  for (const { value } of batch) {
    const name = memberMapKey(value);
    const before = united.get(name);
    united.set(name, before === undefined ? value : { ...value, change: before.change | value.change });
  }
  return [...united.values()];
};

const environmentsOf = (news: readonly News[]): EnvironmentId[] => [
  ...new Set(news.map(({ environmentId }) => environmentId)),
];
