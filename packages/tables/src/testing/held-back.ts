import { setTimeout } from 'node:timers/promises';
import { type Database, onlyRow, type Queryable } from '@loyalty/storage';

/** Sessions that wait for this session, directly or through another one. */
const waitersText = `
  WITH RECURSIVE waiting (pid) AS (
    SELECT a.pid FROM pg_stat_activity a WHERE $1 = ANY (pg_blocking_pids(a.pid))
    UNION
    SELECT a.pid FROM waiting w JOIN pg_stat_activity a ON w.pid = ANY (pg_blocking_pids(a.pid))
  )
  SELECT count(*) AS count FROM waiting`;

/** 5 s in all: far more than two sessions need to reach a lock, and short enough for a failing test. */
const polls = { max: 500, everyMs: 10 };

const untilWaiting = async (db: Queryable, pid: number, expected: number): Promise<void> => {
  for (let poll = 0; poll < polls.max; poll += 1) {
    const { count } = onlyRow(await db.query<{ count: number }>(waitersText, [pid]), 'waiters');
    if (count >= expected) return;
    await setTimeout(polls.everyMs);
  }
  throw new Error(`${expected.toString()} sessions never came to wait`);
};

/**
 * Starts all of `works` while another transaction holds the locks of `lockText`. Releases them once every one
 * of them waits. So the writes are truly concurrent.
 */
export const heldBack = <T>(
  db: Database,
  { lockText, values }: { readonly lockText: string; readonly values: readonly unknown[] },
  works: readonly (() => Promise<T>)[],
): Promise<T[]> =>
  db
    .transaction(async (tx) => {
      const { pid } = onlyRow(await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid'), 'pid');
      await tx.query(lockText, values);
      const started = Promise.all(works.map((work) => work()));
      await untilWaiting(db, pid, works.length);
      return { started };
    })
    .then(({ started }) => started);
