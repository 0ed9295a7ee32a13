import type { Database } from '@loyalty/storage';

/** Rows per statement: well within the statement timeout. */
const chunk = 50_000;

/**
 * When the lots expired, in SQL. The service's own run of today is for 1:00 UTC, and expires what was due by
 * then.
 */
const expiries = {
  aMinuteAgo: `now() - interval '1 minute'`,
  beforeTodaysRun: `date_trunc('day', now() - interval '1 hour') + interval '30 minutes'`,
} as const;

/**
 * Enrols members with three times 5 points: in a lot that has expired, in a sliding lot due at the same time, and without expiry.
 * Each comes from an ADJUST entry, so that the ledger is consistent.
 */
export const fundExpiring = async (
  db: Database,
  { environmentId, members, expired }: ExpiringMembers,
): Promise<void> => {
  for (let first = 0; first < members; first += chunk) {
    const values = [environmentId, first, Math.min(members, first + chunk) - 1];
    await db.query(sqlOf(expiries[expired]), values);
  }
  await db.query('ANALYZE');
};

export interface ExpiringMembers {
  readonly environmentId: number;
  readonly members: number;
  readonly expired: keyof typeof expiries;
}

const sqlOf = (expiredAt: string): string => `
  WITH made AS (
    INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                         enrolled_at, created_at, updated_at)
    SELECT $1, gen_random_uuid(), uuid_send(gen_random_uuid()), 'expiring-' || n, 15, 0, 3, now(), now(), now()
      FROM generate_series($2::int, $3::int) AS n
    RETURNING id),
  times AS (SELECT at, floor(extract(epoch FROM at) / 86400)::int AS day
              FROM (SELECT date_trunc('milliseconds', ${expiredAt}) AS at) t),
  profiles AS (
    -- Without them a job would make them while expiry is measured.
    INSERT INTO member_profiles (environment_id, member_id, search_text, grams, updated_at)
    SELECT $1, id, '', '{}', now() FROM made),
  entries AS (
    INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description, expires_at,
                                sliding_days, created_at)
    SELECT $1, made.id, seq, gen_random_uuid(), 'ADJUST', 5, seq * 5, 'Bench', CASE seq WHEN 2 THEN at END,
           CASE seq WHEN 3 THEN 1 END, now()
      FROM made CROSS JOIN times CROSS JOIN generate_series(1, 3) AS seq)
  INSERT INTO point_lots (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
  SELECT $1, made.id, sliding, CASE sliding WHEN 0 THEN day ELSE 0 END, CASE sliding WHEN 0 THEN at END, 5,
         at - interval '1 day', day
    FROM made CROSS JOIN times CROSS JOIN generate_series(0, 1) AS sliding`;
