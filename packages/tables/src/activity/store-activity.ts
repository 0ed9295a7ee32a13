import type { EnvironmentId } from '@loyalty/kernel';
import { type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import { type ActivityCounts, countFields } from './activity-counts.ts';

/** The length of a step: a minute, an hour or a day. */
export type StepMinutes = 1 | 60 | 1_440;

export interface ActivityRow {
  readonly environmentId: EnvironmentId;
  readonly stepMinutes: StepMinutes;
  /** The beginning of the step. */
  readonly atMs: number;
  /** Null means the whole environment. */
  readonly campaignId: string | null;
  readonly counts: ActivityCounts;
}

/** The id that stands for the whole environment in place of a campaign, because a key has no null. */
export const wholeEnvironment = '00000000-0000-0000-0000-000000000000';

const columnOf = (field: string): string =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const columns = countFields.map(columnOf);

/** Two numbers of JavaScript fit into a bigint, and the next reader takes one of them. */
const most = Number.MAX_SAFE_INTEGER;

const sumOf = (column: string): string =>
  `least(${most.toString()}, greatest(-${most.toString()}, activity.${column} + EXCLUDED.${column}))`;

const bounded = (count: number): number => Math.min(most, Math.max(-most, count));

const addedRows = rowArrays<ActivityRow>((fields, rows) => [
  ...fields('environment_id int', 'step_minutes smallint', 'at_ms bigint'),
  ['campaign_id', 'uuid', rows.map(({ campaignId }) => campaignId ?? wholeEnvironment)],
  ...countFields.map(
    (field) => [columnOf(field), 'bigint', rows.map(({ counts }) => bounded(counts[field]))] as const,
  ),
]);
const addStatement: Statement = {
  name: 'activity-add',
  // In the order of the key, so that two processes that add to the same rows do not wait crosswise.
  text: `INSERT INTO activity (environment_id, step_minutes, at, campaign_id, ${columns.join(', ')})
         SELECT environment_id, step_minutes, to_timestamp(at_ms / 1000.0), campaign_id, ${columns.join(', ')}
           FROM ${addedRows.as('a')}
          ORDER BY environment_id, step_minutes, at_ms, campaign_id
         ON CONFLICT (environment_id, step_minutes, at, campaign_id) DO UPDATE
            SET ${columns.map((column) => `${column} = ${sumOf(column)}`).join(', ')}`,
};

/** Adds counts; each key may occur once. It is one statement, which holds its locks only while it runs. */
export const addActivity = async (db: Queryable, rows: readonly ActivityRow[]): Promise<void> => {
  if (rows.length > 0) await db.query(addStatement, addedRows.valuesOf(rows));
};
