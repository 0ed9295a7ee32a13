import { withDatabase } from '@loyalty/testkit/database';
import type { Contender } from '../contender.ts';
import { runLoad } from '../generator/run-load.ts';
import type { BenchRun } from './bench-run.ts';
import { jobFor, type Posted } from './load-job.ts';

/**
 * Compiles the code and collects statistics before a measurement. Without statistics the database plans badly until autovacuum
 * has analysed new tables.
 */
export const warmUp = async (
  run: BenchRun,
  contenders: readonly Contender[],
  posted: Posted = { bodies: 'evaluate' },
): Promise<void> => {
  run.say('Warming up');
  for (const contender of contenders) {
    const job = {
      ...jobFor(run, posted, contender),
      ratePerSecond: null,
      measureMs: 4_000,
      failuresMax: Infinity,
    };
    await runLoad({ ...job, connections: 64 });
    await analyse(contender.databaseUrl);
    await runLoad({ ...job, connections: 256 });
    // Small batches: of large ones alone a fresh broker has seen too few requests to be compiled.
    await runLoad({ ...job, connections: 8, measureMs: 10_000 });
  }
};

/** Analyses tables as autovacuum does, which skips empty tables: a plan for an empty table may use any index. */
export const analyse = (databaseUrl: string): Promise<void> =>
  withDatabase(databaseUrl, async (db) => {
    const filled = await db.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0`,
    );
    await db.query(`ANALYZE ${filled.map(({ name }) => name).join(', ')}`);
  });
