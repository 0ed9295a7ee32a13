import { setTimeout as pause } from 'node:timers/promises';
import { onlyRow, type Database } from '@loyalty/storage';
import type { BenchRun } from './bench-run.ts';

const chunk = 50_000;

/** Enrols the oldest member first; names repeat, references do not. Every second one has a telephone number. */
export const enrolMany = async (db: Database, environmentId: number, members: number): Promise<void> => {
  for (let first = 0; first < members; first += chunk)
    await db.query(enrolSql, [environmentId, first, Math.min(members, first + chunk) - 1]);
};

const enrolSql = `
  WITH drawn AS (
    SELECT n, gen_random_uuid() AS id, timestamptz '2025-01-01' + n * interval '10 ms' AS at,
           'card-' || n || '-x' AS ref,
           (ARRAY['thandi', 'sipho', 'zanele', 'pieter', 'aisha', 'johan'])[1 + n % 6] || '-' || n AS name,
           CASE n % 2 WHEN 1 THEN '+2782' || lpad(n::text, 7, '0') END AS phone
      FROM generate_series($2::int, $3::int) AS n),
  made AS (
    INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                         enrolled_at, created_at, updated_at)
    SELECT $1, id, uuid_send(id), ref, 0, 0, 0, at, at, at FROM drawn)
  INSERT INTO member_profiles (environment_id, member_id, name, email, phone, search_text, updated_at)
  SELECT $1, id, name, name || '@gmail.com', phone,
         ref || U&'\\FFFF' || name || U&'\\FFFF' || name || '@gmail.com' || coalesce(U&'\\FFFF' || phone || U&'\\FFFF', ''), at
    FROM drawn`;

/** Waits until the job has filled the search columns, and notes its rate. */
export const untilFilled = async (
  run: BenchRun,
  db: Database,
  { environmentId, members }: { readonly environmentId: number; readonly members: number },
): Promise<void> => {
  // A count would read all members, again and again beside the job.
  const sql =
    'SELECT EXISTS (SELECT FROM member_profiles WHERE environment_id = $1 AND grams IS NULL) AS "isLeft"';
  const isLeft = async (): Promise<boolean> =>
    onlyRow(await db.query<{ isLeft: boolean }>(sql, [environmentId]), 'whether members are left').isLeft;
  const beganMs = performance.now();
  while (await isLeft()) await pause(1_000);
  const perSecond = (members * 1_000) / (performance.now() - beganMs);
  run.figures.add('engine', { title: 'members made searchable', unit: '/s' }, perSecond);
  run.say(`  made searchable at ${Math.round(perSecond).toString()}/s`);
};
