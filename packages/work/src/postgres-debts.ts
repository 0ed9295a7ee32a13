import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { Statement, Transaction } from '@loyalty/storage';
import type { OwedWork } from './due-job.ts';

/** No debt is made for who was declared gone: nobody would look for it. */
const oweStatement: Statement = {
  name: 'work-owe',
  text: `INSERT INTO work_debts (owner, lanes, ids, environment_ids, member_ids, created_ats, source_ids)
         SELECT owner, $2::uuid[], $3::uuid[], $4::int[], $5::uuid[], $6::timestamptz[], $7::uuid[]
           FROM work_owners WHERE owner = $1 FOR KEY SHARE
         RETURNING id`,
};

export const owe = async (
  tx: Transaction,
  owner: number,
  works: readonly OwedWork[],
): Promise<number | null> => {
  const [debt] = await tx.query<{ id: number }>(oweStatement, [
    owner,
    works.map(({ lane }) => lane),
    works.map(({ id }) => id),
    works.map(({ environmentId }) => environmentId),
    works.map(({ memberId }) => memberId),
    works.map(({ createdAtMs }) => new Date(createdAtMs)),
    works.map(({ sourceId }) => sourceId),
  ]);
  return debt?.id ?? null;
};

const lockStatement: Statement = {
  name: 'work-debts-lock',
  text: 'SELECT id FROM work_debts WHERE id = ANY ($1::bigint[]) AND owner = $2 ORDER BY id FOR UPDATE',
};

/** Locks those debts that are still the owner's, and answers them. */
export const lockDebts = async (
  tx: Transaction,
  owner: number,
  debtIds: readonly number[],
): Promise<ReadonlySet<number>> => {
  if (debtIds.length === 0) return new Set();
  const rows = await tx.query<{ id: number }>(lockStatement, [debtIds, owner]);
  return new Set(rows.map(({ id }) => id));
};

const payStatement: Statement = {
  name: 'work-debts-pay',
  text: 'DELETE FROM work_debts WHERE id = ANY ($1::bigint[])',
};

export const pay = async (tx: Transaction, debtIds: readonly number[]): Promise<void> => {
  if (debtIds.length > 0) await tx.query(payStatement, [debtIds]);
};

/** Locked in the order in which everybody locks them. */
const takeStatement: Statement = {
  name: 'work-debts-take',
  text: `WITH taken AS MATERIALIZED (
           SELECT id FROM work_debts WHERE owner = $1 AND ($2::bigint[] IS NULL OR id = ANY ($2)) ORDER BY id FOR UPDATE),
         gone AS (DELETE FROM work_debts d USING taken WHERE d.id = taken.id RETURNING d.*)
         SELECT k.lane, k.id, k.environment_id AS "environmentId", k.member_id AS "memberId", k.created_at AS "createdAt",
                k.source_id AS "sourceId"
           FROM gone g CROSS JOIN LATERAL
                unnest(g.lanes, g.ids, g.environment_ids, g.member_ids, g.created_ats, g.source_ids)
                  WITH ORDINALITY AS k (lane, id, environment_id, member_id, created_at, source_id, place)
          ORDER BY g.id, k.place`,
};

interface TakenRow {
  readonly lane: string;
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly createdAt: Date;
  readonly sourceId: string;
}

/** Takes an owner's debts away, all of them where none is named; answers what they name, in the order in which it was made. */
export const takeDebts = async (
  tx: Transaction,
  owner: number,
  debtIds: readonly number[] | null,
): Promise<OwedWork[]> => {
  const rows = await tx.query<TakenRow>(takeStatement, [owner, debtIds]);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAtMs: createdAt.getTime() }));
};
