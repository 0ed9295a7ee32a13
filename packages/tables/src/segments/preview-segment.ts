import type { EnvironmentId } from '@loyalty/kernel';
import type { SegmentRule, TierThreshold } from '@loyalty/rules';
import { onlyRow, type Queryable } from '@loyalty/storage';
import { columnsOf } from './input-columns.ts';
import { memberInputsSql } from './member-inputs-sql.ts';
import { ruleSql } from './rule-sql.ts';
import { SqlValues } from './sql-values.ts';

/** A rule that is not stored, and the inputs of its evaluation. */
export interface SegmentPreview {
  readonly rule: SegmentRule;
  readonly tiers: readonly TierThreshold[];
  /** The current day, as `utcDayOf` counts days. */
  readonly today: number;
  /** At most so many members are returned by id. */
  readonly sampleSize: number;
}

export interface PreviewedSegment {
  readonly matchCount: number;
  /** The ids of some members who match. */
  readonly sampleMemberIds: readonly string[];
}

/** Counts the members who would belong to a segment (D56); it never estimates. It reads every member of the environment. */
export const previewSegment = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { rule, tiers, today, sampleSize }: SegmentPreview,
): Promise<PreviewedSegment> => {
  const values = new SqlValues();
  const [environment, day] = [values.place(environmentId, 'int'), values.place(today, 'int')];
  const inputs = { environment, range: null, columns: columnsOf([rule]), tiers, today: day };
  const members = memberInputsSql(inputs, values);
  const text = `
    SELECT count(*) AS "matchCount",
           coalesce(array_agg(id ORDER BY id) FILTER (WHERE place <= ${values.place(sampleSize, 'int')}), '{}')
             AS "sampleMemberIds"
      FROM (SELECT p.id, row_number() OVER () AS place FROM (${members}) p
             WHERE ${ruleSql(rule, values)}) matching`;
  return onlyRow(await db.query<PreviewedSegment>(text, values.all), 'a preview');
};
