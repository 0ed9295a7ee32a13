import {
  databaseFailureOf,
  onlyRow,
  type Database,
  type Queryable,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import type { DueJob, DuePlace } from './due-job.ts';
import { addDue, dueTables, type NewDue, type WorkQueue } from './due-tables.ts';
import { claim, claimOf, isNamed } from './postgres-claims.ts';
import { lockDebts, owe, pay, takeDebts } from './postgres-debts.ts';
import type { Beat, GiveRows, OwnerBeat, SettledJob, WorkStore } from './work-store.ts';

/**
 * The {@link WorkStore} of a queue on Postgres. `beats` has a connection of its own where others share `db`: who waits for one there is
 * not taken for gone.
 */
export const createPostgresWorkStore = (
  db: Database,
  queue: WorkQueue,
  beats: Pick<Database, 'query'> = db,
): WorkStore<Transaction> => {
  const statements = statementsOf(dueTables[queue]);
  return {
    join: async () =>
      onlyRow(await db.query<{ owner: number }>(joinStatement, [queue]), 'an owner number').owner,
    beat: (owner) => beat(beats, queue, owner),
    rescue: (gone, giveRows) => db.transaction((tx) => rescue(tx, { gone, free: statements.free, giveRows })),
    claim: (asked) => claim(db, statements.claim, asked),
    putDown: async (owner, jobs) => {
      if (jobs.length > 0) await db.query(statements.putDown, [...columnsOf(jobs), owner]);
    },
    putDownUnknown: async (owner, places) =>
      onlyRow(await db.query<{ rows: number }>(statements.putDownUnknown, [owner, places]), 'freed rows')
        .rows,
    owe,
    pay,
    takeBack: (owner, debtIds, giveRows) =>
      db.transaction((tx) => giveBack(tx, { owner, debtIds, giveRows })),
    addDue: (tx, rows) => addDue(tx, queue, rows),
    leave: (owner) => db.transaction((tx) => leave(tx, owner)),
    transact: (work) => db.transaction(work),
    lockOurs: async (tx, owner, jobs) => {
      const debts = await lockDebts(tx, owner, debtsOf(jobs));
      const rows = await lockRows(tx, statements.lockOurs, { owner, jobs: jobs.filter(isClaimed) });
      return new Set(
        jobs.filter((job) => (job.handed === null ? rows.has(job) : debts.has(job.handed.debtId))),
      );
    },
    settle: (tx, rows) => settle(tx, { statements, queue }, rows),
    onHistoryChange: (work) => {
      db.onHistoryChange(work);
    },
    failureOf: databaseFailureOf,
  };
};

const isClaimed = ({ handed }: DueJob): boolean => handed === null;

const debtsOf = (jobs: readonly DueJob[]): number[] => [
  ...new Set(jobs.flatMap(({ handed }) => handed?.debtId ?? [])),
];

const joinStatement: Statement = {
  name: 'work-join',
  text: `INSERT INTO work_owners (owner, queue) VALUES (nextval('work_owner_numbers'), $1) RETURNING owner`,
};

const beatStatement: Statement = {
  name: 'work-beat',
  text: `WITH mine AS (UPDATE work_owners SET beat = beat + 1 WHERE owner = $1 RETURNING owner)
         SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs",
                (SELECT json_agg(json_build_object('owner', o.owner, 'beat', o.beat))
                   FROM work_owners o WHERE o.queue = $2 AND o.owner <> $1) AS others
           FROM mine`,
};

const beat = async (db: Queryable, queue: WorkQueue, owner: number): Promise<Beat | null> => {
  const rows = await db.query<{ nowMs: number; others: OwnerBeat[] | null }>(beatStatement, [owner, queue]);
  const [row] = rows;
  return row === undefined ? null : { nowMs: row.nowMs, others: row.others ?? [] };
};

const lockOwnerStatement: Statement = {
  name: 'work-lock-owner',
  text: 'SELECT FROM work_owners WHERE owner = $1 FOR UPDATE',
};

const leaveStatement: Statement = {
  name: 'work-leave',
  text: `DELETE FROM work_owners AS o
          WHERE o.owner = $1 AND NOT EXISTS (SELECT FROM work_debts d WHERE d.owner = o.owner)`,
};

/** Two statements: what the owner owed while the first one waited for its row is seen by the second. */
const leave = async (tx: Transaction, owner: number): Promise<void> => {
  await tx.query(lockOwnerStatement, [owner]);
  await tx.query(leaveStatement, [owner]);
};

/** Rows as they are named in a statement: the first four parameters. */
const columnsOf = (jobs: readonly DuePlace[]): unknown[] => [
  jobs.map(({ lane }) => lane),
  jobs.map(({ rank }) => rank),
  jobs.map(({ dueAtMs }) => new Date(dueAtMs)),
  jobs.map(({ place }) => place),
];

const named = `unnest($1::uuid[], $2::smallint[], $3::timestamptz[], $4::bigint[]) AS k (lane, rank, due_at, place)`;

const goneStatement: Statement = {
  name: 'work-gone',
  text: 'DELETE FROM work_owners WHERE owner = $1 AND beat = $2 RETURNING owner',
};

interface Rescue {
  readonly gone: OwnerBeat;
  readonly free: Statement;
  readonly giveRows: GiveRows<Transaction>;
}

/** Several statements: what the owner claimed or owed while the first one waited for its row is seen by the others. */
const rescue = async (tx: Transaction, { gone, free, giveRows }: Rescue): Promise<number> => {
  const { owner, beat } = gone;
  if ((await tx.query(goneStatement, [owner, beat])).length === 0) return 0;
  const { rows } = onlyRow(await tx.query<{ rows: number }>(free, [owner]), 'freed rows');
  const works = await takeDebts(tx, owner, null);
  if (works.length > 0) await giveRows(tx, works, 1);
  return rows + works.length;
};

interface GiveBack {
  readonly owner: number;
  readonly debtIds: readonly number[];
  readonly giveRows: GiveRows<Transaction>;
}

const giveBack = async (tx: Transaction, { owner, debtIds, giveRows }: GiveBack): Promise<number> => {
  const works = await takeDebts(tx, owner, debtIds);
  if (works.length > 0) await giveRows(tx, works);
  return works.length;
};

interface LockedRows {
  readonly owner: number;
  readonly jobs: readonly DueJob[];
}

const lockRows = async (
  tx: Transaction,
  statement: Statement,
  { owner, jobs }: LockedRows,
): Promise<ReadonlySet<DueJob>> => {
  if (jobs.length === 0) return new Set();
  const rows = await tx.query<{ place: number; dueAt: Date }>(statement, [...columnsOf(jobs), owner]);
  const dueAtMs = new Map(rows.map(({ place, dueAt }) => [place, dueAt.getTime()]));
  // A process may hold what came of a row twice: as it was, and as it came again.
  return new Set(jobs.filter((job) => dueAtMs.get(job.place) === job.dueAtMs));
};

const statementsOf = (table: string) => ({
  claim: claimOf(table),
  free: {
    name: `${table}-free`,
    text: `WITH freed AS (UPDATE ${table} SET owner = 0, abandoned = abandoned + 1 WHERE owner = $1 RETURNING 1)
           SELECT count(*) AS rows FROM freed`,
  },
  putDown: {
    name: `${table}-put-down`,
    text: `UPDATE ${table} AS q SET owner = 0 FROM ${named} WHERE ${isNamed} AND q.owner = $5`,
  },
  putDownUnknown: {
    name: `${table}-put-down-unknown`,
    text: `WITH freed AS (UPDATE ${table} SET owner = 0 WHERE owner = $1 AND place <> ALL ($2::bigint[]) RETURNING 1)
           SELECT count(*) AS rows FROM freed`,
  },
  lockOurs: {
    name: `${table}-lock-ours`,
    text: `SELECT q.place, q.due_at AS "dueAt" FROM ${table} AS q JOIN ${named} ON ${isNamed} WHERE q.owner = $5
            ORDER BY q.lane, q.rank, q.due_at, q.place FOR UPDATE OF q`,
  },
  done: {
    name: `${table}-done`,
    text: `DELETE FROM ${table} AS q USING ${named} WHERE ${isNamed}`,
  },
  again: {
    name: `${table}-again`,
    text: `UPDATE ${table} AS q SET rank = 0, due_at = k.next, attempt = attempt + 1, abandoned = 0, owner = 0
             FROM unnest($1::uuid[], $2::smallint[], $3::timestamptz[], $4::bigint[], $5::timestamptz[])
                  AS k (lane, rank, due_at, place, next)
            WHERE ${isNamed}`,
  },
});

type Statements = ReturnType<typeof statementsOf>;

interface Queue {
  readonly statements: Statements;
  readonly queue: WorkQueue;
}

const settle = async (
  tx: Transaction,
  { statements, queue }: Queue,
  settled: readonly SettledJob[],
): Promise<void> => {
  const handed = settled.filter(({ job }) => job.handed !== null);
  await addDue(tx, queue, handed.flatMap(againOf));
  const rows = settled.filter(({ job }) => job.handed === null);
  const gone = rows.filter(({ settlement }) => settlement.kind === 'done').map(({ job }) => job);
  const later = rows.flatMap(({ job, settlement }) =>
    settlement.kind === 'again' ? [{ job, next: new Date(settlement.dueAtMs) }] : [],
  );
  if (gone.length > 0) await tx.query(statements.done, columnsOf(gone));
  if (later.length === 0) return;
  await tx.query(statements.again, [
    ...columnsOf(later.map(({ job }) => job)),
    later.map(({ next }) => next),
  ]);
};

/** The first row of what was handed over. */
const againOf = ({ job, settlement }: SettledJob): NewDue[] => {
  if (settlement.kind === 'done') return [];
  const { lane, id, environmentId, memberId, createdAtMs, attempt } = job;
  const { dueAtMs } = settlement;
  return [{ lane, rank: 0, dueAtMs, id, environmentId, memberId, createdAtMs, attempt: attempt + 1 }];
};
