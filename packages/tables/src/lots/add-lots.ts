import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import { dayMs, lotNameOf, utcDayOf, type LotGain, type LotKey } from '@loyalty/rules';
import { onlyRow, type Statement, type Transaction } from '@loyalty/storage';

/** Points that a member gains in a lot. */
export interface LotAddition extends LotGain {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  /** Milliseconds since the epoch. */
  readonly addedAtMs: number;
}

const statement: Statement = {
  name: 'lots-add',
  text: `INSERT INTO point_lots AS l (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
         SELECT environment_id, member_id, sliding_days, expires_on, to_timestamp(expires / 1000.0), points,
                to_timestamp(added / 1000.0), due_on
           FROM unnest($1::int[], $2::uuid[], $3::int[], $4::int[], $5::bigint[], $6::bigint[], $7::bigint[], $8::int[])
                AS a (environment_id, member_id, sliding_days, expires_on, expires, points, added, due_on)
         ON CONFLICT (environment_id, member_id, sliding_days, expires_on)
         DO UPDATE SET points = l.points + EXCLUDED.points, expires_at = greatest(l.expires_at, EXCLUDED.expires_at),
                       added_at = greatest(l.added_at, EXCLUDED.added_at)`,
};

/**
 * Adds points to lots of members whose rows this transaction has locked or creates. Lots that do not exist are created. It reads no
 * lots.
 */
export const addLots = async (tx: Transaction, additions: readonly LotAddition[]): Promise<void> => {
  if (additions.length === 0) return;
  const lots = sumByLot(additions);
  await tx.query(statement, [
    lots.map(({ environmentId }) => environmentId),
    lots.map(({ memberId }) => memberId),
    lots.map(({ slidingDays }) => slidingDays),
    lots.map(({ expiresOn }) => expiresOn),
    lots.map(({ expiresAtMs }) => expiresAtMs),
    lots.map(({ points }) => points),
    lots.map(({ addedAtMs }) => addedAtMs),
    lots.map(dueOnOf),
  ]);
};

/** An adjustment creates no further lot for a member with so many (D116). A spending of them all reads them in 50 ms. */
export const lotsMax = 5_000;

const roomStatement: Statement = {
  name: 'lots-room',
  text: `SELECT EXISTS (SELECT FROM point_lots WHERE environment_id = $1 AND member_id = $2 AND sliding_days = $3 AND expires_on = $4)
                OR (SELECT count(*) FROM (SELECT FROM point_lots WHERE environment_id = $1 AND member_id = $2 LIMIT $5) AS kept) < $5
                AS "hasRoom"`,
};

/** Returns true when a member whose row is locked has this lot already, or fewer than {@link lotsMax}. */
export const hasRoomForLot = async (
  tx: Transaction,
  { environmentId, memberId }: Pick<LotAddition, 'environmentId' | 'memberId'>,
  { slidingDays, expiresOn }: LotKey,
): Promise<boolean> => {
  const values = [environmentId, memberId, slidingDays, expiresOn, lotsMax];
  return onlyRow(await tx.query<{ hasRoom: boolean }>(roomStatement, values), 'room for a lot').hasRoom;
};

/** Sums up the additions of each lot, because Postgres rejects a statement that changes a row twice. The latest times count. */
const sumByLot = (additions: readonly LotAddition[]): readonly LotAddition[] => {
  const sums = new Map<string, LotAddition>();
  for (const one of additions) {
    const name = `${one.environmentId.toString()}/${one.memberId}/${lotNameOf(one)}`;
    const before = sums.get(name);
    sums.set(name, before === undefined ? one : joined(before, one));
  }
  return [...sums.values()];
};

const joined = (a: LotAddition, b: LotAddition): LotAddition => ({
  ...a,
  points: a.points + b.points,
  expiresAtMs:
    a.expiresAtMs === null || b.expiresAtMs === null ? null : Math.max(a.expiresAtMs, b.expiresAtMs),
  addedAtMs: Math.max(a.addedAtMs, b.addedAtMs),
});

/** The first day on which the lot can be due: later activity only moves a sliding lot further away. */
const dueOnOf = ({ slidingDays, expiresOn, addedAtMs }: LotAddition): number =>
  slidingDays === 0 ? expiresOn : utcDayOf(addedAtMs + slidingDays * dayMs);
