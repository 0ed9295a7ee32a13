import { awaitAll, type EnvironmentId, groupBy, type MemberId, type TierId, uuidMin } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import type { EarnStep, GivenTierReward, TierMember, TierPathMember } from '@loyalty/rules/tiers';
import { onlyRow, type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { identityRows, type MemberIdentity } from '../accounts/accounts.ts';
import { isMember } from '../members/members.ts';

export interface TierState {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly state: MemberState;
  readonly lifetimePoints: number;
  readonly announced: TierId | null;
}

const columns = `environment_id AS "environmentId", id AS "memberId", state, lifetime_points AS "lifetimePoints",
                 tier_id AS announced`;

const lookStatement: Statement = {
  name: 'tier-states',
  text: `SELECT ${columns} FROM members
          WHERE (environment_id, member_key) IN (SELECT * FROM unnest(${identityRows.arrays})) AND ${isMember}`,
};

export const readTierStates = (db: Queryable, members: readonly MemberIdentity[]): Promise<TierState[]> =>
  db.query<TierState>(lookStatement, identityRows.valuesOf(members));

export interface MemberIdRange {
  readonly environmentId: EnvironmentId;
  /** The id before the range; null means from the first one on. */
  readonly after: string | null;
  /** The last id of the range, which is included. */
  readonly upTo: string;
}

/** The tiers, lowest first. */
export interface TierSteps {
  readonly ids: readonly TierId[];
  readonly minLifetimePoints: readonly number[];
}

/** `width_bucket` returns 0 below the first threshold, and element 0 of an array is null, as intended. */
const moversStatement: Statement = {
  name: 'tier-movers',
  text: `SELECT ${columns} FROM members
          WHERE environment_id = $1 AND id > $2 AND id <= $3 AND state <> 'anonymized' AND ${isMember}
            AND tier_id IS DISTINCT FROM
                CASE WHEN cardinality($5::bigint[]) > 0 THEN ($4::uuid[])[width_bucket(lifetime_points, $5::bigint[])] END
          ORDER BY id LIMIT $6`,
};

/** Reads members whose tier differs from the announced one, in the order of their ids. */
export const readTierMovers = (
  db: Queryable,
  { environmentId, after, upTo }: MemberIdRange,
  { ids, minLifetimePoints, limit }: TierSteps & { readonly limit: number },
): Promise<TierState[]> =>
  db.query<TierState>(moversStatement, [
    environmentId,
    after ?? uuidMin,
    upTo,
    ids,
    minLifetimePoints,
    limit,
  ]);

const sizeStatement: Statement = {
  name: 'member-range-size',
  text: 'SELECT count(*) AS size FROM members WHERE environment_id = $1 AND id > $2 AND id <= $3',
};

/** Counts the members of a range, which should be one chunk. */
export const countMemberRange = async (
  db: Queryable,
  { environmentId, after, upTo }: MemberIdRange,
): Promise<number> => {
  const values = [environmentId, after ?? uuidMin, upTo];
  return onlyRow(await db.query<{ size: number }>(sizeStatement, values), 'members').size;
};

const rangeEndStatement: Statement = {
  name: 'member-range-end',
  text: `SELECT count(*) AS size, (array_agg(id ORDER BY id DESC))[1] AS "upTo"
           FROM (SELECT id FROM members WHERE environment_id = $1 AND id > $2 ORDER BY id LIMIT $3) page`,
};

/** Reads the next range; null if no member is left. */
export const readMemberRange = async (
  db: Queryable,
  {
    environmentId,
    after,
    size,
  }: { readonly environmentId: EnvironmentId; readonly after: string | null; readonly size: number },
): Promise<(MemberIdRange & { readonly size: number }) | null> => {
  const [row] = await db.query<{ size: number; upTo: string | null }>(rangeEndStatement, [
    environmentId,
    after ?? uuidMin,
    size,
  ]);
  if (row === undefined || row.upTo === null) return null;
  return { environmentId, after, upTo: row.upTo, size: row.size };
};

const totalStatement: Statement = {
  name: 'members-total',
  text: 'SELECT count(*) AS total FROM (SELECT FROM members WHERE environment_id = $1 LIMIT $2) AS counted',
};

export const countMembersUpTo = async (
  db: Queryable,
  environmentId: EnvironmentId,
  limit: number,
): Promise<number> =>
  onlyRow(await db.query<{ total: number }>(totalStatement, [environmentId, limit]), 'members').total;

export interface LockedTierMember extends Omit<TierMember, keyof EarnedSteps>, EarnedSteps {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly ledgerSeq: number;
}

export const keyRows = rowArrays<TierMemberKey>((fields) => fields('environment_id int', 'member_id uuid'));

const named = `(SELECT * FROM unnest(${keyRows.arrays}))`;

const lockStatement: Statement = {
  name: 'tier-members-lock',
  text: `SELECT environment_id AS "environmentId", id AS "memberId", member_key AS "memberKey", tier_id AS announced,
                tier_seq AS "tierSeq", lifetime_points AS "lifetimePoints", ledger_seq AS "ledgerSeq",
                (extract(epoch FROM enrolled_at) * 1000)::bigint AS "enrolledAtMs"
           FROM members WHERE (environment_id, id) IN ${named} AND state <> 'anonymized' AND ${isMember}
          ORDER BY id FOR NO KEY UPDATE`,
};

const rewardsStatement: Statement = {
  name: 'tier-members-rewards',
  text: `SELECT environment_id AS "environmentId", member_id AS "memberId", id, tier_id AS "tierId", state,
                (extract(epoch FROM issued_at) * 1000)::bigint AS "issuedAtMs",
                (extract(epoch FROM expires_at) * 1000)::bigint AS "expiresAtMs", taken_tier_seq IS NOT NULL AS "isTakenBack"
           FROM rewards WHERE (environment_id, member_id) IN ${named} AND tier_id IS NOT NULL ORDER BY id`,
};

type TierRewardRow = TierMemberKey & GivenTierReward;

/** Nearly every member passed their last threshold within their newest 16 entries. */
const entriesAtFirst = 16;

/**
 * Locks members in the order of their ids, without erased ones, and reads only the newest entries of ledgers
 * (`readOlderSteps`).
 */
export const lockTierMembers = async (
  tx: Transaction,
  names: readonly TierMemberKey[],
): Promise<LockedTierMember[]> => {
  type Row = Omit<LockedTierMember, keyof EarnedSteps | 'rewards'>;
  const locked = await tx.query<Row>(lockStatement, keyRows.valuesOf(names));
  const unread = locked.map((member) => ({ ...member, steps: [], readTo: member.ledgerSeq + 1 }));
  const [stepsOf, rewards] = await awaitAll([
    readEarnedSteps(tx, unread, entriesAtFirst),
    tx.query<TierRewardRow>(rewardsStatement, keyRows.valuesOf(locked)),
  ]);
  const rewardsOf = groupBy(rewards, mapKeyOf);
  return unread.map((member) => ({
    ...member,
    ...stepsOf(member),
    rewards: rewardsOf.get(mapKeyOf(member)) ?? [],
  }));
};

export interface LostTier extends TierMemberKey {
  readonly tierId: TierId;
}

const lostRows = rowArrays<LostTier>((fields) =>
  fields('environment_id int', 'member_id uuid', 'tier_id uuid'),
);
const lockRewardsStatement: Statement = {
  name: 'tier-rewards-lock',
  text: `SELECT 1 FROM rewards
          WHERE (${lostRows.names}) IN (SELECT * FROM unnest(${lostRows.arrays}))
            AND taken_tier_seq IS NULL
          ORDER BY environment_id, id FOR NO KEY UPDATE`,
};

/**
 * Locks the rewards that these tiers have given, in the order of their keys, and then reads all rewards of
 * the members' tiers again: a simultaneous redeem of one of them was either first or is too late. The members
 * must be locked.
 */
export const lockLostRewards = async (
  tx: Transaction,
  members: readonly LockedTierMember[],
  lost: readonly LostTier[],
): Promise<readonly LockedTierMember[]> => {
  if (lost.length === 0) return members;
  const losers = new Set(lost.map(mapKeyOf));
  const keys = members.filter((member) => losers.has(mapKeyOf(member)));
  const [, rewards] = await awaitAll([
    tx.query(lockRewardsStatement, lostRows.valuesOf(lost)),
    tx.query<TierRewardRow>(rewardsStatement, keyRows.valuesOf(keys)),
  ]);
  const rewardsOf = groupBy(rewards, mapKeyOf);
  return members.map((member) =>
    losers.has(mapKeyOf(member)) ? { ...member, rewards: rewardsOf.get(mapKeyOf(member)) ?? [] } : member,
  );
};

interface TierPathRead extends TierMemberKey, Omit<TierPathMember, 'announced'> {
  readonly tierSeq: number;
}

const pathsStatement: Statement = {
  name: 'tier-paths',
  text: `SELECT environment_id AS "environmentId", id AS "memberId", tier_seq AS "tierSeq",
                lifetime_points AS "lifetimePoints", ledger_seq AS "ledgerSeq",
                (extract(epoch FROM enrolled_at) * 1000)::bigint AS "enrolledAtMs"
           FROM members WHERE (environment_id, id) IN ${named} AND ${isMember}`,
};

/** Reads paths with this many of the newest entries of the ledger. */
export const readTierPaths = async (
  db: Queryable,
  names: readonly TierMemberKey[],
  entries: number,
): Promise<TierPathRead[]> => {
  type Row = Omit<TierPathRead, keyof EarnedSteps> & { readonly ledgerSeq: number };
  const rows = await db.query<Row>(pathsStatement, keyRows.valuesOf(names));
  const unread = rows.map((member) => ({ ...member, steps: [], readTo: member.ledgerSeq + 1 }));
  const stepsOf = await readEarnedSteps(db, unread, entries);
  return unread.map((member) => ({ ...member, ...stepsOf(member) }));
};

export const readOlderSteps = async (
  tx: Transaction,
  members: readonly LockedTierMember[],
  entries: number,
): Promise<LockedTierMember[]> => {
  const stepsOf = await readEarnedSteps(tx, members, entries);
  return members.map((member) => ({ ...member, ...stepsOf(member) }));
};

/** The steps reach as far back as the ledger was read. */
interface EarnedSteps {
  /** The newest step is first. */
  readonly steps: readonly LedgerStep[];
  /** This is the number of the oldest entry that was read. */
  readonly readTo: number;
  readonly isLedgerWhole: boolean;
}

/** Entries of one transaction are one step (D104). */
interface LedgerStep extends EarnStep {
  readonly transactionId: string | null;
}

/** Its ledger is read backwards from `readTo`. */
interface StepsRead extends TierMemberKey, Pick<EarnedSteps, 'steps' | 'readTo'> {}

const stepRows = rowArrays<StepsRead>((fields, rows) => [
  ...fields('environment_id int', 'member_id uuid'),
  ['below', 'bigint', rows.map(({ readTo }) => readTo)],
]);

/**
 * Entries are numbered from 1 without a gap. What a member brought along stands behind the entry that was the
 * newest then; where there was none, it is read with the oldest entries.
 */
const earnedStatement: Statement = {
  name: 'tier-members-earned',
  text: `SELECT w.environment_id AS "environmentId", w.member_id AS "memberId", e.points, e.transaction_id AS "transactionId",
                (extract(epoch FROM e.created_at) * 1000)::bigint AS "atMs"
           FROM ${stepRows.as('w')}
          CROSS JOIN LATERAL (
            (SELECT seq, type, CASE type WHEN 'RETURN' THEN lifetime_change ELSE points END AS points, transaction_id, created_at
              FROM ledger_entries l
             WHERE l.environment_id = w.environment_id AND l.member_id = w.member_id
               AND l.seq < w.below AND l.seq >= w.below - $4
             ORDER BY seq DESC LIMIT $4)
             UNION ALL
            SELECT ledger_seq, 'OPENING', lifetime_points, NULL, created_at
              FROM openings o
             WHERE o.environment_id = w.environment_id AND o.member_id = w.member_id AND o.ledger_seq < w.below
               AND (o.ledger_seq >= w.below - $4 OR w.below - $4 <= 1)
             OFFSET 0) e
          WHERE e.type IN ('EARN', 'RETURN', 'OPENING') AND e.points <> 0
          ORDER BY w.environment_id, w.member_id, e.seq DESC, e.type = 'OPENING' DESC, e.created_at DESC`,
};

/** Returns a function that adds a member's older steps to the known ones. */
const readEarnedSteps = async (
  db: Queryable,
  members: readonly StepsRead[],
  entries: number,
): Promise<(member: StepsRead) => EarnedSteps> => {
  const values = [...stepRows.valuesOf(members), entries];
  const earned = await db.query<TierMemberKey & LedgerStep>(earnedStatement, values);
  const earnedBy = groupBy(earned, mapKeyOf);
  return (member) => {
    const readTo = Math.max(1, member.readTo - entries);
    const steps = joined([...member.steps, ...(earnedBy.get(mapKeyOf(member)) ?? [])]);
    return { steps, readTo, isLedgerWhole: readTo === 1 };
  };
};

const joined = (earned: readonly LedgerStep[]): LedgerStep[] => {
  const steps: LedgerStep[] = [];
  for (const { points, atMs, transactionId } of earned) {
    const newest = steps.at(-1);
    if (newest !== undefined && transactionId !== null && newest.transactionId === transactionId)
      steps[steps.length - 1] = { ...newest, points: newest.points + points };
    else steps.push({ points, atMs, transactionId });
  }
  return steps;
};

export interface TierWrite extends TierMemberKey {
  readonly tierId: TierId | null;
  readonly tierSeq: number;
}

const announcedRows = rowArrays<TierWrite>((fields, rows) => [
  ...fields('environment_id int'),
  ['id', 'uuid', rows.map(({ memberId }) => memberId)],
  ...fields('tier_id uuid', 'tier_seq bigint'),
]);
const announceStatement: Statement = {
  name: 'tiers-announce',
  text: `UPDATE members AS m SET tier_id = w.tier_id, tier_seq = w.tier_seq
           FROM ${announcedRows.as('w')}
          WHERE m.environment_id = w.environment_id AND m.id = w.id`,
};

export const writeTiers = async (tx: Transaction, writes: readonly TierWrite[]): Promise<void> => {
  if (writes.length > 0) await tx.query(announceStatement, announcedRows.valuesOf(writes));
};

export interface TierMemberKey {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

export const mapKeyOf = ({ environmentId, memberId }: TierMemberKey): string =>
  `${environmentId.toString()}/${memberId}`;
