import type { EnvironmentId, SegmentId } from '@loyalty/kernel';
import {
  changesOf,
  compileSegmentRule,
  readSegmentRule,
  type MemberChangeSet,
  type SegmentPredicate,
  type SegmentRule,
  type Tier,
} from '@loyalty/rules';
import type { Database, Queryable, Statement } from '@loyalty/storage';
import { createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import { readSnapshotTiers } from '../snapshot/read-snapshot-tiers.ts';

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
  /** `environments.config_version` at which this was read. */
  readonly version: number;
  readonly tiers: readonly Tier[];
  readonly segments: readonly JudgingSegment[];
  /** The number of segments whose rules this build cannot read; their memberships stay unchanged. */
  readonly unreadable: number;
}

/** Rule sets of segments, cached in memory. */
export type SegmentRuleSets = VersionedCache<SegmentRuleSet>;

export const createSegmentRuleSets = (db: Database): SegmentRuleSets =>
  createVersionedCache(db, (environmentId) => loadSegmentRuleSet(db, environmentId));

const versionStatement: Statement = {
  name: 'segment-programme-version',
  text: 'SELECT config_version AS version FROM environments WHERE id = $1',
};

const rulesStatement: Statement = {
  name: 'segment-programme-rules',
  text: `SELECT id AS "segmentId", rules FROM segments
          WHERE environment_id = $1 AND type = 'DYNAMIC' ORDER BY id`,
};

const loadSegmentRuleSet = (db: Database, environmentId: EnvironmentId): Promise<SegmentRuleSet | null> =>
  db.readConsistently(async (tx) => {
    const [found] = await tx.query<{ version: number }>(versionStatement, [environmentId]);
    if (found === undefined) return null;
    const tiers = await readSnapshotTiers(tx, environmentId);
    const rows = await readRules(tx, environmentId);
    const segments = rows.flatMap(({ segmentId, rules }) => {
      const rule = readSegmentRule(rules);
      return rule === null ? [] : [judgingSegment(segmentId, rule, tiers)];
    });
    return { version: found.version, tiers, segments, unreadable: rows.length - segments.length };
  });

const readRules = (tx: Queryable, environmentId: EnvironmentId) =>
  tx.query<{ segmentId: SegmentId; rules: unknown }>(rulesStatement, [environmentId]);

const judgingSegment = (segmentId: SegmentId, rule: SegmentRule, tiers: readonly Tier[]): JudgingSegment => ({
  segmentId,
  rule,
  changes: changesOf(rule),
  judge: compileSegmentRule(rule, tiers),
});
