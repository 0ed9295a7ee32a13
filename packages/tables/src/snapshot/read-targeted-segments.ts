import { groupBy, type EnvironmentId, type SegmentId } from '@loyalty/kernel';
import type { Queryable, Statement } from '@loyalty/storage';
import type { LoadedCampaigns } from './loaded-snapshot.ts';
import type { SnapshotReading } from './read-part.ts';

const statement: Statement = {
  name: 'snapshot-segments',
  text: `SELECT s.environment_id AS "environmentId", s.id
           FROM unnest($1::int[], $2::uuid[]) AS k (environment_id, id)
           JOIN segments s ON (s.environment_id, s.id) = (k.environment_id, k.id)`,
};

interface Row {
  readonly environmentId: EnvironmentId;
  readonly id: SegmentId;
}

interface Targeting extends Pick<SnapshotReading, 'held'> {
  readonly campaignsOf: (environmentId: EnvironmentId) => LoadedCampaigns;
}

/**
 * Reads which segments exist that ACTIVE campaigns target; a target that was deleted has no effect (D29). A set that has not changed is
 * the held one, which keeps the index of campaigns.
 */
export const readTargetedSegments = async (
  tx: Queryable,
  environmentIds: readonly EnvironmentId[],
  { campaignsOf, held }: Targeting,
): Promise<ReadonlyMap<EnvironmentId, ReadonlySet<SegmentId>>> => {
  const targets = environmentIds.flatMap((environmentId) =>
    [...targetsOf(campaignsOf(environmentId))].map((id): Row => ({ environmentId, id })),
  );
  if (targets.length === 0) return new Map();
  const rows = await tx.query<Row>(statement, [
    targets.map(({ environmentId }) => environmentId),
    targets.map(({ id }) => id),
  ]);
  return new Map(
    [...groupBy(rows, ({ environmentId }) => environmentId)].map(([environmentId, found]) => {
      const existing = new Set(found.map(({ id }) => id));
      const before = held.get(environmentId)?.segmentIds;
      return [environmentId, before !== undefined && areSame(before, existing) ? before : existing];
    }),
  );
};

const targetsOf = ({ campaigns }: LoadedCampaigns): Set<SegmentId> =>
  new Set(campaigns.flatMap(({ targetSegmentIds }) => targetSegmentIds));

const areSame = (before: ReadonlySet<SegmentId>, after: ReadonlySet<SegmentId>): boolean =>
  before.size === after.size && [...after].every((id) => before.has(id));
