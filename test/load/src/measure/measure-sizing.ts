import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Database, onlyRow } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { runLoad } from '../generator/run-load.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { residentMb } from '../resident-mb.ts';
import type { BenchRun } from './bench-run.ts';
import { untilFollowed } from './until-followed.ts';
import { usedSince, usesOf } from './uses.ts';
import { warmUp } from './warm-up.ts';

/** Evaluates a second, which the sizes of tools/operations/src/sizing have in the mean and at their peak. */
const rates = [30, 100, 300, 1_000];
const rateMs = 20_000;
/** Their rows fill some 400 MB, far more pages than the receipts behind one checkpoint touch. */
const shoppers = 300_000;
/** Receipts behind a checkpoint: one for each 150, 30 and 3 members. */
const behindCheckpoint = [2_000, 10_000, 100_000];
const prefix = 'shopper-';
/** Evaluates, as a shop's; more are streamed. */
const tillsMax = 2_000;
const tillsPerSecond = 200;

/**
 * Measures what the page on sizes counts with: processor time and memory of each process at fixed rates of evaluates. Then bytes of
 * tables and of write-ahead log for each receipt, by how many come behind a checkpoint and by `wal_compression`.
 */
export const measureSizing = async (run: BenchRun): Promise<void> => {
  await warmUp(run, [run.contenders[0]]);
  for (const rate of rates) await measureRate(run, rate);
  await withDatabase(run.stack.databaseUrl, (db) => measureLog(run, db));
};

const measureRate = async (run: BenchRun, ratePerSecond: number): Promise<void> => {
  const [ours] = run.contenders;
  const before = usesOf(ours);
  const beganMs = performance.now();
  const { p50Ms, p99Ms, perSecond } = await runLoad({
    url: ours.urls.evaluate,
    key: ours.key,
    bodies: 'evaluate',
    members: run.members,
    memberPrefix: run.memberPrefix,
    connections: 64,
    ratePerSecond,
    warmUpMs: 0,
    measureMs: rateMs,
  });
  const seconds = (performance.now() - beganMs) / 1_000;
  const pids = ours.processes();
  const used = Object.entries(usedSince(before, ours));
  const cores = used.reduce((sum, [, { cpuSeconds }]) => sum + cpuSeconds, 0) / seconds;
  const title = `evaluates at ${ratePerSecond.toString()}/s`;
  run.figures.add('engine', { title: `${title}: cores`, unit: '' }, cores);
  run.figures.add('engine', { title: `${title}: p99`, unit: 'ms' }, p99Ms);
  run.say(
    `  ${title}: ${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)}, p99 ${p99Ms.toFixed(1)} ms, ${cores.toFixed(2)} cores`,
  );
  for (const [name, { cpuSeconds }] of used)
    run.say(
      `    ${name.padEnd(20)}${((cpuSeconds * 1_000) / seconds).toFixed(0).padStart(6)} ms/s  ${residentMb(pids[name] ?? 0).toFixed(0)} MB`,
    );
};

/** The server takes the settings at run time; they are taken back at the end. */
const measureLog = async (run: BenchRun, db: Database): Promise<void> => {
  run.say(`Log and tables, ${shoppers.toString()} members`);
  const past = Array.from({ length: shoppers }, (_, n) => n);
  await streamReceipts(run, 'past', past);
  await db.query('VACUUM (ANALYZE)');
  const { offered } = onlyRow(
    await db.query<{ offered: readonly string[] }>(
      "SELECT enumvals AS offered FROM pg_settings WHERE name = 'wal_compression'",
    ),
    'a setting',
  );
  try {
    for (const compression of ['off', 'pglz', 'lz4', 'zstd'].filter((each) => offered.includes(each))) {
      await db.query(`ALTER SYSTEM SET wal_compression = ${compression}`);
      await db.query('SELECT pg_reload_conf()');
      for (const receipts of behindCheckpoint) await measureBehind(run, db, { compression, receipts });
    }
  } finally {
    await db.query('ALTER SYSTEM RESET wal_compression');
    await db.query('SELECT pg_reload_conf()');
  }
};

