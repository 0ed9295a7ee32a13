import type { FieldError, HttpSchemas } from '@loyalty/contracts/http';
import {
  awaitAll,
  type EnvironmentId,
  groupBy,
  isUuid,
  type SegmentId,
  type TenantId,
} from '@loyalty/kernel';
import {
  changesOf,
  compileSegmentRule,
  type MemberChangeSet,
  readSegmentRule,
  type SegmentPredicate,
  type SegmentRule,
} from '@loyalty/rules/segments';
import type { Tier } from '@loyalty/rules/tiers';
import {
  type Database,
  type Queryable,
  readEnvironments,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { shownKey, storedKeyOf } from '../configuration/entity-keys.ts';
import { versionOf } from '../configuration/entity-version.ts';
import { type RowOf, tenantIdColumn } from '../configuration/entity-rows.ts';
import { versionFor } from '../configuration/config-version.ts';
import { memoryBytesOf, createVersionedCache, type VersionedCache } from '../lookup/versioned-cache.ts';
import { readSnapshotTiers } from '../snapshot/read-parts.ts';

/** Finds a segment. Returns null also for a text that is not a UUID (D2). */
export const findSegment = async (
  db: Queryable,
  environmentId: EnvironmentId,
  segmentId: string,
): Promise<SegmentRecord | null> => {
  if (!isUuid(segmentId)) return null;
  const [row] = await db.query<SegmentRow>(
    `SELECT ${segmentColumns} FROM segments s WHERE s.environment_id = $1 AND s.id = $2`,
    [environmentId, segmentId],
  );
  return row === undefined ? null : segmentRecordOf(row);
};

export const lockSegment = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  segmentId: string,
): Promise<SegmentRecord | null> => {
  if (!isUuid(segmentId)) return null;
  await tx.query('SELECT id FROM segments WHERE environment_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    environmentId,
    segmentId,
  ]);
  return findSegment(tx, environmentId, segmentId);
};

/** Locks the existing segments against deletion; other changes stay possible. Types never change. */
export const lockSegments = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  segmentIds: readonly string[],
): Promise<Map<SegmentId, SegmentType>> => {
  const wanted = segmentIds.filter(isUuid);
  if (wanted.length === 0) return new Map();
  const rows = await tx.query<{ id: SegmentId; type: SegmentType }>(
    `SELECT id, type FROM segments WHERE environment_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR KEY SHARE`,
    [environmentId, wanted],
  );
  return new Map(rows.map(({ id, type }) => [id, type]));
};

const dynamicEnvironmentsStatement: Statement = {
  name: 'segments-dynamic-environments',
  text: `SELECT DISTINCT environment_id AS id FROM segments WHERE type = 'DYNAMIC'`,
};

export const readDynamicEnvironments = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, dynamicEnvironmentsStatement);

const dynamicIdsStatement: Statement = {
  name: 'segments-dynamic-ids',
  text: `SELECT id FROM segments WHERE environment_id = $1 AND type = 'DYNAMIC' ORDER BY id`,
};

export const readDynamicSegmentIds = async (
  db: Queryable,
  environmentId: EnvironmentId,
): Promise<SegmentId[]> =>
  (await db.query<{ id: SegmentId }>(dynamicIdsStatement, [environmentId])).map(({ id }) => id);

/** The type of a segment: STATIC is a list that people edit, and DYNAMIC is a rule. */
export type SegmentType = HttpSchemas['SegmentType'];

/** The rules that select the members of a DYNAMIC segment (D57). */
export type SegmentRules = HttpSchemas['SegmentRules'];

/** The part of a segment that people write (D56). */
export interface SegmentContent {
  /** The key by which documents name it; null if that is its id (D343). */
  readonly key: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly type: SegmentType;
  /** The rules; null for a STATIC segment and only for it. */
  readonly rules: SegmentRules | null;
}

