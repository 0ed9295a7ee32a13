import { type EnvironmentId, uuidMax, uuidMin } from '@loyalty/kernel';
import type { SegmentRule } from '@loyalty/rules/segments';
import type { TierThreshold } from '@loyalty/rules/tiers';
import { onlyRow, type Queryable, rowArrays, type Statement } from '@loyalty/storage';
import { memberInputsSql } from './member-inputs.ts';
import { countChangesSql } from '../memberships.ts';
import { columnsOf, ruleSql, SqlValues } from './rule-sql.ts';

export interface RuledSegment {
  readonly segmentId: string;
  readonly rule: SegmentRule;
}

/** The members after one id and up to another, with what is needed to evaluate them. */
export interface SegmentChunk {
  readonly environmentId: EnvironmentId;
  /** The id before the chunk; null means from the first one on. */
  readonly afterId: string | null;
  readonly endId: string;
  readonly segments: readonly RuledSegment[];
  readonly tiers: readonly TierThreshold[];
  /** The present day, counted as in `utcDayOf`, by the clock of the process that evaluates. */
  readonly today: number;
}

export interface MembershipChange {
  readonly segmentId: string;
  readonly added: number;
  readonly removed: number;
}

/** A statement without a name, because each set of rules has its own text. */
export interface BuiltStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

const plannerText = `
  SELECT set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
         set_config('jit', 'off', true), set_config('work_mem', '16MB', true)`;

/**
 * Sets the planner for chunks. Its defaults suit single members: it would estimate ranges of random ids
 * badly, read days from their table instead of their key, and compile rules at too high a cost.
 */
export const setChunkPlanner = async (tx: Queryable): Promise<void> => {
  await tx.query(plannerText);
};

const endText = `
  SELECT id FROM members WHERE environment_id = $1 AND id > $2 ORDER BY id OFFSET $3::int - 1 LIMIT 1`;

export interface PageEnd {
  readonly endId: string;
  readonly isLast: boolean;
}

/**
 * Finds where a chunk ends. A member who is enrolled within it later belongs to it, because members and
 * memberships have the same bounds.
 */
export const findChunkEnd = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  { afterId, size }: { readonly afterId: string | null; readonly size: number },
): Promise<PageEnd> => {
  const [row] = await tx.query<{ id: string }>(endText, [environmentId, afterId ?? uuidMin, size]);
  return row === undefined ? { endId: uuidMax, isLast: true } : { endId: row.id, isLast: false };
};

/**
 * Writes memberships with the counts. The transaction must hold the environment's segment lock and have read
 * the rules under it: no other process then adds a dynamic membership, so a plain insert is enough.
 */
export const writeSegmentChunk = (tx: Queryable, page: SegmentChunk): Promise<MembershipChange[]> =>
  runPage<MembershipChange>(tx, page, segmentPageWrites);

/** A member who is in a segment without matching its rule, or matches it without being in it. */
export interface WrongMembership {
  readonly segmentId: string;
  readonly memberId: string;
  readonly isMember: boolean;
}

/** Returns the changes that {@link writeSegmentChunk} would make, and writes nothing. */
export const compareSegmentPage = (db: Queryable, page: SegmentChunk): Promise<WrongMembership[]> =>
  runPage<WrongMembership>(db, page, segmentPageComparison);

const runPage = async <Row>(
  db: Queryable,
  page: SegmentChunk,
  build: (page: SegmentChunk) => BuiltStatement,
): Promise<Row[]> => {
  if (page.segments.length === 0) return [];
  const { text, values } = build(page);
  return db.query<Row>(text, values);
};

export const segmentPageWrites = (page: SegmentChunk): BuiltStatement => {
  const values = new SqlValues();
  const text = `${wantedAndPresent(page, values)},
    removed AS (
      DELETE FROM segment_members s USING (TABLE present EXCEPT TABLE wanted) g
       WHERE s.environment_id = $1 AND s.member_id = g.member_id AND s.segment_id = g.segment_id
      RETURNING s.segment_id),
    added AS (
      INSERT INTO segment_members (environment_id, segment_id, member_id)
      SELECT $1, n.segment_id, n.member_id FROM (TABLE wanted EXCEPT TABLE present) n ORDER BY n.member_id, n.segment_id
      RETURNING segment_id),
    changes AS (
      SELECT segment_id, sum(added) AS added, sum(removed) AS removed
        FROM (SELECT segment_id, 1 AS added, 0 AS removed FROM added
              UNION ALL SELECT segment_id, 0, 1 FROM removed) c
       GROUP BY segment_id),
    counted AS (${countChangesSql('SELECT $1 AS environment_id, segment_id, added - removed AS change FROM changes')})
    SELECT segment_id AS "segmentId", added, removed FROM changes ORDER BY segment_id`;
  return { text, values: values.all };
};

