import { awaitAll, type Clock, type EnvironmentId, memberMapKey, type SegmentId } from '@loyalty/kernel';
import type { MemberChangeSet } from '@loyalty/rules/segments';
import {
  environmentsIn,
  type MemberUpdate,
  observeFollowerDelay,
  oldestFactAtMs,
} from '@loyalty/service/facts';
import { lockEnvironmentsShared, type Transaction } from '@loyalty/storage';
import type { BatchHandler, Message } from '@loyalty/streams';
import type { OwnedId } from '@loyalty/tables/accounts';
import { loadNewest } from '@loyalty/tables/lookup';
import {
  type ChangedSegment,
  changeMemberships,
  type Membership,
  type MembershipChanges,
  readMembershipsByKey,
} from '@loyalty/tables/memberships';
import {
  type JudgedMember,
  type JudgingSegment,
  readSegmentInputs,
  type SegmentRuleSet,
  type SegmentRuleSets,
} from '@loyalty/tables/segments';
import type { Metrics } from '@loyalty/telemetry/metrics';

interface MembershipBatchOptions {
  readonly ruleSets: SegmentRuleSets;
  /** Used only to observe the follower's delay. */
  readonly clock: Pick<Clock, 'now'>;
  /** The UTC day by the database's clock, as `utcDayOf` counts, so that all processes use the same day. */
  readonly readToday: (tx: Transaction) => Promise<number>;
  readonly metrics: Pick<Metrics, 'count' | 'observe'>;
}

interface RuledChanges extends MembershipChanges {
  /** An environment of the batch has. */
  readonly hasRules: boolean;
}

interface MembershipPlan extends RuledChanges {
  readonly oldestAtMs: number | null;
}

export type MemberRecheck = MemberUpdate<MemberChangeSet>;

/**
 * Creates the handler of batches. It locks no member: the shared environment lock excludes refreshes, and
 * each change of a member publishes another fact. Most batches only advance their positions.
 */
export const createMembershipBatch = (
  options: MembershipBatchOptions,
): BatchHandler<MemberRecheck, Transaction, MembershipPlan> => ({
  plan: async (tx, batch) => {
    return { ...(await planChanges(options, tx, batch)), oldestAtMs: oldestFactAtMs(batch) };
  },
  storeShared: async (tx, plan) => {
    count(options.metrics, await changeMemberships(tx, plan));
  },
  store: () => Promise.resolve(),
  hasEffect: ({ hasRules }) => hasRules,
  effectsOf: () => ({ facts: [], replies: [], rejected: [] }),
  committed: ({ oldestAtMs }) => {
    observeFollowerDelay(options, oldestAtMs);
  },
  // No `giveUp`: the member's next activity, or the nightly refresh, checks them again.
});

const count = (metrics: Pick<Metrics, 'count'>, changed: readonly ChangedSegment[]): void => {
  for (const { added, removed } of changed) {
    metrics.count('loyalty_membership_changes_total', { change: 'added' }, added);
    metrics.count('loyalty_membership_changes_total', { change: 'removed' }, removed);
  }
};

const nothing: RuledChanges = { added: [], removed: [], hasRules: false };

/**
 * Takes the environment lock, then reads rules, then members: this sees the result of refreshes, and all
 * changes behind the facts.
 */
const planChanges = async (
  { ruleSets, readToday }: MembershipBatchOptions,
  tx: Transaction,
  batch: readonly Message<MemberRecheck>[],
): Promise<RuledChanges> => {
  // First without a lock. An environment without rules can be skipped, and no key of its members is read: creating
  // the first rule requests a refresh.
  const unlocked = await loadNewest(ruleSets, tx, environmentsIn(batch));
  const ruled = unite(batch, ({ environmentId }) => isRuled(unlocked.get(environmentId)));
  if (ruled.length === 0) return nothing;
  const environmentIds = environmentsOf(ruled);
  const [, today] = await awaitAll([lockEnvironmentsShared(tx, 'segments', environmentIds), readToday(tx)]);
  const newest = await loadNewest(ruleSets, tx, environmentIds);
  const concerned = ruled.filter((one) => segmentsFor(one, newest).length > 0);
  const changes = concerned.length === 0 ? nothing : await judge(tx, concerned, { newest, today });
  return { ...changes, hasRules: true };
};

const isRuled = (ruleSet: SegmentRuleSet | undefined): boolean =>
  ruleSet !== undefined && ruleSet.segments.length > 0;

const segmentsFor = (
  { environmentId, change }: MemberRecheck,
  ruleSets: ReadonlyMap<EnvironmentId, SegmentRuleSet>,
): readonly JudgingSegment[] =>
  ruleSets.get(environmentId)?.segments.filter(({ changes }) => (changes & change) !== 0) ?? [];

const judge = async (
  tx: Transaction,
  updates: readonly MemberRecheck[],
  { newest, today }: { readonly newest: ReadonlyMap<EnvironmentId, SegmentRuleSet>; readonly today: number },
): Promise<MembershipChanges> => {
  const segmentsBy = new Map(updates.map((one) => [memberMapKey(one), segmentsFor(one, newest)]));
  const [members, memberships] = await awaitAll([
    readSegmentInputs(tx, updates, today),
    readMembershipsByKey(tx, updates, judgedSegments(updates, segmentsBy)),
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

const judgedSegments = (
  updates: readonly MemberRecheck[],
  segmentsBy: ReadonlyMap<string, readonly JudgingSegment[]>,
): readonly OwnedId[] => {
  const judged = new Map<SegmentId, OwnedId>();
  for (const update of updates)
    for (const { segmentId } of segmentsBy.get(memberMapKey(update)) ?? [])
      judged.set(segmentId, { environmentId: update.environmentId, id: segmentId });
  return [...judged.values()];
};

interface Changes {
  readonly added: Membership[];
  readonly removed: Membership[];
}

interface Among {
  readonly segments: readonly JudgingSegment[];
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

const unite = (
  batch: readonly Message<MemberRecheck>[],
  isWanted: (update: MemberRecheck) => boolean,
): MemberRecheck[] => {
  const united = new Map<string, MemberRecheck>();
  for (const { value } of batch) {
    if (!isWanted(value)) continue;
    const name = memberMapKey(value);
    const before = united.get(name)?.change ?? 0;
    united.set(name, {
      environmentId: value.environmentId,
      memberKey: value.memberKey,
      change: before | value.change,
    });
  }
  return [...united.values()];
};

const environmentsOf = (updates: readonly MemberRecheck[]): EnvironmentId[] => [
  ...new Set(updates.map(({ environmentId }) => environmentId)),
];
