import { Verdicts } from '@loyalty/stack';
import type { Database } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { meanOf } from '../report/figures.ts';
import type { BenchRun } from './bench-run.ts';
import { loadBeside, type BesideLoad } from './beside.ts';
import { withAllConfigured } from './configure-whole.ts';
import { streamTo } from './measure-stream.ts';
import { untilFollowed } from './until-followed.ts';
import { warmUp } from './warm-up.ts';

/** Rate and latency may change by this share while a snapshot is open. */
const within = 0.15;
const tablesShown = 8;
/** A service that fails more often is not measured. On a busy machine a response may come too late now and then. */
const failuresMax = 100;
const tills: BesideLoad = { bodies: 'evaluate', ratePerSecond: 200, failuresMax };
/**
 * Two copies of the sample for each measured stream. Its members buy as often as the sample's did, no more: the same ones again would
 * be served hundreds of times in a quarter of an hour.
 */
const receipts = { copies: 2, members: 'of-file' } as const;

/**
 * Measures the streamed rate and evaluates before a transaction of REPEATABLE READ is opened, after `--minutes` of load behind it, and
 * after its end. Meanwhile Postgres can take no dead row away.
 */
export const measureSnapshot = (run: BenchRun): Promise<void> =>
  withAllConfigured(run, () =>
    withDatabase(run.stack.databaseUrl, async (db) => {
      run.say(`Behind a snapshot of ${run.options.minutes.toString()} minutes`);
      await warmUp(run, [run.contenders[0]]);
      await loadRound(run, 'warm-up');
      const before = await measureTwice(run, 'before a snapshot');
      const behind = await db.readConsistently(async (tx) => {
        await tx.query('SELECT count(*) FROM stream_positions');
        await loadBehind(run, db);
        await untilFollowed(run.stack);
        const measured = await measureTwice(run, 'behind a snapshot');
        await sayDeadRows(run, db);
        return measured;
      });
      await db.query('VACUUM');
      const after = await measureTwice(run, 'after it');
      judge(before, behind, after);
    }),
  );

interface Measured {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Streams and evaluates beside it until the time is over; says how it goes. */
const loadBehind = async (run: BenchRun, db: Database): Promise<void> => {
  const beganMs = performance.now();
  for (let round = 1; performance.now() - beganMs < run.options.minutes * 60_000; round += 1) {
    await loadRound(run, `load-${round.toString()}`);
    run.say(`  ${((performance.now() - beganMs) / 60_000).toFixed(1)} minutes behind the snapshot`);
    if (round % 3 === 0) await sayDeadRows(run, db);
  }
};

const loadRound = async (run: BenchRun, label: string): Promise<void> => {
  const [{ tenantId }] = run.contenders;
  const title = 'streamed beside evaluates';
  const [{ p99Ms, failures }] = await Promise.all([
    loadBeside(run, tills),
    streamTo(run, tenantId, { label: `snapshot-${label}`, ...receipts, title }),
  ]);
  run.say(`  evaluate p99 ${p99Ms.toFixed(1)} ms beside the stream, ${failures.toString()} failed`);
};

const measureTwice = async (run: BenchRun, when: string): Promise<Measured> => {
  const figures: Measured[] = [];
  const [{ tenantId }] = run.contenders;
  for (let round = 1; round <= run.options.rounds; round += 1) {
    const label = `snapshot-${when.replaceAll(' ', '-')}-${round.toString()}`;
    const title = `streamed receipts, ${when}`;
    const perSecond = await streamTo(run, tenantId, { label, ...receipts, title });
    await untilFollowed(run.stack);
    const { p50Ms, p99Ms, failures } = await loadBeside(run, tills);
    run.figures.add('engine', { title: `evaluate at 200/s, ${when}: p50`, unit: 'ms' }, p50Ms);
    run.figures.add('engine', { title: `evaluate at 200/s, ${when}: p99`, unit: 'ms' }, p99Ms);
    run.say(
      `  ${when}: evaluate p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${failures.toString()} failed`,
    );
    figures.push({ perSecond, p99Ms });
  }
  return {
    perSecond: meanOf(figures.map(({ perSecond }) => perSecond)),
    p99Ms: meanOf(figures.map(({ p99Ms }) => p99Ms)),
  };
};

const sayDeadRows = async (run: BenchRun, db: Database): Promise<void> => {
  const rows = await db.query<{ name: string; dead: number; live: number }>(deadSql, [tablesShown]);
  const tables = rows.map(({ name, dead, live }) => `${name} ${dead.toString()} of ${live.toString()}`);
  run.say(`  dead rows beside live ones: ${tables.join(', ')}`);
};

const deadSql = `
  SELECT relname AS name, n_dead_tup AS dead, n_live_tup AS live FROM pg_stat_user_tables ORDER BY n_dead_tup DESC LIMIT $1`;

const judge = (before: Measured, behind: Measured, after: Measured): void => {
  const verdicts = new Verdicts();
  const rate = behind.perSecond / before.perSecond;
  const p99 = behind.p99Ms / before.p99Ms;
  const drift = `after it ${(after.perSecond / before.perSecond).toFixed(2)} and ${(after.p99Ms / before.p99Ms).toFixed(2)} ×`;
  verdicts.judge(
    'behind a snapshot: the streamed rate is that of before',
    rate >= 1 - within,
    `${rate.toFixed(2)} ×; ${drift}`,
  );
  verdicts.judge(
    'behind a snapshot: the p99 of evaluates is that of before',
    p99 <= 1 + within,
    `${p99.toFixed(2)} ×`,
  );
  verdicts.close();
};
