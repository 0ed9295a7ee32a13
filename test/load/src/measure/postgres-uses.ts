import type { LocalStack } from '@loyalty/stack';
import { withDatabase } from '@loyalty/testkit/database';
import { cpuSecondsOf } from '../process-use.ts';

/** The processor time of each process of Postgres until now, in seconds, by process id. */
export type PostgresUses = ReadonlyMap<number, { readonly name: string; readonly cpuSeconds: number }>;

/** A connection has the name of its service, a process of Postgres' own that of its kind. */
const processesSql = `
  SELECT pid, coalesce(nullif(application_name, ''), backend_type) AS name
    FROM pg_stat_activity WHERE pid <> pg_backend_pid()`;

export const readPostgresUses = (stack: LocalStack): Promise<PostgresUses> =>
  withDatabase(stack.databaseUrl, async (db) => {
    const processes = await db.query<{ pid: number; name: string }>(processesSql);
    return new Map(processes.map(({ pid, name }) => [pid, { name, cpuSeconds: cpuSecondsOf(pid) }]));
  });

/**
 * Returns what was used since `before`, in seconds by name, most first. `total` is that of all processes of Postgres: what is
 * left of it was used by those that ended meanwhile, such as the connections of loyaltyctl and workers of autovacuum.
 */
export const postgresUsedSince = (
  before: PostgresUses,
  { now, total }: { readonly now: PostgresUses; readonly total: number },
): readonly (readonly [name: string, cpuSeconds: number])[] => {
  const used = new Map<string, number>();
  for (const [pid, { name, cpuSeconds }] of now)
    used.set(name, (used.get(name) ?? 0) + cpuSeconds - (before.get(pid)?.cpuSeconds ?? 0));
  const known = [...used.values()].reduce((sum, seconds) => sum + seconds, 0);
  const ended = ['processes that ended', Math.max(0, total - known)] as const;
  return [...used, ended].sort(([, one], [, other]) => other - one);
};
