import type { Database } from '@loyalty/storage';

/** A crowd: the members of one large tenant. */
export interface CrowdPlan {
  readonly environmentId: number;
  readonly members: number;
  say(text: string): void;
}

/** Rows per statement. */
const chunk = 50_000;
const saidEvery = 500_000;

/**
 * Enrols members with 150 points from one entry, and with one day of purchase, a week ago. Member n spent 1 + n mod 1,000 cents on it.
 * Their ids ascend in order of enrolment. No receipts account for the purchases.
 */
export const fundCrowd = async (db: Database, plan: CrowdPlan): Promise<void> => {
  const { environmentId, members } = plan;
  const beganMs = performance.now();
  for (let first = 0; first < members; first += chunk) {
    const end = Math.min(members, first + chunk);
    await db.query(sql, [environmentId, first, end - 1]);
    const perSecond = Math.round((end * 1_000) / (performance.now() - beganMs)).toLocaleString('en-US');
    if (end % saidEvery === 0) plan.say(`  ${end.toLocaleString('en-US')} members loaded (${perSecond}/s)`);
  }
  for (const table of ['members', 'member_profiles', 'member_days', 'ledger_entries'])
    await db.query(`VACUUM ANALYZE ${table}`);
};

const sql = `
  WITH drawn AS (
    SELECT n, (left(instant, 8) || '-' || right(instant, 4) || '-7' || substr(gen_random_uuid()::text, 16))::uuid AS id,
           1 + n % 1000 AS cents
      FROM generate_series($2::int, $3::int) AS n,
           lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - 1000000000 + n), 12, '0') AS instant),
  made AS (
    INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                         enrolled_at, created_at, updated_at, spend_cents, txn_count, last_txn_day)
    SELECT $1, id, uuid_send(gen_random_uuid()), 'crowd-' || n, 150, 150, 1, now(), now(), now(), cents, 1,
           (now() AT TIME ZONE 'UTC')::date - 7
      FROM drawn),
  profiles AS (
    -- Without them a job would make them while something is measured.
    INSERT INTO member_profiles (environment_id, member_id, search_text, grams, updated_at)
    SELECT $1, id, '', '{}', now() FROM drawn),
  entries AS (
    INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description, created_at)
    SELECT $1, id, 1, gen_random_uuid(), 'EARN', 150, 150, 'Bench', now() FROM drawn)
  INSERT INTO member_days (environment_id, member_id, day, spend_before, txns_before)
  SELECT $1, id, (now() AT TIME ZONE 'UTC')::date - 7, 0, 0 FROM drawn`;
