import { setTimeout as pause } from 'node:timers/promises';
import { onlyRow, type Database } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import type { Contender } from '../contender.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { loadBeside, noteBeside, withLongStream, type BesideLoad } from './beside.ts';

/** Measures tills' requests (default: evaluates) while the engine processes a backlog in Kafka as fast as it can. */
export const measureBesideBacklog = async (run: BenchRun, load?: BesideLoad): Promise<void> => {
  const tenant = await openOurTenant(run.stack);
  const sent = await sendBacklog(run, tenant);
  await withDatabase(run.stack.databaseUrl, async (db) => {
    const before = await countStored(db, tenant);
    const beganMs = performance.now();
    const result = await loadBeside(run, load);
    const seconds = (performance.now() - beganMs) / 1_000;
    const after = await countStored(db, tenant);
    if (after === sent)
      run.figures.note('The backlog was stored before the evaluates beside it were all measured.');
    const storedPerSecond = (after - before) / seconds;
    noteBeside(run, { result, what: 'a backlog', storedPerSecond, ...(load && { load }) });
    while ((await countStored(db, tenant)) < sent) await pause(500);
  });
};

const sendBacklog = (run: BenchRun, { tenantId }: Contender): Promise<number> =>
  withLongStream(run, 'backlog', async (path) => {
    const ofTenant = ['receipts', 'stream', path, '--tenant', tenantId, '--no-wait'];
    return (await loyaltyctl<{ readonly sent: number }>(run.stack, ...ofTenant)).sent;
  });

const countStored = async (db: Database, { environmentId }: Contender): Promise<number> => {
  const sql = 'SELECT count(*) AS stored FROM transactions WHERE environment_id = $1';
  return onlyRow(await db.query<{ stored: number }>(sql, [environmentId]), 'a count').stored;
};
