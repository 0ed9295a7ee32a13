import { type Job, wholeDatabase } from '@loyalty/jobs/job';
import { dayMs, type EnvironmentId } from '@loyalty/kernel';
import { onlyRow, type Queryable, type Statement, type Transaction } from '@loyalty/storage';

/** How long an entry is kept (D210): a year, and a month to ask about it. */
const auditDays = 400;

const purgeStatement: Statement = {
  name: 'audit-purge',
  text: 'SELECT purge_audit($1, to_timestamp($2::bigint / 1000.0), $3) AS purged',
};

const nextStatement: Statement = {
  name: 'audit-environment-after',
  text: `SELECT environment_id AS id FROM audit_entries WHERE environment_id > $1 ORDER BY environment_id LIMIT 1`,
};

/** Environments are in the order of their numbers. Null follows the last one. */
const findEnvironmentAfter = async (db: Queryable, after: number): Promise<EnvironmentId | null> =>
  (await db.query<{ id: EnvironmentId }>(nextStatement, [after]))[0]?.id ?? null;

/** A chunk takes some 50 ms. */
const sizes = { min: 1_000, max: 1_000 };

/** All environments before it are done. */
interface PurgeCursor {
  readonly environmentId: EnvironmentId;
}

/**
 * Creates a job for the whole database. It takes one environment after the other, including those that moved
 * to another cell.
 */
export const createPurgeAuditJob = (): Job<Transaction, PurgeCursor> => ({
  name: 'purge-audit',
  schedule: { dailyAtHourUtc: 3 },
  destroysByTime: true,
  sizes,
  environments: () => Promise.resolve([wholeDatabase]),
  chunk: async (tx, { atMs, cursor, size }) => {
    const environmentId = cursor?.environmentId ?? (await findEnvironmentAfter(tx, 0));
    if (environmentId === null) return { cursor: null, taken: 0 };
    const before = atMs - auditDays * dayMs;
    const rows = await tx.query<{ purged: number }>(purgeStatement, [environmentId, before, size]);
    const { purged: taken } = onlyRow(rows, 'a purge');
    if (taken >= size) return { cursor: { environmentId }, taken };
    const next = await findEnvironmentAfter(tx, environmentId);
    return { cursor: next === null ? null : { environmentId: next }, taken };
  },
});