const segmentPageComparison = (page: SegmentChunk): BuiltStatement => {
  const values = new SqlValues();
  const text = `${wantedAndPresent(page, values)}
    SELECT segment_id AS "segmentId", member_id AS "memberId", false AS "isMember"
      FROM (TABLE wanted EXCEPT TABLE present) n
     UNION ALL
    SELECT segment_id, member_id, true FROM (TABLE present EXCEPT TABLE wanted) g
     ORDER BY 1, 2`;
  return { text, values: values.all };
};

/** Each rule filters the page on its own: a join with a list of rules would prepare each for each member. */
const wantedAndPresent = (
  { environmentId, afterId, endId, segments, tiers, today }: SegmentChunk,
  values: SqlValues,
): string => {
  const environment = values.place(environmentId, 'int');
  const range = { after: values.place(afterId ?? uuidMin, 'uuid'), end: values.place(endId, 'uuid') };
  const ids = values.place(
    segments.map(({ segmentId }) => segmentId),
    'uuid[]',
  );
  const columns = columnsOf(segments.map(({ rule }) => rule));
  const inputs = { environment, range, columns, tiers, today: values.place(today, 'int') };
  const wanted = segments.map(
    ({ segmentId, rule }) =>
      `SELECT p.id AS member_id, ${values.place(segmentId, 'uuid')} AS segment_id FROM page p WHERE ${ruleSql(rule, values)}`,
  );
  return `
    WITH page AS MATERIALIZED (${memberInputsSql(inputs, values)}),
    wanted AS (${wanted.join(' UNION ALL ')}),
    present AS (
      SELECT member_id, segment_id FROM segment_members
       WHERE environment_id = ${environment} AND member_id > ${range.after} AND member_id <= ${range.end}
         AND segment_id = ANY (${ids}))`;
};

interface SegmentPreview {
  readonly rule: SegmentRule;
  readonly tiers: readonly TierThreshold[];
  /** Days are counted as in `utcDayOf`. */
  readonly today: number;
  readonly sampleSize: number;
}

export interface PreviewedSegment {
  readonly matchCount: number;
  readonly sampleMemberIds: readonly string[];
}

/** Counts the members of a segment exactly (D56), by reading every member of the environment. */
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

const wrongRows = rowArrays<WrongMembership>((fields) =>
  fields('segment_id uuid', 'member_id uuid', 'is_member boolean'),
).from(2);

// Windows end with their day. The refresh at the start of a day may take until one o'clock.
const atRestStatement: Statement = {
  name: 'memberships-at-rest',
  text: `SELECT w.segment_id AS "segmentId", w.member_id AS "memberId", w.is_member AS "isMember"
           FROM ${wrongRows.as('w')}
           JOIN members m ON m.environment_id = $1 AND m.id = w.member_id
           LEFT JOIN segment_states s ON s.environment_id = $1 AND s.segment_id = w.segment_id
           LEFT JOIN retierings p ON p.environment_id = $1
          WHERE m.updated_at < now() - interval '15 s'
            AND s.wanted IS NOT DISTINCT FROM s.done
            AND (p.wanted IS NOT DISTINCT FROM p.done OR w.segment_id <> ALL ($5::uuid[]))
            AND (now() >= date_trunc('day', now(), 'UTC') + interval '1 hour'
                 OR s.refreshed_at >= date_trunc('day', now(), 'UTC') OR s.refreshed_at IS NULL)
          ORDER BY w.segment_id, w.member_id`,
};

/**
 * Returns the wrong memberships that nothing is about to correct: no pending refresh, no activity within 15
 * s, and no re-tiering for `ofTiers`. Call it in the snapshot in which they were found wrong.
 */
export const findWrongMemberships = async (
  tx: Queryable,
  environmentId: EnvironmentId,
  { wrong, ofTiers }: { readonly wrong: readonly WrongMembership[]; readonly ofTiers: readonly string[] },
): Promise<WrongMembership[]> => {
  if (wrong.length === 0) return [];
  return tx.query<WrongMembership>(atRestStatement, [environmentId, ...wrongRows.valuesOf(wrong), ofTiers]);
};
