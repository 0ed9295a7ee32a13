import { awaitAll, dayMs, type EnvironmentId, type MemberId, utcDayOf } from '@loyalty/kernel';
import { dueAtMs, inOrderOfDue, type Lot, type LotGain, type LotKey, lotNameOf } from '@loyalty/rules/lots';
import {
  type Database,
  instantSql,
  onlyRow,
  type Queryable,
  rowArrays,
  type Statement,
  type Transaction,
} from '@loyalty/storage';
import { identityRows, type MemberIdentity, membersByKey, readAccountById } from '../accounts/accounts.ts';

export interface MemberLot extends Lot {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

/**
 * The number of dated lots that are read first. A member who earns daily has hundreds, but most spendings
 * need only the first few.
 */
export const firstLotsMax = 16;

export const lotColumns = `
  l.environment_id AS "environmentId", l.member_id AS "memberId", l.sliding_days AS "slidingDays",
  l.expires_on AS "expiresOn", l.points, (extract(epoch FROM l.expires_at) * 1000)::bigint AS "expiresAtMs",
  (extract(epoch FROM l.added_at) * 1000)::bigint AS "addedAtMs"`;

const firstStatement: Statement = {
  name: 'lots-first',
  text: `SELECT ${lotColumns}
           FROM ${membersByKey}
          CROSS JOIN LATERAL (
            (SELECT * FROM point_lots d
              WHERE d.environment_id = m.environment_id AND d.member_id = m.id AND d.sliding_days = 0
              ORDER BY d.expires_on LIMIT ${firstLotsMax.toString()})
            UNION ALL
            SELECT * FROM point_lots s
             WHERE s.environment_id = m.environment_id AND s.member_id = m.id AND s.sliding_days > 0) l`,
};

/**
 * Reads the sliding lots, and the first {@link firstLotsMax} dated ones by date. They are enough if they
 * cover a spending or are all lots. It reads by member key, so it can be sent right after the lock statement.
 */
export const readFirstLots = (tx: Queryable, members: readonly MemberIdentity[]): Promise<MemberLot[]> =>
  tx.query<MemberLot>(firstStatement, identityRows.valuesOf(members));

const allStatement: Statement = {
  name: 'lots-all',
  text: `SELECT ${lotColumns} FROM point_lots l
          WHERE l.environment_id = $1 AND l.member_id = ANY ($2::uuid[])
          ORDER BY l.member_id, l.sliding_days, l.expires_on`,
};

/** Reads lots in the order of their keys. */
export const readLots = (
  tx: Queryable,
  environmentId: EnvironmentId,
  memberIds: readonly MemberId[],
): Promise<MemberLot[]> => tx.query<MemberLot>(allStatement, [environmentId, memberIds]);

const dueStatement: Statement = {
  name: 'lots-due',
  text: `SELECT ${lotColumns} FROM point_lots l
          WHERE l.environment_id = $1 AND l.member_id = $2 AND l.due_on <= $3
          ORDER BY l.sliding_days, l.expires_on`,
};

/**
 * Reads the lots of a member that are past their time at `atMs`, and some that are not: of that UTC day, or sliding
 * ones that an activity has moved since.
 */
export const readDueLots = (
  db: Queryable,
  { environmentId, memberId }: Pick<MemberLot, 'environmentId' | 'memberId'>,
  atMs: number,
): Promise<MemberLot[]> => db.query<MemberLot>(dueStatement, [environmentId, memberId, utcDayOf(atMs)]);

export interface MemberLotGain extends LotGain {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly addedAtMs: number;
}

type OwnedLotKey = LotKey & Pick<MemberLotGain, 'environmentId' | 'memberId'>;

const lotRows = rowArrays<OwnedLotKey>((fields) =>
  fields('environment_id int', 'member_id uuid', 'sliding_days int', 'expires_on int'),
);

/** The first possible day: later activity only moves a sliding lot further away. */
const dueOnOf = ({ slidingDays, expiresOn, addedAtMs }: MemberLotGain): number =>
  slidingDays === 0 ? expiresOn : utcDayOf(addedAtMs + slidingDays * dayMs);

const addedRows = rowArrays<MemberLotGain>((fields, rows) => [
  ...lotRows.columnsOf(rows),
  ['expires', 'bigint', rows.map(({ expiresAtMs }) => expiresAtMs)],
  ...fields('points bigint'),
  ['added', 'bigint', rows.map(({ addedAtMs }) => addedAtMs)],
  ['due_on', 'int', rows.map(dueOnOf)],
]);
const addStatement: Statement = {
  name: 'lots-add',
  text: `INSERT INTO point_lots AS l (environment_id, member_id, sliding_days, expires_on, expires_at, points, added_at, due_on)
         SELECT environment_id, member_id, sliding_days, expires_on, ${instantSql('expires')}, points,
                ${instantSql('added')}, due_on
           FROM ${addedRows.as('a')}
         ON CONFLICT (environment_id, member_id, sliding_days, expires_on)
         DO UPDATE SET points = l.points + EXCLUDED.points, expires_at = greatest(l.expires_at, EXCLUDED.expires_at),
                       added_at = greatest(l.added_at, EXCLUDED.added_at)`,
};

/**
 * Adds points to lots. The members must be locked or created in this transaction. Missing lots are created,
 * and none is read.
 */
export const addLots = async (tx: Transaction, additions: readonly MemberLotGain[]): Promise<void> => {
  if (additions.length > 0) await tx.query(addStatement, addedRows.valuesOf(sumByLot(additions)));
};

/**
 * The number of lots above which an adjustment creates no further one (D116). Spending them all takes 50 ms
 * to read them.
 */
export const lotsMax = 5_000;

const canAddStatement: Statement = {
  name: 'lots-room',
  text: `SELECT EXISTS (SELECT FROM point_lots WHERE environment_id = $1 AND member_id = $2 AND sliding_days = $3 AND expires_on = $4)
                OR (SELECT count(*) FROM (SELECT FROM point_lots WHERE environment_id = $1 AND member_id = $2 LIMIT $5) AS kept) < $5
                AS "hasRoom"`,
};

/**
 * Returns true if the lot exists, or if there are fewer than {@link lotsMax}. The member's row must be
 * locked.
 */
export const canAddLot = async (
  tx: Transaction,
  { environmentId, memberId }: Pick<MemberLotGain, 'environmentId' | 'memberId'>,
  { slidingDays, expiresOn }: LotKey,
): Promise<boolean> => {
  const values = [environmentId, memberId, slidingDays, expiresOn, lotsMax];
  return onlyRow(await tx.query<{ hasRoom: boolean }>(canAddStatement, values), 'room for a lot').hasRoom;
};

/** Postgres rejects a statement that changes a row twice. The latest times count. */
const sumByLot = (additions: readonly MemberLotGain[]): readonly MemberLotGain[] => {
  const sums = new Map<string, MemberLotGain>();
  for (const one of additions) {
    const name = `${one.environmentId.toString()}/${one.memberId}/${lotNameOf(one)}`;
    const before = sums.get(name);
    sums.set(name, before === undefined ? one : joined(before, one));
  }
  return [...sums.values()];
};

const joined = (a: MemberLotGain, b: MemberLotGain): MemberLotGain => ({
  ...a,
  points: a.points + b.points,
  expiresAtMs:
    a.expiresAtMs === null || b.expiresAtMs === null ? null : Math.max(a.expiresAtMs, b.expiresAtMs),
  addedAtMs: Math.max(a.addedAtMs, b.addedAtMs),
});

export interface LotWrite extends LotKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  /** The points that are left; 0 deletes the lot. */
  readonly points: number;
  /**
   * The latest expiry, which is later than before if returned points expire later than those in the lot; null
   * for a sliding lot.
   */
  readonly expiresAtMs: number | null;
}

