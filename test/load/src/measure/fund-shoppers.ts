import type { Database } from '@loyalty/storage';

/** Rows per statement: well within the statement timeout. */
const chunk = 10_000;
/** Days with a purchase per member. */
const days = 50;

/**
 * Enrols members with a purchase on fifty days of the last year, one a week back from today. Member n spent 1 + n mod 1,000
 * cents on each of these days. Their ids ascend in order of enrolment. No receipts account for these figures, so `loyaltyctl
 * check` compares nothing of them.
 */
export const fundShoppers = async (db: Database, environmentId: number, members: number): Promise<void> => {
  for (let first = 0; first < members; first += chunk) {
    await db.query(sql, [environmentId, first, Math.min(members, first + chunk) - 1]);
  }
  await db.query('VACUUM ANALYZE members');
  await db.query('VACUUM ANALYZE member_days');
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
    SELECT $1, id, uuid_send(gen_random_uuid()), 'shopper-' || n, 0, 0, 0, now(), now(), now(),
           cents * ${days.toString()}, ${days.toString()}, (now() AT TIME ZONE 'UTC')::date
      FROM drawn),
  profiles AS (
    -- Without them a job would make them while something is measured.
    INSERT INTO member_profiles (environment_id, member_id, search_text, grams, updated_at)
    SELECT $1, id, '', '{}', now() FROM drawn)
  INSERT INTO member_days (environment_id, member_id, day, spend_before, txns_before)
  SELECT $1, id, (now() AT TIME ZONE 'UTC')::date - 7 * (${days.toString()} - nth), cents * (nth - 1), nth - 1
    FROM drawn, generate_series(1, ${days.toString()}) AS nth`;
