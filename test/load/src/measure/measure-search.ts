import { setTimeout as pause } from 'node:timers/promises';
import { onlyRow, type Database } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit';
import { openOurTenant } from '../our-service.ts';
import { percentile } from '../percentile.ts';
import type { BenchRun } from './bench-run.ts';

/** The searched texts, each titled by whether it matches a whole page. */
const needles: readonly (readonly [title: string, needle: string])[] = [
  ['the beginning of a reference', 'card-1999'],
  ['a rare word', 'pieter-777777'],
  ['of many', 'gmail.com'],
  ['of nobody', 'qqqqqqqq'],
  ['the oldest member', 'card-0-'],
  ['two characters', 'zw'],
];
const askedTimes = 30;
const chunk = 50_000;

/** Measures a search among `--members` members: each text several times, in sequence. */
export const measureSearch = async (run: BenchRun): Promise<void> => {
  const { members } = run.options;
  run.say(`Searching ${members.toLocaleString('en-US')} members`);
  const tenant = await openOurTenant(run.stack);
  await withDatabase(run.stack.databaseUrl, async (db) => {
    await enrolMany(db, tenant.environmentId, members);
    await untilFilled(run, db, tenant.environmentId);
    await db.query('ANALYZE');
  });
  const url = `${run.stack.baseUrl}/tenants/${tenant.tenantId}/members`;
  for (const [title, needle] of needles) {
    const tookMs: number[] = [];
    for (let n = 0; n < askedTimes; n += 1) tookMs.push(await ask(`${url}?search=${needle}`, tenant.key));
    const sorted = Float64Array.from(tookMs).sort();
    const [p50Ms, p99Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
    run.figures.add('engine', { title: `search, ${title}: p50`, unit: 'ms' }, p50Ms);
    run.figures.add('engine', { title: `search, ${title}: p99`, unit: 'ms' }, p99Ms);
    run.say(`  ${title.padEnd(30)}p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
  }
};

const ask = async (url: string, key: string): Promise<number> => {
  const beganMs = performance.now();
  const answer = await fetch(url, { headers: { 'X-API-Key': key } });
  await answer.text();
  if (!answer.ok) throw new Error(`a search was answered ${answer.status.toString()}`);
  return performance.now() - beganMs;
};

/** Enrols the oldest member first; names repeat, references do not. */
const enrolMany = async (db: Database, environmentId: number, members: number): Promise<void> => {
  for (let first = 0; first < members; first += chunk)
    await db.query(enrolSql, [environmentId, first, Math.min(members, first + chunk) - 1]);
};

const enrolSql = `
  WITH drawn AS (
    SELECT n, gen_random_uuid() AS id, timestamptz '2025-01-01' + n * interval '10 ms' AS at,
           'card-' || n || '-x' AS ref,
           (ARRAY['thandi', 'sipho', 'zanele', 'pieter', 'aisha', 'johan'])[1 + n % 6] || '-' || n AS name
      FROM generate_series($2::int, $3::int) AS n),
  made AS (
    INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                         enrolled_at, created_at, updated_at)
    SELECT $1, id, uuid_send(id), ref, 0, 0, 0, at, at, at FROM drawn)
  INSERT INTO member_profiles (environment_id, member_id, name, email, search_text, updated_at)
  SELECT $1, id, name, name || '@gmail.com', ref || U&'\\FFFF' || name || U&'\\FFFF' || name || '@gmail.com', at FROM drawn`;

/** Waits until the job has filled the search columns, and notes its rate. */
const untilFilled = async (run: BenchRun, db: Database, environmentId: number): Promise<void> => {
  const unfilled = async (): Promise<number> => {
    const sql = 'SELECT count(*) AS left FROM member_profiles WHERE environment_id = $1 AND grams IS NULL';
    return onlyRow(await db.query<{ left: number }>(sql, [environmentId]), 'a count').left;
  };
  const [before, beganMs] = [await unfilled(), performance.now()];
  while ((await unfilled()) > 0) await pause(1_000);
  const perSecond = (before * 1_000) / (performance.now() - beganMs);
  run.figures.add('engine', { title: 'members made searchable', unit: '/s' }, perSecond);
  run.say(`  made searchable at ${Math.round(perSecond).toString()}/s`);
};
