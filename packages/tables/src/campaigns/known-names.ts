import { type EnvironmentId, isUuid } from '@loyalty/kernel';
import { type Campaign, idsNamedIn } from '@loyalty/rules/campaigns';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { lockSegments } from '../segments/segments.ts';
import { listTiers } from '../tiers/tiers.ts';

/** The ids of segments and tiers that a campaign may name, in lower case. */
export interface KnownNames {
  readonly segmentIds: ReadonlySet<string>;
  readonly tierIds: ReadonlySet<string>;
}

/** This is the part of a campaign, or of a change of one, that contains names. */
interface NamingContent {
  readonly targetSegmentIds?: readonly string[] | null;
  readonly conditions?: Campaign['conditions'] | null;
}

const noNames: KnownNames = { segmentIds: new Set(), tierIds: new Set() };

/** Returns names of targets and of conditions, whether they exist or not. */
const namesOf = ({ targetSegmentIds, conditions }: NamingContent): KnownNames => ({
  segmentIds: new Set([
    ...(targetSegmentIds ?? []).map((id) => id.toLowerCase()),
    ...idsNamedIn(conditions, 'segment_id').map(({ id }) => id),
  ]),
  tierIds: new Set(idsNamedIn(conditions, 'tier_id').map(({ id }) => id)),
});

/** Adds the names that a campaign already has: it may name them again, even if they were deleted (D29). */
export const withNamesOf = (known: KnownNames, campaign: NamingContent | null): KnownNames => {
  const own = campaign === null ? noNames : namesOf(campaign);
  return {
    segmentIds: new Set([...known.segmentIds, ...own.segmentIds]),
    tierIds: new Set([...known.tierIds, ...own.tierIds]),
  };
};

/**
 * Returns the names that exist. Segments are locked against deletion; naming a tier that is deleted meanwhile
 * has the same effect as if the tier were deleted later.
 */
export const lockNames = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  content: NamingContent,
): Promise<KnownNames> => {
  const { segmentIds, tierIds } = namesOf(content);
  const segments = await lockSegments(tx, environmentId, [...segmentIds]);
  return {
    segmentIds: new Set(segments.keys()),
    tierIds: await findTiers(tx, environmentId, tierIds),
  };
};

const segmentsStatement: Statement = {
  name: 'segments-that-exist',
  text: 'SELECT id FROM segments WHERE environment_id = $1 AND id = ANY ($2::uuid[])',
};

/** Finds the segments and tiers that several campaigns name and that exist, without locking them. */
export const findKnownNames = async (
  db: Queryable,
  environmentId: EnvironmentId,
  campaigns: readonly NamingContent[],
): Promise<KnownNames> => {
  const { segmentIds, tierIds } = campaigns.reduce(withNamesOf, noNames);
  const ids = [...segmentIds].filter(isUuid);
  const rows =
    ids.length === 0 ? [] : await db.query<{ id: string }>(segmentsStatement, [environmentId, ids]);
  return {
    segmentIds: new Set(rows.map(({ id }) => id)),
    tierIds: await findTiers(db, environmentId, tierIds),
  };
};

/** Nothing is read where none is named. */
const findTiers = async (
  db: Queryable,
  environmentId: EnvironmentId,
  named: ReadonlySet<string>,
): Promise<ReadonlySet<string>> =>
  named.size === 0
    ? noNames.tierIds
    : new Set<string>((await listTiers(db, environmentId)).map(({ id }) => id));