/**
 * A segment (D56). Its count and last refresh are stored elsewhere. Instants are in ISO 8601 in UTC, with
 * milliseconds.
 */
export interface SegmentRecord extends SegmentContent {
  readonly id: SegmentId;
  readonly tenantId: TenantId;
  readonly key: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type SegmentRow = RowOf<SegmentRecord>;

export const segmentColumns = `
  s.id, ${tenantIdColumn('s')},
  ${shownKey('s')}, s.name, s.description, s.type, s.rules,
  s.created_at AS "createdAt", s.updated_at AS "updatedAt"`;

export const segmentRecordOf = (row: SegmentRow): SegmentRecord => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

export const segmentContentOf = (segment: SegmentRecord): SegmentContent => ({
  key: storedKeyOf(segment),
  name: segment.name,
  description: segment.description,
  type: segment.type,
  rules: segment.rules,
});

/** Returns the version of a segment. Its members do not change the version. */
export const segmentVersionOf = (segment: SegmentRecord): string => {
  const { id, updatedAt } = segment;
  return versionOf({ id, updatedAt, ...segmentContentOf(segment) });
};

/** Returns key, name, description, type and rules. */
export const segmentContentValues = (content: SegmentContent): readonly unknown[] => [
  content.key,
  content.name,
  content.description,
  content.type,
  content.rules === null ? null : JSON.stringify(content.rules),
];

/**
 * A change of a segment. Absent fields stay, and null clears a field. The caller checks shapes and bounds,
 * also of the rules (D10, D57).
 */
export interface SegmentPatch {
  readonly key?: string;
  readonly name?: string;
  readonly description?: string | null;
  readonly rules?: SegmentRules | null;
}

export interface SegmentInput extends SegmentPatch {
  readonly name: string;
  readonly type: SegmentType;
}

export const blankSegment = ({ name, type }: SegmentInput): SegmentContent => ({
  key: null,
  name,
  description: null,
  type,
  rules: null,
});

export const applySegmentPatch = (current: SegmentContent, patch: SegmentPatch): SegmentContent => ({
  key: patch.key ?? current.key,
  name: patch.name ?? current.name,
  description: patch.description === undefined ? current.description : patch.description,
  type: current.type,
  rules: patch.rules === undefined ? current.rules : patch.rules,
});

/** Returns the faults of a segment: a DYNAMIC one must have rules, and a STATIC one must have none (D56). */
export const faultsOfSegment = ({ type, rules }: SegmentContent): FieldError[] => {
  if (type === 'DYNAMIC' && rules === null) return [faultOfRules('is required for a DYNAMIC segment')];
  return type === 'STATIC' && rules !== null ? [faultOfRules('must not be given for a STATIC segment')] : [];
};

const faultOfRules = (message: string): FieldError => ({ pointer: '/rules', message });

export interface JudgingSegment {
  readonly segmentId: SegmentId;
  readonly rule: SegmentRule;
  readonly judge: SegmentPredicate;
  /** The changes of a member that can change the membership. */
  readonly changes: MemberChangeSet;
}

export interface SegmentRuleSet {
  /** The version for segments (`versionFor`) at which the rules were read. */
  readonly version: number;
  readonly tiers: readonly Tier[];
  readonly segments: readonly JudgingSegment[];
  /** The number of rules that this build cannot read; their memberships stay unchanged. */
  readonly unreadable: number;
}

export type SegmentRuleSets = VersionedCache<SegmentRuleSet>;

export const createSegmentRuleSets = (db: Database): SegmentRuleSets =>
  createVersionedCache<SegmentRuleSet>({
    db,
    reader: 'segments',
    read: (held) => loadSegmentRuleSets(db, [...held.keys()]),
    bytesOf: ({ tiers, segments }) =>
      memoryBytesOf(tiers) +
      segments.reduce((sum, { rule }) => sum + compiledFactor * memoryBytesOf(rule), 0),
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
