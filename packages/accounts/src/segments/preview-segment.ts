import type { EnvironmentId } from '@loyalty/kernel';
import { windowsOf, type SegmentRule, type TierThreshold } from '@loyalty/rules';
import { onlyRow, type Queryable } from '@loyalty/storage';
import { memberInputsSql } from './member-inputs-sql.ts';
import { ruleSql } from './rule-sql.ts';
import { SqlValues } from './sql-values.ts';

/** A rule that nobody has stored, and what it is judged by. */
export interface SegmentPreview {
  readonly rule: SegmentRule;
  readonly tiers: readonly TierThreshold[];
  /** As `utcDayOf` counts. */
  readonly today: number;
  /** How many members to name at most. */
  readonly sampleSize: number;
}

export interface PreviewedSegment {
  readonly matchCount: number;
  /** Any of those who match. */
  readonly sampleMemberIds: readonly string[];
}

/** Who would belong to a segment (D56): counted, never estimated. It reads every member of the environment. */
export const previewSegment = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { rule, tiers, today, sampleSize }: SegmentPreview,
): Promise<PreviewedSegment> => {
  const values = new SqlValues();
  const [environment, day] = [values.place(environmentId, 'int'), values.place(today, 'int')];
  const where = `m.environment_id = ${environment}`;
  const members = memberInputsSql({ where, windows: windowsOf(rule), tiers, today: day }, values);
  const text = `
    SELECT count(*) AS "matchCount",
           coalesce(array_agg(id ORDER BY id) FILTER (WHERE place <= ${values.place(sampleSize, 'int')}), '{}')
             AS "sampleMemberIds"
      FROM (SELECT p.id, row_number() OVER () AS place FROM (${members}) p
             WHERE ${ruleSql(rule, values)}) matching`;
  return onlyRow(await db.query<PreviewedSegment>(text, values.all), 'a preview');
};
