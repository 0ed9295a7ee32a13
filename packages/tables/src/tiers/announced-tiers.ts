import { type EnvironmentId, type MemberId, type TierId, uuidMin } from '@loyalty/kernel';
import type { MemberState } from '@loyalty/rules';
import { onlyRow, type Queryable, type Statement } from '@loyalty/storage';
import type { MemberIdentity } from '../members/lock-accounts.ts';

/** The fields of a member that show whether their tier has changed. */
export interface TierState {
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId;
  readonly state: MemberState;
  readonly lifetimePoints: number;
  /** The tier that was announced last. */
  readonly announced: TierId | null;
}

const columns = `environment_id AS "environmentId", id AS "memberId", state, lifetime_points AS "lifetimePoints",
                 tier_id AS announced`;

const lookStatement: Statement = {
  name: 'tier-states',
  text: `SELECT ${columns} FROM members
          WHERE (environment_id, member_key) IN (SELECT * FROM unnest($1::int[], $2::bytea[]))`,
};

/** Reads members without locks. */
export const readTierStates = (db: Queryable, members: readonly MemberIdentity[]): Promise<TierState[]> =>
  db.query<TierState>(lookStatement, [
    members.map(({ environmentId }) => environmentId),
    members.map(({ memberKey }) => memberKey),
  ]);

/** Members of one environment in the order of their ids. */
export interface MemberIdRange {
  readonly environmentId: EnvironmentId;
  /** Members after this id; null: from the first on. */
  readonly after: string | null;
  /** Up to and including this id. */
  readonly upTo: string;
}

/** The threshold of each tier, the lowest first. */
export interface TierSteps {
  readonly ids: readonly TierId[];
  readonly minLifetimePoints: readonly number[];
}

/** The first members by id. `width_bucket` returns 0 below the first threshold, and element 0 of an array is null, as intended. */
const moversStatement: Statement = {
  name: 'tier-movers',
  text: `SELECT ${columns} FROM members
          WHERE environment_id = $1 AND id > $2 AND id <= $3 AND state <> 'anonymized'
            AND tier_id IS DISTINCT FROM
                CASE WHEN cardinality($5::bigint[]) > 0 THEN ($4::uuid[])[width_bucket(lifetime_points, $5::bigint[])] END
          ORDER BY id LIMIT $6`,
};

/** Returns at most `limit` members of a range whose tier differs from the announced one, in order of their ids. */
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

/** Counts the members of a range; the range should be one chunk. */
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

/** Returns the range of the next `size` members and their number; null when none is left. */
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

/** Counts the members of an environment, up to a limit. */
export const countMembersUpTo = async (
  db: Queryable,
  environmentId: EnvironmentId,
  limit: number,
): Promise<number> =>
  onlyRow(await db.query<{ total: number }>(totalStatement, [environmentId, limit]), 'members').total;
