import type { EnvironmentId, MemberId } from '@loyalty/kernel';
import type { LimitPeriod, MemberUse, UseChange, UsePlace } from '@loyalty/rules/earning';
import { type Queryable, rowArrays, type Statement, type Transaction } from '@loyalty/storage';
import { type MemberIdentity, membersByKey, type OwnedId, ownIds, valuesOfOwnIds } from './accounts.ts';
import type { MergedMembers } from './counters.ts';

export interface StoredUse extends UseChange {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

/** These are the numbers as they are stored. */
const periodNumbers: Readonly<Record<LimitPeriod, number>> = { EVER: 0, DAY: 1, WEEK: 2, MONTH: 3 };
const periodsByNumber: readonly LimitPeriod[] = ['EVER', 'DAY', 'WEEK', 'MONTH'];

// Not that of the rules: their door loads all of earning, which burning has no need of.
const noUse: MemberUse = { times: 0, points: 0 };

type UseRow = Omit<StoredUse, 'period'> & { readonly period: number };

const readStatement: Statement = {
  name: 'member-uses-read',
  text: `SELECT u.environment_id AS "environmentId", u.member_id AS "memberId", u.campaign_id AS "campaignId", u.period,
                u.starts_on AS "startsOn", u.times, u.points
           FROM ${membersByKey}
           ${ownIds}
          CROSS JOIN LATERAL (SELECT * FROM member_uses o
                               WHERE o.environment_id = m.environment_id AND o.member_id = m.id
                                 AND o.campaign_id = ANY (a.ids) AND o.starts_on = ANY ($5::int[]) OFFSET 0) u`,
};

export interface AskedUses {
  /** The campaigns. Uses of others, such as archived ones, are not read and cost nothing. */
  readonly campaigns: readonly OwnedId[];
  /** The days on which their periods begin, in any of the environments. */
  readonly startsOn: ReadonlySet<number>;
}

/** Reads uses, including those of a few more days. The result is valid as long as the members are locked. */
export const readMemberUses = async (
  db: Queryable,
  members: readonly MemberIdentity[],
  { campaigns, startsOn }: AskedUses,
): Promise<StoredUse[]> => {
  if (members.length === 0 || campaigns.length === 0) return [];
  const rows = await db.query<UseRow>(readStatement, [...valuesOfOwnIds(members, campaigns), [...startsOn]]);
  return rows.map(({ period, ...row }) => ({ ...row, period: periodsByNumber[period] ?? 'EVER' }));
};

const ofMemberStatement: Statement = {
  name: 'member-uses-of-member',
  text: `SELECT campaign_id AS "campaignId", period, starts_on AS "startsOn", times, points
           FROM member_uses
          WHERE environment_id = $1 AND member_id = $2 AND campaign_id = ANY ($3::uuid[]) AND starts_on = ANY ($4::int[])`,
};

/** Reads a member's uses without a lock, to show them. */
export const readUsesOfMember = async (
  db: Queryable,
  { environmentId, memberId }: { readonly environmentId: EnvironmentId; readonly memberId: string },
  {
    campaignIds,
    startsOn,
  }: { readonly campaignIds: readonly string[]; readonly startsOn: readonly number[] },
): Promise<(place: UsePlace) => MemberUse> => {
  if (campaignIds.length === 0) return () => noUse;
  const rows = await db.query<Omit<UseRow, 'environmentId' | 'memberId'>>(ofMemberStatement, [
    environmentId,
    memberId,
    campaignIds,
    startsOn,
  ]);
  return (place) =>
    rows.find(
      (row) =>
        row.campaignId === place.campaignId &&
        periodsByNumber[row.period] === place.period &&
        row.startsOn === place.startsOn,
    ) ?? noUse;
};

export interface OwnedPlace extends UsePlace {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
}

const placeRows = rowArrays<OwnedPlace>((fields, rows) => [
  ...fields('environment_id int', 'member_id uuid', 'campaign_id uuid'),
  ['period', 'smallint', rows.map(({ period }) => periodNumbers[period])],
  ...fields('starts_on int'),
]);
const placesStatement: Statement = {
  name: 'member-uses-read-places',
  text: `SELECT u.environment_id AS "environmentId", u.member_id AS "memberId", u.campaign_id AS "campaignId", u.period,
                u.starts_on AS "startsOn", u.times, u.points
           FROM (SELECT DISTINCT * FROM unnest(${placeRows.arrays})) AS w (${placeRows.names})
          CROSS JOIN LATERAL (SELECT * FROM member_uses o
                               WHERE o.environment_id = w.environment_id AND o.member_id = w.member_id
                                 AND o.campaign_id = w.campaign_id AND o.period = w.period AND o.starts_on = w.starts_on
                               LIMIT 1) u`,
};

/**
 * Reads the uses at these places, if something is counted there. The result is valid as long as the members
 * are locked.
 */
export const readUsesAt = async (db: Queryable, places: readonly OwnedPlace[]): Promise<StoredUse[]> => {
  if (places.length === 0) return [];
  const rows = await db.query<UseRow>(placesStatement, placeRows.valuesOf(places));
  return rows.map(({ period, ...row }) => ({ ...row, period: periodsByNumber[period] ?? 'EVER' }));
};

const useRows = rowArrays<StoredUse>((fields, rows) => [
  ...placeRows.columnsOf(rows),
  ...fields('times int', 'points bigint'),
]);
const lowerStatement: Statement = {
  name: 'member-uses-lower',
  text: `UPDATE member_uses u SET times = w.times, points = w.points
           FROM ${useRows.as('w')}
          WHERE u.environment_id = w.environment_id AND u.member_id = w.member_id AND u.campaign_id = w.campaign_id
            AND u.period = w.period AND u.starts_on = w.starts_on`,
};

/** Writes as `writeMemberUses` does, but does not create a count that was deleted meanwhile. */
export const lowerMemberUses = async (tx: Transaction, uses: readonly StoredUse[]): Promise<void> => {
  if (uses.length > 0) await tx.query(lowerStatement, useRows.valuesOf(uses));
};

const writeStatement: Statement = {
  name: 'member-uses-write',
  text: `INSERT INTO member_uses AS u (${useRows.names})
         SELECT * FROM unnest(${useRows.arrays})
         ON CONFLICT (environment_id, member_id, campaign_id, period, starts_on)
         DO UPDATE SET times = EXCLUDED.times, points = EXCLUDED.points`,
};

/** Writes absolute counts, each place once. This transaction must have locked or created the members. */
export const writeMemberUses = async (tx: Transaction, uses: readonly StoredUse[]): Promise<void> => {
  if (uses.length > 0) await tx.query(writeStatement, useRows.valuesOf(uses));
};

const mostTimes = (2n ** 31n - 1n).toString();
const mergeStatement: Statement = {
  name: 'member-uses-merge',
  text: `WITH gone AS (DELETE FROM member_uses WHERE environment_id = $1 AND member_id = $3 RETURNING *)
           INSERT INTO member_uses AS u (environment_id, member_id, campaign_id, period, starts_on, times, points)
           SELECT environment_id, $2, campaign_id, period, starts_on, times, points FROM gone
            ORDER BY campaign_id, period, starts_on
           ON CONFLICT (environment_id, member_id, campaign_id, period, starts_on)
           DO UPDATE SET times = least(u.times::bigint + EXCLUDED.times, ${mostTimes})::int, points = u.points + EXCLUDED.points`,
};

/** Adds what limits have counted of a merged member to what they have counted of another one (D346). Both must be locked. */
export const mergeMemberUses = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { winnerId, loserId }: MergedMembers,
): Promise<void> => {
  await tx.query(mergeStatement, [environmentId, winnerId, loserId]);
};
