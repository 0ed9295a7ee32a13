import { setTimeout as pause } from 'node:timers/promises';
import { onlyRow } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import type { Contender } from '../contender.ts';
import { openOurTenant } from '../our-service.ts';
import { residentMb } from '../resident-mb.ts';
import type { LoadResult } from '../generator/job.ts';
import type { BenchRun } from './bench-run.ts';
import { loadBeside } from './beside.ts';
import { startExpiry, type Expiry } from './expiry-process.ts';
import { fundExpiring } from './fund-expiring.ts';
import { warmUp } from './warm-up.ts';

const membersMax = 500_000;
const lotsEach = 2;
/** After this share of the members the job is interrupted once, and started again. */
const interruptedAfter = 1 / 4;

/**
 * Measures the expiry of a million lots (fewer with `--members`) by loyaltyctl: lots a second, memory, and an evaluate at 200/s
 * beside it. The job is interrupted once; in the end every lot has expired exactly once.
 */
export const measureExpiry = async (run: BenchRun): Promise<void> => {
  const members = Math.min(membersMax, run.options.members);
  const lots = members * lotsEach;
  run.say(`Expiring ${lots.toLocaleString('en-US')} lots of ${members.toLocaleString('en-US')} members`);
  const tenant = await openOurTenant(run.stack);
  await warmUp(run, [run.contenders[0]]);
  const alone = await loadBeside(run);
  run.say(`  evaluate p99 ${alone.p99Ms.toFixed(1)} ms with nothing beside it`);
  const { environmentId } = tenant;
  await withDatabase(run.stack.databaseUrl, (db) =>
    fundExpiring(db, { environmentId, members, expired: 'aMinuteAgo' }),
  );
  const interrupted = await startWhenFree(run, tenant);
  while ((await countExpired(run, tenant)) < lots * interruptedAfter) await pause(200);
  interrupted.stop();
  await interrupted.ended;
  const resumed = await startWhenFree(run, tenant);
  const before = await countExpired(run, tenant);
  const beganMs = performance.now();
  const watched = watchMemory(resumed.pid);
  const beside = await loadBeside(run);
  const expiredBeside = (await countExpired(run, tenant)) - before;
  const besideS = (performance.now() - beganMs) / 1_000;
  await resumed.ended;
  const perSecond = (lots - before) / ((performance.now() - beganMs) / 1_000);
  await report(run, {
    tenant,
    lots,
    alone,
    beside,
    perSecond,
    perSecondBeside: expiredBeside / besideS,
    memory: await watched,
  });
};

/** The engine's own job also scans the new members, and only one run may lead at a time: retries until the lock is free. */
const startWhenFree = async (run: BenchRun, tenant: Contender): Promise<Expiry> => {
  const before = await countExpired(run, tenant);
  for (;;) {
    const expiry = startExpiry(run, tenant);
    await hasBegunOrEnded(run, tenant, { expiry, before });
    if ((await countExpired(run, tenant)) > before) return expiry;
    await pause(1_000);
  }
};

const hasBegunOrEnded = async (
  run: BenchRun,
  tenant: Contender,
  { expiry, before }: { readonly expiry: Expiry; readonly before: number },
): Promise<void> => {
  const isOver = () => true;
  const ended = expiry.ended.then(isOver, isOver);
  while ((await countExpired(run, tenant)) === before) {
    if (await Promise.race([ended, pause(200).then(() => false)])) return;
  }
};

const countExpired = ({ stack }: BenchRun, { environmentId }: Contender): Promise<number> =>
  withDatabase(stack.databaseUrl, async (db) => {
    const sql = `SELECT count(*) AS expired FROM ledger_entries WHERE environment_id = $1 AND type = 'EXPIRE'`;
    return onlyRow(await db.query<{ expired: number }>(sql, [environmentId]), 'a count').expired;
  });

interface Memory {
  readonly firstMb: number;
  readonly mostMb: number;
}

/** Reads resident memory at the start of the work and at its maximum, until the process ends. */
const watchMemory = async (pid: number): Promise<Memory> => {
  await pause(5_000);
  const firstMb = residentMb(pid);
  let mostMb = firstMb;
  for (let mb = firstMb; mb > 0; mb = residentMb(pid)) {
    mostMb = Math.max(mostMb, mb);
    await pause(500);
  }
  return { firstMb, mostMb };
};

interface Expired {
  readonly tenant: Contender;
  readonly lots: number;
  /** Evaluates at 200/s: alone, and beside expiry. */
  readonly alone: LoadResult;
  readonly beside: LoadResult;
  readonly perSecond: number;
  readonly perSecondBeside: number;
  readonly memory: Memory;
}

const report = async (
  run: BenchRun,
  { tenant, lots, alone, beside, perSecond, perSecondBeside, memory }: Expired,
): Promise<void> => {
  const expired = await countExpired(run, tenant);
  if (expired !== lots) throw new Error(`${expired.toString()} lots expired, not ${lots.toString()}`);
  run.figures.add('engine', { title: 'lots expired', unit: '/s' }, perSecond);
  run.figures.add('engine', { title: 'lots expired beside evaluates at 200/s', unit: '/s' }, perSecondBeside);
  run.figures.add('engine', { title: 'evaluate at 200/s: p99', unit: 'ms' }, alone.p99Ms);
  run.figures.add('engine', { title: 'evaluate at 200/s beside expiry: p99', unit: 'ms' }, beside.p99Ms);
  const { firstMb, mostMb } = memory;
  run.figures.note(
    `Expiry was killed once on the way and begun again: every lot expired once. Its memory: ${firstMb.toFixed(0)} MB after ` +
      `5 s, at most ${mostMb.toFixed(0)} MB.`,
  );
  run.say(
    `  ${Math.round(perSecond).toString()} lots/s (${Math.round(perSecondBeside).toString()}/s beside evaluates, whose p99 is ` +
      `${beside.p99Ms.toFixed(1)} ms, alone ${alone.p99Ms.toFixed(1)} ms), ${firstMb.toFixed(0)} to ${mostMb.toFixed(0)} MB`,
  );
};
