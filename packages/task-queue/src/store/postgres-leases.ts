import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import type { TaskSpec } from '../task.ts';

/** A dead owner gets no lease: no process would look for it. */
const createStatement: Statement = {
  name: 'task-lease-create',
  text: `INSERT INTO task_leases (owner, destination_ids, ids, environment_ids, member_ids, created_ats, source_ids, are_bulk)
         SELECT owner, $2::uuid[], $3::uuid[], $4::int[], $5::uuid[], $6::timestamptz[], $7::uuid[], $8::boolean[]
           FROM task_owners WHERE owner = $1 FOR KEY SHARE
         RETURNING id`,
};

export const createLease = async (
  tx: Transaction,
  owner: number,
  tasks: readonly TaskSpec[],
): Promise<number | null> => {
  const [lease] = await tx.query<{ id: number }>(createStatement, [
    owner,
    tasks.map(({ destinationId }) => destinationId),
    tasks.map(({ id }) => id),
    tasks.map(({ environmentId }) => environmentId),
    tasks.map(({ memberId }) => memberId),
    tasks.map(({ createdAtMs }) => new Date(createdAtMs)),
    tasks.map(({ sourceId }) => sourceId),
    tasks.map(({ isBulk }) => isBulk ?? false),
  ]);
  return lease?.id ?? null;
};

const lockStatement: Statement = {
  name: 'task-leases-lock',
  text: 'SELECT id FROM task_leases WHERE id = ANY ($1::bigint[]) AND owner = $2 ORDER BY id FOR UPDATE',
};

export const lockLeases = async (
  tx: Transaction,
  owner: number,
  leaseIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (leaseIds.length === 0) return new Set();
  const rows = await tx.query<{ id: number }>(lockStatement, [leaseIds, owner]);
  return new Set(rows.map(({ id }) => id));
};

const deleteStatement: Statement = {
  name: 'task-leases-delete',
  text: 'DELETE FROM task_leases WHERE id = ANY ($1::bigint[])',
};

export const deleteLeases = async (tx: Transaction, leaseIds: readonly number[]): Promise<void> => {
  if (leaseIds.length > 0) await tx.query(deleteStatement, [leaseIds]);
};

/** Leases are locked in the order of their ids, as everywhere. */
const takeStatement: Statement = {
  name: 'task-leases-take',
  text: `WITH taken AS MATERIALIZED (
           SELECT ctid AS place FROM task_leases WHERE owner = $1 AND ($2::bigint[] IS NULL OR id = ANY ($2)) ORDER BY id FOR UPDATE),
         gone AS (DELETE FROM task_leases d WHERE d.ctid = ANY (ARRAY(SELECT place FROM taken)) RETURNING d.*)
         SELECT k.destination_id AS "destinationId", k.id, k.environment_id AS "environmentId", k.member_id AS "memberId", k.created_at AS "createdAt",
                k.source_id AS "sourceId", coalesce(k.is_bulk, false) AS "isBulk"
           FROM gone g CROSS JOIN LATERAL
                unnest(g.destination_ids, g.ids, g.environment_ids, g.member_ids, g.created_ats, g.source_ids, g.are_bulk)
                  WITH ORDINALITY AS k (destination_id, id, environment_id, member_id, created_at, source_id, is_bulk, at)
          ORDER BY g.id, k.at`,
};

/** Takes leases of an owner, or all of them if none is named. Returns their tasks as they were made. */
export const takeLeases = async (
  tx: Transaction,
  owner: number,
  leaseIds: readonly number[] | null,
): Promise<TaskSpec[]> => {
  const rows = await tx.query<{
    readonly destinationId: string;
    readonly id: string;
    readonly environmentId: EnvironmentId;
    readonly memberId: MemberId | null;
    readonly createdAt: Date;
    readonly sourceId: string;
    readonly isBulk: boolean;
  }>(takeStatement, [owner, leaseIds]);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAtMs: createdAt.getTime() }));
};
