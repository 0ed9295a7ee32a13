import {
  classifyFailure,
  type Database,
  onlyRow,
  type Queryable,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { arrayText, enqueueTasks, type TaskQueue, type TaskRow, taskTables } from '../task-tables.ts';
import type { Task, TaskKey } from '../task.ts';
import { claim, claimOf } from './postgres-claims.ts';
import { createLease, deleteLeases, lockLeases, takeLeases } from './postgres-leases.ts';
import type { HeartbeatResult, OwnerHeartbeat, PersistTasks, SettledTask, TaskStore } from './task-store.ts';

/**
 * Creates a store. `heartbeats` has its own connection, so that a process that waits for one of `db` is not
 * declared dead.
 */
export const createPostgresTaskStore = (
  db: Database,
  queue: TaskQueue,
  heartbeats: Pick<Database, 'query'> = db,
): TaskStore<Transaction> => {
  const statements = statementsOf(taskTables[queue]);
  return {
    register: async () =>
      onlyRow(await db.query<{ owner: number }>(registerStatement, [queue]), 'an owner number').owner,
    heartbeat: (owner) => heartbeat(heartbeats, queue, owner),
    reclaim: (expired, persistTasks) =>
      db.transaction((tx) => reclaim(tx, { expired, free: statements.free, persistTasks })),
    claim: (asked) => claim(db, statements.claim, asked),
    release: async (owner, tasks) => {
      if (tasks.length > 0) await db.query(statements.release, [...keyRows.valuesOf(tasks), owner]);
    },
    releaseUnconfirmed: async (owner, numbers) =>
      onlyRow(await db.query<{ rows: number }>(statements.releaseUnconfirmed, [owner, numbers]), 'freed rows')
        .rows,
    createLease,
    deleteLeases,
    reclaimLeases: (owner, leaseIds, persistTasks) =>
      db.transaction((tx) => reclaimLeases(tx, { owner, leaseIds, persistTasks })),
    enqueueTasks: (tx, rows) => enqueueTasks(tx, queue, rows),
    deregister: (owner) => db.transaction((tx) => deregister(tx, owner)),
    transact: (work) => db.transaction(work),
    lockOwned: async (tx, owner, tasks) => {
      const leases = await lockLeases(tx, owner, leasesOf(tasks));
      const rows = await lockRows(tx, statements.lockOwned, { owner, tasks: tasks.filter(isClaimed) });
      return new Set(
        tasks.filter((task) => (task.lease === null ? rows.has(task) : leases.has(task.lease.leaseId))),
      );
    },
    settle: (tx, rows) => settle(tx, { statements, queue }, rows),
    onHistoryChange: (work) => {
      db.onHistoryChange(work);
    },
    classifyFailure: classifyFailure,
  };
};

const isClaimed = ({ lease }: Task): boolean => lease === null;

const leasesOf = (tasks: readonly Task[]): number[] => [
  ...new Set(tasks.flatMap(({ lease }) => lease?.leaseId ?? [])),
];

const registerStatement: Statement = {
  name: 'task-owner-register',
  text: `INSERT INTO task_owners (owner, queue) VALUES (nextval('task_owner_numbers'), $1) RETURNING owner`,
};

const heartbeatStatement: Statement = {
  name: 'task-owner-heartbeat',
  text: `WITH mine AS (UPDATE task_owners SET heartbeat = heartbeat + 1 WHERE owner = $1 RETURNING owner)
         SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs",
                (SELECT json_agg(json_build_object('owner', o.owner, 'heartbeat', o.heartbeat))
                   FROM task_owners o WHERE o.queue = $2 AND o.owner <> $1) AS others
           FROM mine`,
};

const heartbeat = async (db: Queryable, queue: TaskQueue, owner: number): Promise<HeartbeatResult | null> => {
  const rows = await db.query<{ nowMs: number; others: OwnerHeartbeat[] | null }>(heartbeatStatement, [
    owner,
    queue,
  ]);
  const [row] = rows;
  return row === undefined ? null : { nowMs: row.nowMs, others: row.others ?? [] };
};

const lockOwnerStatement: Statement = {
  name: 'task-owner-lock',
  text: 'SELECT FROM task_owners WHERE owner = $1 FOR UPDATE',
};

const deregisterStatement: Statement = {
  name: 'task-owner-deregister',
  text: `DELETE FROM task_owners AS o
          WHERE o.owner = $1 AND NOT EXISTS (SELECT FROM task_leases d WHERE d.owner = o.owner)`,
};

/** Two statements: the second sees leases that the owner created while the first waited for its row. */
const deregister = async (tx: Transaction, owner: number): Promise<void> => {
  await tx.query(lockOwnerStatement, [owner]);
  await tx.query(deregisterStatement, [owner]);
};

const keyRows = rowArrays<TaskKey>((fields, rows) => [
  ...fields('destination_id uuid', 'rank smallint'),
  ['due_at', 'timestamptz', rows.map(({ dueAtMs }) => new Date(dueAtMs))],
  ...fields('number bigint'),
]);
const laterRows = rowArrays<RetriedTask>((_, rows) => [
  ...keyRows.columnsOf(rows.map(({ task }) => task)),
  ['next', 'timestamptz', rows.map(({ dueAtMs }) => new Date(dueAtMs))],
  ['batch_ids', 'text', rows.map(({ batchIds }) => arrayText(batchIds))],
]);

/** Rows are in the order of their keys, in which every transaction locks them (D98). */
const sorted = `(SELECT * FROM ${keyRows.as('n')} ORDER BY ${keyRows.names}) AS k`;

const isNamed =
  '(q.destination_id, q.rank, q.due_at, q.number) = (k.destination_id, k.rank, k.due_at, k.number)';

/**
 * The row of each name, by its key. A plain join that is planned while the queue is empty walks over all of its rows
 * later. This one can only begin with the names.
 */
const rowsOf = (table: string, condition = ''): string => `
  LATERAL (SELECT q.ctid AS place, q.number, q.due_at FROM ${table} AS q WHERE ${isNamed} ${condition}) AS found`;

const expireStatement: Statement = {
  name: 'task-owner-expire',
  text: 'DELETE FROM task_owners WHERE owner = $1 AND heartbeat = $2 RETURNING owner',
};

interface Reclaim {
  readonly expired: OwnerHeartbeat;
  readonly free: Statement;
  readonly persistTasks: PersistTasks<Transaction>;
}

/** The later statements see what the owner claimed or leased while the first waited for its row. */
const reclaim = async (tx: Transaction, { expired, free, persistTasks }: Reclaim): Promise<number> => {
  const { owner, heartbeat } = expired;
  if ((await tx.query(expireStatement, [owner, heartbeat])).length === 0) return 0;
  const tasks = await takeLeases(tx, owner, null);
  const { rows } = onlyRow(await tx.query<{ rows: number }>(free, [owner]), 'freed rows');
  if (tasks.length > 0) await persistTasks(tx, tasks, 1);
  return rows + tasks.length;
};

interface ReclaimLeases {
  readonly owner: number;
  readonly leaseIds: readonly number[];
  readonly persistTasks: PersistTasks<Transaction>;
}

const reclaimLeases = async (
  tx: Transaction,
  { owner, leaseIds, persistTasks }: ReclaimLeases,
): Promise<number> => {
  const tasks = await takeLeases(tx, owner, leaseIds);
  if (tasks.length > 0) await persistTasks(tx, tasks);
  return tasks.length;
};

const lockRows = async (
  tx: Transaction,
  statement: Statement,
  { owner, tasks }: { readonly owner: number; readonly tasks: readonly Task[] },
): Promise<ReadonlySet<Task>> => {
  if (tasks.length === 0) return new Set();
  const rows = await tx.query<{ number: number; dueAt: Date }>(statement, [
    ...keyRows.valuesOf(tasks),
    owner,
  ]);
  const dueAtMs = new Map(rows.map(({ number, dueAt }) => [number, dueAt.getTime()]));
  // A process may have two outcomes of one row: as it was, and as it came again.
  return new Set(tasks.filter((task) => dueAtMs.get(task.number) === task.dueAtMs));
};

const one = 'LIMIT 1';

/** A row that changes its owner before it is locked is left out. */
const ownedAndLocked = `AND q.owner = $5 ${one} FOR UPDATE`;

/**
 * `complete` and `retry` run in the transaction that has locked their rows, so the places that they look up hold still.
 */
const statementsOf = (table: string) => ({
  claim: claimOf(table),
  free: {
    name: `${table}-free`,
    text: `WITH freed AS (UPDATE ${table} SET owner = 0, abandoned = abandoned + 1 WHERE owner = $1 RETURNING 1)
           SELECT count(*) AS rows FROM freed`,
  },
  release: {
    name: `${table}-put-down`,
    text: `WITH mine AS MATERIALIZED (SELECT place FROM ${sorted} CROSS JOIN ${rowsOf(table, ownedAndLocked)})
           UPDATE ${table} SET owner = 0 WHERE ctid = ANY (ARRAY(SELECT place FROM mine))`,
  },
  releaseUnconfirmed: {
    name: `${table}-put-down-unknown`,
    text: `WITH freed AS (UPDATE ${table} SET owner = 0 WHERE owner = $1 AND number <> ALL ($2::bigint[]) RETURNING 1)
           SELECT count(*) AS rows FROM freed`,
  },
  lockOwned: {
    name: `${table}-lock-ours`,
    text: `SELECT found.number, found.due_at AS "dueAt" FROM ${sorted} CROSS JOIN ${rowsOf(table, ownedAndLocked)}`,
  },
  complete: {
    name: `${table}-done`,
    text: `DELETE FROM ${table}
            WHERE ctid = ANY (ARRAY(SELECT place FROM ${sorted} CROSS JOIN ${rowsOf(table, one)}))`,
  },
  retry: {
    name: `${table}-again`,
    text: `UPDATE ${table} AS r SET rank = 0, due_at = k.next, attempt = attempt + 1, abandoned = 0, owner = 0,
                  batch_ids = k.batch_ids::uuid[]
             FROM ${laterRows.as('k')}
            CROSS JOIN ${rowsOf(table, one)}
            WHERE r.ctid = found.place`,
  },
});

const settle = async (
  tx: Transaction,
  { statements, queue }: { readonly statements: ReturnType<typeof statementsOf>; readonly queue: TaskQueue },
  settled: readonly SettledTask[],
): Promise<void> => {
  const retried = retriedOf(settled);
  await enqueueTasks(tx, queue, retried.filter(({ task }) => task.lease !== null).map(retryRowOf));
  const later = retried.filter(({ task }) => task.lease === null);
  const again = new Set(later.map(({ task }) => task));
  const completed = settled.flatMap(({ task }) => (task.lease === null && !again.has(task) ? [task] : []));
  if (completed.length > 0) await tx.query(statements.complete, keyRows.valuesOf(completed));
  if (later.length > 0) await tx.query(statements.retry, laterRows.valuesOf(later));
};

interface RetriedTask {
  readonly task: Task;
  readonly dueAtMs: number;
  readonly batchIds: readonly string[] | null;
}

/** Of the tasks that are retried together, the first gets the row that stands for all of them. */
const retriedOf = (settled: readonly SettledTask[]): readonly RetriedTask[] => {
  const alone: RetriedTask[] = [];
  const together = new Map<string, RetriedTask>();
  for (const { task, settlement } of settled) {
    if (settlement.kind === 'complete') continue;
    const { dueAtMs, together: key = null } = settlement;
    const { batchIds = null } = task;
    const first = key === null ? undefined : together.get(key);
    if (key === null) alone.push({ task, dueAtMs, batchIds });
    else if (first === undefined) together.set(key, { task, dueAtMs, batchIds });
    else together.set(key, { ...first, batchIds: [...idsOf(first), ...idsOf({ task, batchIds })] });
  }
  return [...alone, ...together.values()];
};

const idsOf = ({ task, batchIds }: Pick<RetriedTask, 'task' | 'batchIds'>): readonly string[] =>
  batchIds ?? [task.id];

const retryRowOf = ({ task, dueAtMs, batchIds }: RetriedTask): TaskRow => {
  const { destinationId, id, environmentId, memberId, createdAtMs, isBulk = false, attempt } = task;
  return {
    destinationId,
    rank: 0,
    dueAtMs,
    id,
    environmentId,
    memberId,
    createdAtMs,
    isBulk,
    attempt: attempt + 1,
    batchIds,
  };
};
