import { groupBy, type EnvironmentId, type TierId } from '@loyalty/kernel';
import type { TierVersion } from '@loyalty/rules';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';

/** Members are checked within seconds of a change, and all of them by its run, so older versions are not needed. */
const versionsKept = 32;

/** The time of the change itself, unless a change that began later was stored meanwhile. */
const addStatement: Statement = {
  name: 'tier-version-add',
  text: `INSERT INTO tier_versions (environment_id, number, changed_at, tier_ids, min_lifetime_points, granted_tier_ids)
         SELECT $1, coalesce(newest.number, 0) + 1, greatest(now(), newest.changed_at + interval '1 ms'), present.ids, present.mins,
                $2::uuid[]
           FROM (SELECT coalesce(array_agg(id), '{}') AS ids, coalesce(array_agg(min_lifetime_points), '{}') AS mins
                   FROM tiers WHERE environment_id = $1) AS present
           LEFT JOIN (SELECT number, changed_at FROM tier_versions
                       WHERE environment_id = $1 ORDER BY number DESC LIMIT 1) AS newest ON true
         RETURNING number`,
};

const dropStatement: Statement = {
  name: 'tier-versions-drop',
  text: 'DELETE FROM tier_versions WHERE environment_id = $1 AND number <= $2',
};

/**
 * Stores the current thresholds in the transaction that changed them, which has locked the tiers. `granted` are tiers that give
 * their rewards to members who enter them by this change (D93).
 */
export const addTierVersion = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  granted: readonly TierId[],
): Promise<void> => {
  const [added] = await tx.query<{ number: number }>(addStatement, [environmentId, granted]);
  await tx.query(dropStatement, [environmentId, (added?.number ?? 0) - versionsKept]);
};

const readStatement: Statement = {
  name: 'tier-versions',
  text: `SELECT environment_id AS "environmentId", (extract(epoch FROM changed_at) * 1000)::bigint AS "sinceMs",
                tier_ids AS "tierIds", to_jsonb(min_lifetime_points) AS "minLifetimePoints", granted_tier_ids AS "grantedTierIds"
           FROM tier_versions WHERE environment_id = ANY ($1::int[]) ORDER BY environment_id, number`,
};

interface Row extends Pick<TierVersion, 'sinceMs' | 'grantedTierIds'> {
  readonly environmentId: EnvironmentId;
  readonly tierIds: readonly TierId[];
  readonly minLifetimePoints: readonly number[];
}

/** Returns the stored versions of environments, the oldest first. An environment that never had a tier has none. */
export const readTierVersions = async (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, readonly TierVersion[]>> => {
  const rows = await db.query<Row>(readStatement, [environmentIds]);
  const byEnvironment = groupBy(rows, ({ environmentId }) => environmentId);
  return new Map([...byEnvironment].map(([environmentId, its]) => [environmentId, its.map(versionOf)]));
};

const versionOf = ({ sinceMs, tierIds, minLifetimePoints, grantedTierIds }: Row): TierVersion => ({
  sinceMs,
  grantedTierIds,
  tiers: tierIds.map((id, n) => ({ id, minLifetimePoints: minLifetimePoints[n] ?? 0 })),
});