const writtenRows = rowArrays<LotWrite>((fields, rows) => [
  ...lotRows.columnsOf(rows),
  ...fields('points bigint'),
  ['expires', 'bigint', rows.map(({ expiresAtMs }) => expiresAtMs)],
]);
const isNamed = `l.environment_id = w.environment_id AND l.member_id = w.member_id AND l.sliding_days = w.sliding_days
            AND l.expires_on = w.expires_on`;

const updateStatement: Statement = {
  name: 'lots-update',
  text: `UPDATE point_lots AS l SET points = w.points, expires_at = ${instantSql('w.expires')}
           FROM ${writtenRows.as('w')}
          WHERE ${isNamed}`,
};

const deleteStatement: Statement = {
  name: 'lots-delete',
  text: `DELETE FROM point_lots AS l
          USING ${lotRows.as('w')}
          WHERE ${isNamed}`,
};

/**
 * Writes absolute values, which were read under the members' locks in this transaction; each lot once. See
 * `addLots`.
 */
export const writeLots = async (tx: Transaction, writes: readonly LotWrite[]): Promise<void> => {
  await awaitAll([
    update(
      tx,
      writes.filter(({ points }) => points > 0),
    ),
    remove(
      tx,
      writes.filter(({ points }) => points === 0),
    ),
  ]);
};

const update = async (tx: Transaction, lots: readonly LotWrite[]): Promise<void> => {
  if (lots.length > 0) await tx.query(updateStatement, writtenRows.valuesOf(lots));
};

const remove = async (tx: Transaction, lots: readonly LotWrite[]): Promise<void> => {
  if (lots.length > 0) await tx.query(deleteStatement, lotRows.valuesOf(lots));
};

interface ExpiringLot {
  readonly expiresAt: string;
  readonly points: number;
  /** INACTIVITY: unless the member is active before. */
  readonly basis: 'DATE' | 'INACTIVITY';
}

interface ExpiringPoints {
  readonly memberId: string;
  readonly asOf: string;
  readonly pointsBalance: number;
  readonly pointsWithoutExpiry: number;
  /** The earliest first; also points that are due and not expired yet. */
  readonly expiring: readonly ExpiringLot[];
}

export const readExpiringPoints = (
  db: Database,
  environmentId: EnvironmentId,
  asked: { readonly memberId: string; readonly asOfMs: number; readonly withinDays: number },
): Promise<ExpiringPoints | null> =>
  // One consistent read: a balance and lots of two moments would not fit together.
  db.readConsistently(async (tx) => {
    const account = await readAccountById(tx, environmentId, asked.memberId);
    if (account === null) return null;
    const lots = await readLots(tx, environmentId, [account.memberId]);
    const untilMs = asked.asOfMs + asked.withinDays * dayMs;
    return {
      memberId: account.memberId,
      asOf: new Date(asked.asOfMs).toISOString(),
      pointsBalance: account.pointsBalance,
      pointsWithoutExpiry: account.pointsBalance - lots.reduce((sum, { points }) => sum + points, 0),
      expiring: inOrderOfDue(lots, account.lastActivityAtMs)
        .map((lot) => ({ lot, dueMs: dueAtMs(lot, account.lastActivityAtMs) }))
        .filter(({ dueMs }) => dueMs <= untilMs)
        .map(shownLot),
    };
  });

const shownLot = ({ lot, dueMs }: { readonly lot: Lot; readonly dueMs: number }): ExpiringLot => ({
  expiresAt: new Date(dueMs).toISOString(),
  points: lot.points,
  basis: lot.slidingDays === 0 ? 'DATE' : 'INACTIVITY',
});
