import { memberKeyOf, randomId } from '@loyalty/kernel';
import { onlyRow, type Database } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import type { Contender } from '../contender.ts';
import type { Spread } from './load-job.ts';

/** The points without expiry that each member starts with: more than any run burns. */
const points = 1_000_000_000;
/** The points of each lot; the lots expire on consecutive days. */
const pointsPerLot = 1_000_000;

/** Gives every second member as many lots as a weekly shopper has. */
const everySecondFifty = (n: number): number => (n % 2 === 0 ? 50 : 0);

/**
 * Enrols members with points, each from its own ADJUST entry, so that the ledger is consistent. `lotsOf` returns the number of
 * lots of the nth member.
 */
export const fundMembers = (
  { databaseUrl, environmentId }: Contender,
  spread: Spread,
  lotsOf: (n: number) => number = everySecondFifty,
): Promise<void> =>
  withDatabase(databaseUrl, async (db) => {
    const secret = await readSecret(db, environmentId);
    const refs = Array.from({ length: spread.members }, (_, n) => `${spread.memberPrefix}${n.toString()}`);
    const ids = refs.map(() => randomId());
    const lots = refs.map((_, n) => lotsOf(n));
    await db.query(enrolSql, [
      environmentId,
      ids,
      refs.map((ref) => memberKeyOf(secret, ref)),
      refs,
      lots,
      points,
      pointsPerLot,
    ]);
    await db.query(entriesSql, [environmentId, ids, points, pointsPerLot]);
    await db.query(lotsSql, [environmentId, ids, lots, pointsPerLot]);
    await db.query('ANALYZE');
  });

const readSecret = async (db: Database, environmentId: number): Promise<Buffer> => {
  const rows = await db.query<{ secret: Buffer }>('SELECT secret FROM environments WHERE id = $1', [
    environmentId,
  ]);
  return onlyRow(rows, 'an environment').secret;
};

const enrolSql = `
  INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points, ledger_seq,
                       enrolled_at, created_at, updated_at)
  SELECT $1, id, key, ref, $6::bigint + lots * $7::bigint, 0, 1 + lots, now(), now(), now()
    FROM unnest($2::uuid[], $3::bytea[], $4::text[], $5::int[]) AS m (id, key, ref, lots)`;

/** The points of the first entry never expire; each further entry is a lot, one day apart. */
const entriesSql = `
  INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description, expires_at,
                              created_at)
  SELECT $1, m.id, seq, gen_random_uuid(), 'ADJUST', CASE WHEN seq = 1 THEN $3::bigint ELSE $4::bigint END,
         $3::bigint + (seq - 1) * $4::bigint, 'Bench',
         CASE WHEN seq > 1 THEN date_trunc('day', now(), 'UTC') + seq * interval '1 day' - interval '1 ms' END, now()
    FROM members m, generate_series(1, m.ledger_seq) AS seq
   WHERE m.environment_id = $1 AND m.id = ANY ($2::uuid[])`;

const lotsSql = `
  INSERT INTO point_lots (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
  SELECT $1, id, 0, day, at, $4, now(), day
    FROM unnest($2::uuid[], $3::int[]) AS m (id, lots), generate_series(2, m.lots + 1) AS seq,
         LATERAL (SELECT date_trunc('day', now(), 'UTC') + seq * interval '1 day' - interval '1 ms' AS at) t,
         LATERAL (SELECT floor(extract(epoch FROM at) / 86400)::int AS day) d`;
