import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import type { TaskKey } from './task.ts';

export const taskTables = { fulfilment: 'fulfilment_tasks', delivery: 'delivery_tasks' } as const;
export type TaskQueue = keyof typeof taskTables;

export interface TaskRow extends Omit<TaskKey, 'number'> {
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  readonly attempt: number;
  /** The number of processes that died with the task in flight. Default: 0. */
  readonly abandoned?: number;
  readonly createdAtMs: number;
  /** True if the task is bulk. Default: false. */
  readonly isBulk?: boolean;
  /** The ids of all tasks that the row stands for. Default: only `id`. */
  readonly batchIds?: readonly string[] | null;
}

/** The text of an array, because unnest takes no arrays of arrays. */
export const arrayText = (ids: readonly string[] | null | undefined): string | null =>
  ids === undefined || ids === null ? null : `{${ids.join(',')}}`;

const insertedRows = rowArrays<TaskRow>((fields, rows) => [
  ...fields('destination_id uuid', 'rank smallint'),
  ['due_at', 'timestamptz', rows.map(({ dueAtMs }) => new Date(dueAtMs))],
  ...fields('id uuid', 'environment_id int', 'member_id uuid', 'attempt smallint'),
  ['created_at', 'timestamptz', rows.map(({ createdAtMs }) => new Date(createdAtMs))],
  ['abandoned', 'smallint', rows.map(({ abandoned }) => abandoned ?? 0)],
  ['is_bulk', 'boolean', rows.map(({ isBulk }) => isBulk ?? false)],
  ['batch_ids', 'text', rows.map(({ batchIds }) => arrayText(batchIds))],
]);
const singleColumns = insertedRows.without('batch_ids');
const insertStatements = Object.fromEntries(
  Object.entries(taskTables).map(([queue, table]) => [
    queue,
    {
      name: `${table}-insert`,
      text: `INSERT INTO ${table} (${insertedRows.names})
             SELECT ${singleColumns.names}, batch_ids::uuid[] FROM ${insertedRows.as('k')}`,
    },
  ]),
) as Readonly<Record<TaskQueue, Statement>>;

export const enqueueTasks = async (
  tx: Transaction,
  queue: TaskQueue,
  rows: readonly TaskRow[],
): Promise<void> => {
  if (rows.length > 0) await tx.query(insertStatements[queue], insertedRows.valuesOf(rows));
};

interface MemberTaskKey extends Pick<TaskRow, 'id' | 'environmentId'> {
  readonly memberId: MemberId;
}

const removedRows = rowArrays<MemberTaskKey>((fields) =>
  fields('id uuid', 'environment_id int', 'member_id uuid'),
);
const removeStatements = Object.fromEntries(
  Object.entries(taskTables).map(([queue, table]) => [
    queue,
    {
      name: `${table}-remove`,
      // Rows have keys that their names do not say: those are looked up first, and locked in their order (D98).
      text: `WITH k AS MATERIALIZED (
               SELECT found.* FROM ${removedRows.as('n')}
                CROSS JOIN LATERAL (SELECT destination_id, rank, due_at, number FROM ${table} AS q
                                     WHERE (q.environment_id, q.member_id, q.id) = (n.environment_id, n.member_id, n.id) AND q.owner = 0
                                     LIMIT 1) AS found
                ORDER BY destination_id, rank, due_at, number),
             locked AS MATERIALIZED (
               SELECT found.place FROM k
                CROSS JOIN LATERAL (SELECT q.ctid AS place FROM ${table} AS q
                                     WHERE (q.destination_id, q.rank, q.due_at, q.number) = (k.destination_id, k.rank, k.due_at, k.number)
                                       AND q.owner = 0 LIMIT 1 FOR UPDATE) AS found)
             DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT place FROM locked)) RETURNING id`,
    },
  ]),
) as Readonly<Record<TaskQueue, Statement>>;

/** Cancels tasks, except those that a process has claimed. Returns the rows whose tasks were cancelled. */
export const cancelTasks = async <Row extends MemberTaskKey>(
  tx: Transaction,
  queue: TaskQueue,
  rows: readonly Row[],
): Promise<readonly Row[]> => {
  if (rows.length === 0) return [];
  const removed = await tx.query<{ id: string }>(removeStatements[queue], removedRows.valuesOf(rows));
  const ids = new Set(removed.map(({ id }) => id));
  return rows.filter(({ id }) => ids.has(id));
};
