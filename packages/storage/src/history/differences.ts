import { type EnvironmentId, uuidMin } from '@loyalty/kernel';
import type { Queryable, Statement } from '../sql/database.ts';
import { rowArrays } from '../sql/row-arrays.ts';

export interface Difference {
  readonly environmentId: EnvironmentId;
  readonly operation: string;
  readonly ref: string;
  readonly memberId: string | null;
  readonly published: Readonly<Record<string, unknown>>;
  /** The stored result; null if the request was refused or nothing is stored. */
  readonly stored: Readonly<Record<string, unknown>> | null;
  readonly refusal: string | null;
  /** The published points. They have the sign with which they change the balance. */
  readonly pointsPublished: number;
  readonly pointsStored: number;
  readonly isBalanceOnly: boolean;
}

/** How a difference was settled. The comments on the columns of `history_differences` define each outcome. */
export type DifferenceOutcome = 'SETTLED' | 'HONOURED' | 'CLOSED';

export interface StoredDifference extends Difference {
  readonly epoch: string;
  readonly outcome: DifferenceOutcome | null;
}

const insertedRows = rowArrays<Difference & { readonly epoch?: string }>((fields, rows) => [
  ['epoch', 'uuid', rows.map(({ epoch }) => epoch ?? null)],
  ...fields('environment_id int', 'operation text', 'ref text', 'member_id uuid'),
  ['told', 'jsonb', rows.map(({ published }) => JSON.stringify(published))],
  ['stored', 'jsonb', rows.map(({ stored }) => (stored === null ? null : JSON.stringify(stored)))],
  ...fields('refusal text'),
  ['points_told', 'bigint', rows.map(({ pointsPublished }) => pointsPublished)],
  ...fields('points_stored bigint', 'is_balance_only boolean'),
]);
const insertStatement: Statement = {
  name: 'history-differences-insert',
  text: `INSERT INTO history_differences (epoch, environment_id, operation, ref, member_id, told, stored, refusal, points_told,
                                          points_stored, is_balance_only, outcome, settled_at)
         SELECT coalesce(d.epoch, h.epoch), environment_id, operation, ref, member_id, told, stored, refusal, points_told,
                points_stored, is_balance_only, CASE WHEN is_balance_only THEN 'SETTLED' END,
                CASE WHEN is_balance_only THEN clock_timestamp() END
           FROM ${insertedRows.as('d')}
          CROSS JOIN database_history h
             ON CONFLICT DO NOTHING`,
};

/** Inserts differences. A difference only in balances is settled immediately. */
export const insertDifferences = async (
  db: Queryable,
  differences: readonly (Difference & { readonly epoch?: string })[],
): Promise<void> => {
  if (differences.length > 0) await db.query(insertStatement, insertedRows.valuesOf(differences));
};

const columns = `epoch, environment_id AS "environmentId", operation, ref, member_id AS "memberId", told AS published, stored, refusal,
                 points_told AS "pointsPublished", points_stored AS "pointsStored", is_balance_only AS "isBalanceOnly", outcome`;

const listStatement: Statement = {
  name: 'history-differences-list',
  text: `SELECT ${columns} FROM history_differences WHERE epoch = $1 ORDER BY environment_id, operation, ref`,
};

export const listDifferences = (db: Queryable, epoch: string): Promise<StoredDifference[]> =>
  db.query<StoredDifference>(listStatement, [epoch]);

const unstoredStatement: Statement = {
  name: 'history-differences-unstored',
  text: `SELECT ${columns} FROM history_differences
          WHERE settled_at IS NULL AND stored IS NULL
            AND (epoch, environment_id, operation, ref) > ($1::uuid, $2, $3, $4)
          ORDER BY epoch, environment_id, operation, ref LIMIT $5`,
};

type Named = Pick<StoredDifference, 'epoch' | 'environmentId' | 'operation' | 'ref'>;

const first = { epoch: uuidMin, environmentId: 0, operation: '', ref: '' };

export const readUnstored = (
  db: Queryable,
  { after, limit }: { readonly after: Named | null; readonly limit: number },
): Promise<StoredDifference[]> => {
  const { epoch, environmentId, operation, ref } = after ?? first;
  return db.query<StoredDifference>(unstoredStatement, [epoch, environmentId, operation, ref, limit]);
};

const updatedRows = rowArrays<Named & Pick<Difference, 'stored' | 'pointsStored' | 'isBalanceOnly'>>(
  (fields, rows) => [
    ...fields('epoch uuid', 'environment_id int', 'operation text', 'ref text'),
    ['stored', 'jsonb', rows.map(({ stored }) => JSON.stringify(stored))],
    ...fields('points_stored bigint'),
    ['is_settled', 'boolean', rows.map(({ isBalanceOnly }) => isBalanceOnly)],
  ],
);
const updateStatement: Statement = {
  name: 'history-differences-update',
  text: `UPDATE history_differences AS d
            SET stored = u.stored, refusal = NULL, points_stored = u.points_stored, is_balance_only = u.is_settled,
                outcome = CASE WHEN u.is_settled THEN 'SETTLED' END,
                settled_at = CASE WHEN u.is_settled THEN clock_timestamp() END
           FROM ${updatedRows.as('u')}
          WHERE (d.epoch, d.environment_id, d.operation, d.ref) = (u.epoch, u.environment_id, u.operation, u.ref)
            AND d.settled_at IS NULL`,
};

export const noteStored = async (
  db: Queryable,
  found: readonly (Named & Pick<Difference, 'stored' | 'pointsStored' | 'isBalanceOnly'>)[],
): Promise<void> => {
  if (found.length > 0) await db.query(updateStatement, updatedRows.valuesOf(found));
};

const openStatement: Statement = {
  name: 'history-differences-open',
  text: `SELECT ${columns} FROM history_differences
          WHERE epoch = $1 AND settled_at IS NULL AND (environment_id, operation, ref) > ($2, $3, $4)
          ORDER BY environment_id, operation, ref LIMIT $5`,
};

export const readOpenDifferences = (
  db: Queryable,
  epoch: string,
  { after, limit }: { readonly after: Omit<Named, 'epoch'> | null; readonly limit: number },
): Promise<StoredDifference[]> => {
  const { environmentId, operation, ref } = after ?? first;
  return db.query<StoredDifference>(openStatement, [epoch, environmentId, operation, ref, limit]);
};

const honouredStatement: Statement = {
  name: 'history-differences-honoured',
  text: `UPDATE history_differences SET outcome = 'HONOURED', settled_at = clock_timestamp()
          WHERE (epoch, environment_id, operation, ref) = ($1, $2, $3, $4) AND settled_at IS NULL
            AND (points_told, points_stored) = ($5, $6)
         RETURNING 1`,
};

/**
 * Notes that the missing points were booked. Returns false if the difference is already settled, or if its
 * points have changed.
 */
export const noteHonoured = async (
  tx: Queryable,
  { epoch, environmentId, operation, ref, pointsPublished, pointsStored }: StoredDifference,
): Promise<boolean> => {
  const values = [epoch, environmentId, operation, ref, pointsPublished, pointsStored];
  return (await tx.query(honouredStatement, values)).length > 0;
};
