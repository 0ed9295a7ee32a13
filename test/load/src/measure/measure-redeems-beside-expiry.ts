import { setTimeout as pause } from 'node:timers/promises';
import { onlyRow, type Database } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { loadBeside, type BesideLoad } from './beside.ts';
import { fundExpiring } from './fund-expiring.ts';
import { fundRedeems } from './measure-redeems.ts';

const membersMax = 200_000;
const settleMs = 20_000;
const redeems: BesideLoad = {
  bodies: 'redeem',
  ratePerSecond: 200,
  spread: { members: 10_000, memberPrefix: 'saver-' },
};

/** Measures redeems at 200/s alone, then beside the nightly expiry of another tenant, as the services themselves run it. */
export const measureRedeemsBesideExpiry = async (run: BenchRun): Promise<void> => {
  await fundRedeems(run);
  await loadBeside(run, redeems);
  const { environmentId } = await openOurTenant(run.stack);
  await withDatabase(run.stack.databaseUrl, async (db) => {
    await setRunToday(db, environmentId);
    const members = Math.min(membersMax, run.options.members);
    await fundExpiring(db, { environmentId, members, expired: 'beforeTodaysRun' });
    // The database still writes out what was funded.
    await pause(settleMs);
    const alone = await loadBeside(run, redeems);
    await db.query(`DELETE FROM jobs WHERE name = 'expire-points' AND environment_id = $1`, [environmentId]);
    run.say('Waiting until the service begins to expire points, ten minutes at most');
    while ((await countExpired(db, environmentId)) === 0) await pause(500);
    const before = await countExpired(db, environmentId);
    const beganMs = performance.now();
    const beside = await loadBeside(run, redeems);
    const expired = (await countExpired(db, environmentId)) - before;
    const perSecond = (expired * 1_000) / (performance.now() - beganMs);
    run.figures.add('engine', { title: 'redeem at 200/s: p99', unit: 'ms' }, alone.p99Ms);
    run.figures.add('engine', { title: 'redeem at 200/s beside expiry: p99', unit: 'ms' }, beside.p99Ms);
    run.say(
      `  redeem p50 ${alone.p50Ms.toFixed(1)}, p99 ${alone.p99Ms.toFixed(1)} ms; beside expiry p50 ` +
        `${beside.p50Ms.toFixed(1)}, p99 ${beside.p99Ms.toFixed(1)} ms (${Math.round(perSecond).toString()} lots/s)`,
    );
  });
};

/** Notes today's run of the job as finished, so that it does not begin while members are funded. */
const setRunToday = async (db: Database, environmentId: number): Promise<void> => {
  await db.query(
    `INSERT INTO jobs (name, environment_id, at, done, chunks, finished_at)
     VALUES ('expire-points', $1, date_trunc('day', now() - interval '1 hour') + interval '1 hour', 0, 1, now())`,
    [environmentId],
  );
};

const countExpired = async (db: Database, environmentId: number): Promise<number> => {
  const sql = `SELECT count(*) AS expired FROM ledger_entries WHERE environment_id = $1 AND type = 'EXPIRE'`;
  return onlyRow(await db.query<{ expired: number }>(sql, [environmentId]), 'a count').expired;
};