interface Behind {
  readonly compression: string;
  readonly receipts: number;
}

interface Stored {
  readonly lsn: string;
  readonly bytes: string;
}

const measureBehind = async (run: BenchRun, db: Database, behind: Behind): Promise<void> => {
  const { compression, receipts } = behind;
  await untilFollowed(run.stack);
  await db.query('CHECKPOINT');
  const before = await readStored(db);
  const usedBefore = usesOf(run.contenders[0]);
  const sent = receipts <= tillsMax ? await sendTills(run) : await sendStream(run, behind);
  await untilFollowed(run.stack);
  const after = await readStored(db);
  const postgres = usedSince(usedBefore, run.contenders[0])['postgres']?.cpuSeconds ?? 0;
  const { log } = onlyRow(
    await db.query<{ log: number }>('SELECT pg_wal_lsn_diff($1::pg_lsn, $2::pg_lsn)::float8 AS log', [
      after.lsn,
      before.lsn,
    ]),
    'a difference',
  );
  const title = `log a receipt, ${receipts.toString()} of ${shoppers.toString()} behind a checkpoint, ${compression}`;
  run.figures.add('engine', { title, unit: '' }, log / sent);
  run.say(
    `  ${title}: ${(log / sent).toFixed(0)} B; tables ${((Number(after.bytes) - Number(before.bytes)) / sent).toFixed(0)} B; ` +
      `Postgres ${((postgres * 1_000_000) / sent).toFixed(0)} µs; ${sent.toString()} receipts`,
  );
};

const readStored = async (db: Database): Promise<Stored> =>
  onlyRow(
    await db.query<Stored>(
      'SELECT pg_current_wal_insert_lsn()::text AS lsn, pg_database_size(current_database())::text AS bytes',
    ),
    'the database',
  );

const sendTills = async (run: BenchRun): Promise<number> => {
  const [ours] = run.contenders;
  const { requestsInAll } = await runLoad({
    url: ours.urls.evaluate,
    key: ours.key,
    bodies: 'evaluate',
    members: shoppers,
    memberPrefix: prefix,
    connections: 64,
    ratePerSecond: tillsPerSecond,
    warmUpMs: 0,
    measureMs: (tillsMax / tillsPerSecond) * 1_000,
  });
  return requestsInAll;
};

const sendStream = (run: BenchRun, { compression, receipts }: Behind): Promise<number> =>
  streamReceipts(
    run,
    `${compression}-${receipts.toString()}`,
    Array.from({ length: receipts }, () => Math.floor(Math.random() * shoppers)),
  );

/** Receipts of the sample, each of the member of this number. Returns how many were stored. */
const streamReceipts = async (run: BenchRun, label: string, members: readonly number[]): Promise<number> => {
  const folder = join(run.stack.root, '.loyalty/bench');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `sizing-${label}.ndjson`);
  const sample = gunzipSync(readFileSync(join(run.stack.root, 'test/data/receipts.ndjson.gz')))
    .toString()
    .trim()
    .split('\n');
  writeFileSync(path, '');
  for (let from = 0; from < members.length; from += sample.length) {
    const lines = members
      .slice(from, from + sample.length)
      .map((member, n) =>
        (sample[n] ?? '')
          .replace(/"transactionRef":"([^"]*)"/, `"transactionRef":"${label}-${from.toString()}-$1"`)
          .replace(/"memberRef":"[^"]*"/, `"memberRef":"${prefix}${member.toString()}"`),
      );
    writeFileSync(path, `${lines.join('\n')}\n`, { flag: 'a' });
  }
  const [{ tenantId }] = run.contenders;
  const { stored } = await loyaltyctl<{ stored: number }>(
    run.stack,
    'receipts',
    'stream',
    path,
    '--tenant',
    tenantId,
  );
  rmSync(path);
  run.say(`  ${stored.toString()} receipts streamed (${label})`);
  return stored;
};
