import { awaitAll, type EnvironmentId, groupBy, type SegmentId } from '@loyalty/kernel';
import {
  changesOf,
  compileSegmentRule,
  type MemberChangeSet,
  readSegmentRule,
  type SegmentPredicate,
  type SegmentRule,
} from '@loyalty/rules/segments';
import type { Tier } from '@loyalty/rules/tiers';
import type { Database, Statement } from '@loyalty/storage';
import { versionFor } from '../configuration/config-version.ts';
import { approximateBytes, createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import { readSnapshotTiers } from '../snapshot/read-parts.ts';

/** A DYNAMIC segment with its compiled rule. */
export interface JudgingSegment {
  readonly segmentId: SegmentId;
  readonly rule: SegmentRule;
  readonly judge: SegmentPredicate;
  /** The changes of a member that can change the membership. */
  readonly changes: MemberChangeSet;
}

/** The DYNAMIC segments of an environment, and the tiers that their rules need. */
export interface SegmentRuleSet {
  /** The version for segments (`versionFor`) at which this was read. */
  readonly version: number;
  readonly tiers: readonly Tier[];
  readonly segments: readonly JudgingSegment[];
  /** The number of segments whose rules this build cannot read; their memberships stay unchanged. */
  readonly unreadable: number;
}

/** Rule sets of segments, cached in memory. */
export type SegmentRuleSets = VersionedCache<SegmentRuleSet>;

export const createSegmentRuleSets = (db: Database): SegmentRuleSets =>
  createVersionedCache<SegmentRuleSet>({
    db,
    reader: 'segments',
    read: (held) => loadSegmentRuleSets(db, [...held.keys()]),
    bytesOf: ({ tiers, segments }) =>
      approximateBytes(tiers) +
      segments.reduce((sum, { rule }) => sum + compiledFactor * approximateBytes(rule), 0),
  });

/** A compiled rule is a tree of functions, about twice as large as its text. */
const compiledFactor = 3;

const versionStatement: Statement = {
  name: 'segment-programme-versions',
  text: `SELECT id, ${versionFor('segments')} AS version FROM environments WHERE id = ANY ($1::int[])`,
};

interface RuleRow {
  readonly environmentId: EnvironmentId;
  readonly segmentId: SegmentId;
  readonly rules: unknown;
}

const rulesStatement: Statement = {
  name: 'segment-programme-rules',
  text: `SELECT environment_id AS "environmentId", id AS "segmentId", rules FROM segments
          WHERE environment_id = ANY ($1::int[]) AND type = 'DYNAMIC' ORDER BY id`,
};

const loadSegmentRuleSets = (
  db: Database,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, SegmentRuleSet>> =>
  db.readConsistently(async (tx) => {
    const [versions, tiersBy, rules] = await awaitAll([
      tx.query<{ id: EnvironmentId; version: number }>(versionStatement, [environmentIds]),
      readSnapshotTiers(tx, environmentIds),
      tx.query<RuleRow>(rulesStatement, [environmentIds]),
    ]);
    const rulesBy = groupBy(rules, ({ environmentId }) => environmentId);
    return new Map(
      versions.map(({ id, version }) => [
        id,
        ruleSetOf(version, rulesBy.get(id) ?? [], tiersBy.get(id) ?? []),
      ]),
    );
  });

const ruleSetOf = (version: number, rows: readonly RuleRow[], tiers: readonly Tier[]): SegmentRuleSet => {
  const segments = rows.flatMap(({ segmentId, rules }) => {
    const rule = readSegmentRule(rules);
    return rule === null ? [] : [judgingSegment(segmentId, rule, tiers)];
  });
  return { version, tiers, segments, unreadable: rows.length - segments.length };
};

const judgingSegment = (segmentId: SegmentId, rule: SegmentRule, tiers: readonly Tier[]): JudgingSegment => ({
  segmentId,
  rule,
  changes: changesOf(rule),
  judge: compileSegmentRule(rule, tiers),
});
