import type { EnvironmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import { type ActivityCounts, countFields } from './activity-counts.ts';

/** A step is a minute, an hour or a day. */
export type StepMinutes = 1 | 60 | 1_440;

export interface ActivityRow {
  readonly environmentId: EnvironmentId;
  readonly stepMinutes: StepMinutes;
  /** This is the beginning of the step. */
  readonly atMs: number;
  /** Null means the whole environment. */
  readonly campaignId: string | null;
  readonly counts: ActivityCounts;
}

/** It replaces a campaign, because a key has no null. */
export const wholeEnvironment = '00000000-0000-0000-0000-000000000000';

const columns = countFields.map((field) =>
  field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
);

const arrays = columns.map((_, at) => `$${(at + 5).toString()}::bigint[]`);

/** Two numbers of JavaScript fit into a bigint, and the next reader takes one of them. */
const most = Number.MAX_SAFE_INTEGER;

const sumOf = (column: string): string =>
  `least(${most.toString()}, greatest(-${most.toString()}, activity.${column} + EXCLUDED.${column}))`;

const bounded = (count: number): number => Math.min(most, Math.max(-most, count));

const addStatement: Statement = {
  name: 'activity-add',
  // In the order of the key, so that two processes that add to the same rows do not wait crosswise.
  text: `INSERT INTO activity (environment_id, step_minutes, at, campaign_id, ${columns.join(', ')})
         SELECT environment_id, step_minutes, to_timestamp(at_ms / 1000.0), campaign_id, ${columns.join(', ')}
           FROM unnest($1::int[], $2::smallint[], $3::bigint[], $4::uuid[], ${arrays.join(', ')})
                AS a (environment_id, step_minutes, at_ms, campaign_id, ${columns.join(', ')})
          ORDER BY environment_id, step_minutes, at_ms, campaign_id
         ON CONFLICT (environment_id, step_minutes, at, campaign_id) DO UPDATE
            SET ${columns.map((column) => `${column} = ${sumOf(column)}`).join(', ')}`,
};

/** Each key at most once. One statement: it holds its locks for as long as it takes. */
export const addActivity = async (db: Queryable, rows: readonly ActivityRow[]): Promise<void> => {
  if (rows.length === 0) return;
  await db.query(addStatement, [
    rows.map(({ environmentId }) => environmentId),
    rows.map(({ stepMinutes }) => stepMinutes),
    rows.map(({ atMs }) => atMs),
    rows.map(({ campaignId }) => campaignId ?? wholeEnvironment),
    ...countFields.map((field) => rows.map(({ counts }) => bounded(counts[field]))),
  ]);
};
