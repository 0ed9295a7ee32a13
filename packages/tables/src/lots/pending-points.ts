import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { PendingPoints } from '@loyalty/rules/earning';
import type { StoredPending } from '@loyalty/rules/lots';
import {
  environmentsWith,
  instantSql,
  onlyRow,
  type Queryable,
  readEnvironments,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';

interface PendingKey extends Pick<StoredPending, 'transactionId' | 'n'> {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

export interface PendingRow extends StoredPending, PendingKey {}

const keyRows = rowArrays<PendingKey>((fields) =>
  fields('environment_id int', 'member_id uuid', 'transaction_id uuid', 'n smallint'),
);
const pointRows = rowArrays<PendingWrite>((fields, rows) => [
  ...keyRows.columnsOf(rows),
  ...fields('points bigint'),
]);
const insertedRows = rowArrays<PendingRow>((fields, rows) => [
  ...pointRows.columnsOf(rows),
  ['due', 'bigint', rows.map(({ dueAtMs }) => dueAtMs)],
  ['expiry', 'jsonb', rows.map(({ pointsExpiry }) => pointsExpiry && JSON.stringify(pointsExpiry))],
  ...fields('description text'),
]);
const insertStatement: Statement = {
  name: 'pending-points-insert',
  text: `INSERT INTO pending_points (environment_id, member_id, transaction_id, n, points, due_at, points_expiry, description)
         SELECT environment_id, member_id, transaction_id, n, points, ${instantSql('due')}, expiry, description
           FROM ${insertedRows.as('p')}`,
};

/** Inserts pending points of new receipts, whose members must be locked or created in this transaction. */
export const insertPending = async (tx: Transaction, rows: readonly PendingRow[]): Promise<void> => {
  if (rows.length > 0) await tx.query(insertStatement, insertedRows.valuesOf(rows));
};

const isNamed = `p.environment_id = w.environment_id AND p.member_id = w.member_id
            AND p.transaction_id = w.transaction_id AND p.n = w.n`;

const updateStatement: Statement = {
  name: 'pending-points-update',
  text: `UPDATE pending_points AS p SET points = w.points
           FROM ${pointRows.as('w')}
          WHERE ${isNamed}`,
};

const deleteStatement: Statement = {
  name: 'pending-points-delete',
  text: `DELETE FROM pending_points AS p
          USING ${keyRows.as('w')}
          WHERE ${isNamed}`,
};

export interface PendingWrite extends PendingKey {
  /** The points that are left; 0 deletes the row. */
  readonly points: number;
}

/** Writes absolute values, which were read under the members' locks in this transaction; each row once. */
export const writePending = async (tx: Transaction, rows: readonly PendingWrite[]): Promise<void> => {
  const left = rows.filter(({ points }) => points > 0);
  if (left.length > 0) await tx.query(updateStatement, pointRows.valuesOf(left));
  const gone = rows.filter(({ points }) => points === 0);
  if (gone.length > 0) await tx.query(deleteStatement, keyRows.valuesOf(gone));
};

/** The rule is our own JSON, from a snapshot. */
const columns = `p.environment_id AS "environmentId", p.member_id AS "memberId", p.transaction_id AS "transactionId", p.n, p.points,
                (extract(epoch FROM p.due_at) * 1000)::bigint AS "dueAtMs", p.points_expiry AS "pointsExpiry",
                p.description`;

const dueStatement: Statement = {
  name: 'pending-points-due',
  text: `SELECT ${columns} FROM pending_points p
          WHERE p.environment_id = $1 AND p.member_id = ANY ($2::uuid[]) AND p.due_at <= to_timestamp($3 / 1000.0)
          ORDER BY p.member_id, p.due_at, p.transaction_id, p.n`,
};

/** Reads the points that are due by then, in order of their times. The members' rows must be locked. */
export const readDuePending = (
  tx: Transaction,
  environmentId: EnvironmentId,
  { memberIds, atMs }: { readonly memberIds: readonly MemberId[]; readonly atMs: number },
): Promise<PendingRow[]> => tx.query<PendingRow>(dueStatement, [environmentId, memberIds, atMs]);

export interface DuePlace {
  readonly dueAtMs: number;
  readonly memberId: MemberId;
}

interface DueSearch {
  readonly after: DuePlace;
  readonly atMs: number;
  readonly limit: number;
}

const placesStatement: Statement = {
  name: 'pending-points-places',
  text: `SELECT (extract(epoch FROM due_at) * 1000)::bigint AS "dueAtMs", member_id AS "memberId" FROM pending_points
          WHERE environment_id = $1 AND (due_at, member_id) > (to_timestamp($2 / 1000.0), $3::uuid)
            AND due_at <= to_timestamp($4 / 1000.0)
          GROUP BY due_at, member_id
          ORDER BY due_at, member_id LIMIT $5`,
};

/** Reads the places of rows that are due, without a lock. */
export const readDuePlaces = (
  db: Queryable,
  environmentId: EnvironmentId,
  { after, atMs, limit }: DueSearch,
): Promise<DuePlace[]> =>
  db.query<DuePlace>(placesStatement, [environmentId, after.dueAtMs, after.memberId, atMs, limit]);

const environmentsStatement: Statement = {
  name: 'pending-points-environments',
  text: `SELECT id FROM (${environmentsWith('pending_points')}) e
          WHERE EXISTS (SELECT FROM pending_points p WHERE p.environment_id = e.id AND p.due_at <= now())`,
};

/** Reads the environments that have pending points, one row for each. */
export const readEnvironmentsToMature = (db: Queryable): Promise<EnvironmentId[]> =>
  readEnvironments(db, environmentsStatement);

/** Pending points as the list shows them. */
export interface ListedPending extends Pick<PendingPoints, 'points' | 'n'> {
  /** The reference of the receipt; null if it is not found. */
  readonly transactionRef: string | null;
  readonly transactionId: string;
  readonly maturesAt: string;
}

export type PendingPlace = Pick<ListedPending, 'maturesAt' | 'transactionId' | 'n'>;

interface PendingQuery {
  readonly memberId: string;
  /** The last one of the page before. */
  readonly after: PendingPlace | null;
  readonly limit: number;
}

const listStatement: Statement = {
  name: 'pending-points-list',
  text: `SELECT p.points, p.n, p.transaction_id AS "transactionId", p.due_at AS "maturesAt", t.ref AS "transactionRef"
           FROM (SELECT * FROM pending_points
                  WHERE environment_id = $1 AND member_id = $2
                    AND ($3::timestamptz IS NULL OR (due_at, transaction_id, n) > ($3, $4::uuid, $5::smallint))
                  ORDER BY due_at, transaction_id, n LIMIT $6) p
           LEFT JOIN LATERAL (SELECT ref FROM transactions t
                               WHERE t.id = p.transaction_id AND t.environment_id IS NOT DISTINCT FROM p.environment_id
                               LIMIT 1) t ON true
          ORDER BY p.due_at, p.transaction_id, p.n`,
};

/** Lists pending points in the order of their times. */
export const listPending = async (
  db: Queryable,
  environmentId: EnvironmentId,
  { memberId, after, limit }: PendingQuery,
): Promise<ListedPending[]> => {
  const place = [after?.maturesAt ?? null, after?.transactionId ?? null, after?.n ?? null];
  const rows = await db.query<Omit<ListedPending, 'maturesAt'> & { readonly maturesAt: Date }>(
    listStatement,
    [environmentId, memberId, ...place, limit],
  );
  return rows.map(({ maturesAt, ...row }) => ({ ...row, maturesAt: maturesAt.toISOString() }));
};

// Of a tenant that is closed nothing matures, and nothing is late.
const overdueStatement: Statement = {
  name: 'pending-points-overdue',
  text: `SELECT coalesce(greatest(0, extract(epoch FROM now() - min(p.due_at))), 0)::float8 AS "overdueS"
           FROM (${environmentsWith('pending_points')}) e
           JOIN environments v ON v.id = e.id AND v.closed IS NULL
          CROSS JOIN LATERAL (SELECT due_at FROM pending_points
                               WHERE environment_id = e.id ORDER BY due_at LIMIT 1) p`,
};

/** Returns for how many seconds the oldest pending points have been due; 0 if none are due. */
export const readPendingOverdue = async (db: Queryable): Promise<number> =>
  onlyRow(await db.query<{ overdueS: number }>(overdueStatement, []), 'an age of pending points').overdueS;
