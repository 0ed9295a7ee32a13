import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { onlyRow } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import type { Contender } from '../contender.ts';
import { openOurTenant } from '../our-service.ts';
import { sampleSize, writeReceipts } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';
import { createLiveSegments, liveSegments } from './live-segments.ts';
import { warmUp } from './warm-up.ts';

const tickMs = 50;
/** More than a pipe holds: once they are written, the sender has started and reads. */
const firstLines = 1_000;
/** The length of a first stream to another tenant, unmeasured, so that its code is compiled. */
const firstSeconds = 3;

/** Measures how soon after a purchase a member enters the twenty segments that it leads to, beside a stream. */
export const measureLive = async (run: BenchRun): Promise<void> => {
  run.say(`Live membership in ${liveSegments.toString()} segments`);
  const [first, measured] = [await openTenant(run), await openTenant(run)];
  // Meanwhile the first refreshes, of no members, finish.
  await warmUp(run, [run.contenders[0]]);
  await stream(run, first, { label: 'first', seconds: firstSeconds });
  const storedPerSecond = await stream(run, measured, { label: 'live', seconds: run.options.seconds });
  // A membership that is missing after this time is not there within a second either.
  await pause(10_000);
  report(run, storedPerSecond, await readDelays(run, measured));
};

const openTenant = async (run: BenchRun): Promise<Contender> => {
  const tenant = await openOurTenant(run.stack, []);
  await createLiveSegments(tenant);
  return tenant;
};

interface Stretch {
  readonly label: string;
  readonly seconds: number;
}

/** Streams receipts of new members at a fixed rate. Returns how many were stored a second, counted until all are stored. */
const stream = async (run: BenchRun, tenant: Contender, { label, seconds }: Stretch): Promise<number> => {
  const receipts = run.options.receiptRate * seconds;
  const copies = Math.ceil(receipts / sampleSize);
  const path = writeReceipts(run.stack.root, { label, copies, members: 'of-copy' });
  const tookMs = await sendPaced(run, tenant, { path, receipts });
  rmSync(path);
  return receipts / (tookMs / 1_000);
};

interface Sent {
  readonly path: string;
  readonly receipts: number;
}

/** Writes lines to loyaltyctl once it has started, and waits until they are stored. Returns the milliseconds that this took. */
const sendPaced = async (
  { stack, options: { receiptRate: perSecond } }: BenchRun,
  { tenantId }: Contender,
  { path, receipts }: Sent,
): Promise<number> => {
  const main = join(stack.root, 'tools/cli/bin/loyaltyctl.mjs');
  const args = [main, 'receipts', 'stream', '-', '--tenant', tenantId];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'], cwd: stack.root });
  const ended = once(child, 'exit');
  let beganMs = performance.now();
  let sent = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (sent >= receipts) break;
    const isTaken = child.stdin.write(`${line}\n`);
    sent += 1;
    if (sent === firstLines && !isTaken) {
      await once(child.stdin, 'drain');
      beganMs = performance.now() - (sent / perSecond) * 1_000;
    }
    if (sent % Math.ceil(perSecond * (tickMs / 1_000)) === 0)
      await pause(Math.max(0, beganMs + (sent / perSecond) * 1_000 - performance.now()));
  }
  child.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`receipts stream ended with ${String(code)}`);
  return performance.now() - beganMs;
};

interface Delays {
  readonly members: number;
  readonly missing: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Reads the delays by Postgres' clock, from the transaction of a member's first receipt to that of the membership. */
const readDelays = (run: BenchRun, { environmentId }: Contender): Promise<Delays> =>
  withDatabase(run.stack.databaseUrl, async (db) =>
    onlyRow(await db.query<Delays>(delaysSql, [environmentId]), 'delays'),
  );

const delaysSql = `
  WITH bought AS (SELECT member_id, min(created_at) AS at FROM transactions WHERE environment_id = $1 GROUP BY member_id),
       first AS (SELECT id FROM segments WHERE environment_id = $1 AND name = 'live 1')
  SELECT count(*)::int AS members, count(*) FILTER (WHERE s.member_id IS NULL)::int AS missing,
         percentile_disc(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM s.added_at - b.at) * 1000)::float8 AS "p50Ms",
         percentile_disc(0.99) WITHIN GROUP (ORDER BY extract(epoch FROM s.added_at - b.at) * 1000)::float8 AS "p99Ms"
    FROM bought b LEFT JOIN segment_members s
      ON s.environment_id = $1 AND s.segment_id = (SELECT id FROM first) AND s.member_id = b.member_id`;

const report = (run: BenchRun, storedPerSecond: number, { members, missing, p50Ms, p99Ms }: Delays): void => {
  const rate = Math.round(storedPerSecond).toString();
  run.figures.add('engine', { title: 'purchase to membership, 20 segments: p50', unit: 'ms' }, p50Ms);
  run.figures.add('engine', { title: 'purchase to membership, 20 segments: p99', unit: 'ms' }, p99Ms);
  run.figures.note(`Live membership of ${members.toString()} members, ${missing.toString()} missing.`);
  run.say(
    `  p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms at ${rate} receipts/s; ${missing.toString()} of ${members.toString()} missing`,
  );
};
