import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { onlyRow } from '@loyalty/storage';
import { askOurs } from '../ask-ours.ts';
import type { Contender } from '../contender.ts';
import { openOurTenant } from '../our-service.ts';
import { sampleSize, writeReceipts } from '../stream/receipts-file.ts';
import { withDatabase } from '../with-database.ts';
import type { BenchRun } from './bench-run.ts';
import { warmUp } from './warm-up.ts';

const segmentsCount = 20;
const tickMs = 50;

/** How soon after its purchase a member is in the segments that it leads to, with twenty of them beside a stream. */
export const measureLive = async (run: BenchRun): Promise<void> => {
  run.say(`Live membership in ${segmentsCount.toString()} segments`);
  const tenant = await openOurTenant(run.stack, []);
  for (let n = 1; n <= segmentsCount; n += 1) await askOurs(tenant, 'POST /segments', segment(n));
  // Meanwhile their first refresh, of nobody, is done.
  await warmUp(run, [run.contenders[0]]);
  const receipts = run.options.receiptRate * run.options.seconds;
  const path = writeReceipts(run.stack.root, {
    label: 'live',
    copies: Math.ceil(receipts / sampleSize),
    newMembers: true,
  });
  const beganMs = performance.now();
  await streamPaced(run, tenant, { path, receipts });
  rmSync(path);
  const storedPerSecond = receipts / ((performance.now() - beganMs) / 1_000);
  // What is not there after so long is not there within a second.
  await pause(10_000);
  report(run, storedPerSecond, await readDelays(run, tenant));
};

/** The first purchase leads to the first one, and so on; every other one asks for money within a week. */
const segment = (n: number): object => {
  const [field, value] = n % 2 === 1 ? ['txn_count_lifetime', (n + 1) / 2] : ['spend_cents_7d', n * 1_000];
  const rules = { operator: 'AND', conditions: [{ field, op: 'gte', value }] };
  return { name: `live ${n.toString()}`, type: 'DYNAMIC', rules };
};

interface Streamed {
  readonly path: string;
  readonly receipts: number;
}

/** Hands lines to loyaltyctl at a fixed pace, and waits until they are stored. */
const streamPaced = async (
  { stack, options: { receiptRate: perSecond } }: BenchRun,
  { tenantId }: Contender,
  { path, receipts }: Streamed,
): Promise<void> => {
  const main = join(stack.root, 'packages/cli/dist/main.js');
  const args = [main, 'receipts', 'stream', '-', '--tenant', tenantId];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'], cwd: stack.root });
  const ended = once(child, 'exit');
  const beganMs = performance.now();
  let sent = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (sent >= receipts) break;
    child.stdin.write(`${line}\n`);
    sent += 1;
    if (sent % Math.ceil(perSecond * (tickMs / 1_000)) === 0)
      await pause(Math.max(0, beganMs + (sent / perSecond) * 1_000 - performance.now()));
  }
  child.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`receipts stream ended with ${String(code)}`);
};

interface Delays {
  readonly members: number;
  readonly missing: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** By Postgres' clock, from the transaction of a member's first receipt to that of the membership. */
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
