import { type CampaignId, type EnvironmentId, groupBy, type SegmentId, type TierId } from '@loyalty/kernel';
import { type EventDefinition, segmentsNamedBy } from '@loyalty/rules';
import type { Campaign } from '@loyalty/rules/campaigns';
import type { TangibleGrant } from '@loyalty/rules/earning';
import { multiplierScaledOf, type Tier } from '@loyalty/rules/tiers';
import { ownedIds, type Queryable, type Statement } from '@loyalty/storage';
import { campaignOfRow, judgedColumns, type JudgedRow } from '../campaigns/judged-row.ts';
import { memoryBytesOf } from '../lookup/versioned-cache.ts';
import type { TierBenefit } from '../tiers/tiers.ts';
import type { LoadedCampaign, LoadedCampaigns, SnapshotReading } from './loaded-snapshot.ts';

interface CampaignHeadRow
  extends Pick<Campaign, 'id' | 'name' | 'state'>, Pick<LoadedCampaign, 'rowVersion'> {
  readonly environmentId: EnvironmentId;
}

/** ACTIVE ones in the order of their activation (D26), then the others by age. */
const headsStatement: Statement = {
  name: 'snapshot-campaign-heads',
  text: `SELECT c.environment_id AS "environmentId", c.id, c.name, c.state, c.xmin::text AS "rowVersion"
           FROM campaigns c
          WHERE c.environment_id = ANY ($1::int[]) AND c.state <> 'ARCHIVED'
          ORDER BY c.environment_id, c.state = 'ACTIVE' DESC,
                   CASE WHEN c.state = 'ACTIVE' THEN c.activation_seq END,
                   c.created_at, c.id`,
};

type Held = ReadonlyMap<EnvironmentId, LoadedCampaigns | null>;

/**
 * Reads campaigns. Those that are held are read again only if they are ACTIVE and their row has changed. The
 * transaction must read consistently.
 */
export const readCampaigns = async (
  tx: Queryable,
  held: Held,
): Promise<ReadonlyMap<EnvironmentId, LoadedCampaigns>> => {
  const heads = await tx.query<CampaignHeadRow>(headsStatement, [[...held.keys()]]);
  const changed = await readContents(
    tx,
    heads.filter((head) => head.state === 'ACTIVE' && heldRow(held, head) === null),
  );
  return new Map(
    [...groupBy(heads, ({ environmentId }) => environmentId)].map(([id, own]) => {
      const rowOf = (head: CampaignHeadRow) => heldRow(held, head) ?? changed.get(head.id) ?? null;
      return [id, loadedCampaignsOf(own, rowOf, held.get(id) ?? null)];
    }),
  );
};

const heldRow = (held: Held, { environmentId, id, rowVersion }: CampaignHeadRow): LoadedCampaign | null => {
  const row = held.get(environmentId)?.rows.get(id);
  return row?.rowVersion === rowVersion ? row : null;
};

/** `_debug` names at most 100 (D74), and says whether there are more. */
const idleMax = 101;

const loadedCampaignsOf = (
  heads: readonly CampaignHeadRow[],
  rowOf: (head: CampaignHeadRow) => LoadedCampaign | null,
  held: LoadedCampaigns | null,
): LoadedCampaigns => {
  const rows = new Map<CampaignId, LoadedCampaign>();
  for (const head of heads) {
    const row = head.state === 'ACTIVE' ? rowOf(head) : null;
    // The campaign's own id, not the head's: the same text is held once.
    if (row !== null) rows.set(row.campaign.id, row);
  }
  const campaigns = [...rows.values()].map(({ campaign }) => campaign);
  const idle = heads.filter(({ state }) => state !== 'ACTIVE').slice(0, idleMax);
  return {
    // The same list keeps what is derived from it: the index of campaigns.
    campaigns: held !== null && areSame(held.campaigns, campaigns) ? held.campaigns : campaigns,
    idleCampaigns: idle.map(({ id, name }) => ({ id, name })),
    rows,
  };
};

const areSame = (before: readonly Campaign[], after: readonly Campaign[]): boolean =>
  before.length === after.length && before.every((campaign, place) => campaign === after[place]);

interface CampaignContentRow extends JudgedRow, Pick<LoadedCampaign, 'rowVersion'> {
  /** These are the values listed by its trees. */
  readonly listedValues: number;
}

const contentsStatement: Statement = {
  name: 'snapshot-campaign-contents',
  text: `SELECT c.xmin::text AS "rowVersion", c.listed_values AS "listedValues", ${judgedColumns}
           FROM ${ownedIds.as('k')}
          CROSS JOIN LATERAL (SELECT o.xmin, o.* FROM campaigns o
                               WHERE o.environment_id = k.environment_id AND o.id = k.id OFFSET 0) c`,
};

const readContents = async (
  tx: Queryable,
  heads: readonly CampaignHeadRow[],
): Promise<ReadonlyMap<CampaignId, LoadedCampaign>> => {
  if (heads.length === 0) return new Map();
  const rows = await tx.query<CampaignContentRow>(contentsStatement, ownedIds.valuesOf(heads));
  return new Map(rows.map((row) => [row.id, loadedOf(row)]));
};

const loadedOf = (row: CampaignContentRow): LoadedCampaign => {
  const campaign = campaignOfRow(row);
  const listed = indexedValuesOf(campaign) + row.listedValues;
  return {
    rowVersion: row.rowVersion,
    campaign,
    bytes: memoryBytesOf(campaign) + listed * bytesPerListedValue,
  };
};

/** This was measured in the index or in a set of conditions; the text is the campaign's. */
const bytesPerListedValue = 60;

const indexedValuesOf = ({ earningRule, storeIds, targetSegmentIds }: Campaign): number => {
  const { skus = [], categories = [] } =
    earningRule.type === 'PRODUCT_PURCHASE' ? earningRule : { skus: [], categories: [] };
  // A sku is looked for among categories too.
  return 2 * skus.length + categories.length + storeIds.length + targetSegmentIds.length;
};

const segmentsStatement: Statement = {
  name: 'snapshot-segments',
  text: `SELECT s.environment_id AS "environmentId", s.id
           FROM ${ownedIds.as('k')}
           JOIN segments s ON (s.environment_id, s.id) = (k.environment_id, k.id)`,
};

interface TargetedSegment {
  readonly environmentId: EnvironmentId;
  readonly id: SegmentId;
}

interface Targeting extends Pick<SnapshotReading, 'held'> {
  readonly campaignsOf: (environmentId: EnvironmentId) => LoadedCampaigns;
}

/**
 * Reads the segments that targets and conditions name; deleted ones are left out (D29). If the set is
 * unchanged, the held one is returned, which keeps the index.
 */
export const readTargetedSegments = async (
  tx: Queryable,
  environmentIds: readonly EnvironmentId[],
  { campaignsOf, held }: Targeting,
): Promise<ReadonlyMap<EnvironmentId, ReadonlySet<SegmentId>>> => {
  const targets = environmentIds.flatMap((environmentId) =>
    [...targetsOf(campaignsOf(environmentId))].map((id): TargetedSegment => ({ environmentId, id })),
  );
  if (targets.length === 0) return new Map();
  const rows = await tx.query<TargetedSegment>(segmentsStatement, ownedIds.valuesOf(targets));
  return new Map(
    [...groupBy(rows, ({ environmentId }) => environmentId)].map(([environmentId, found]) => {
      const existing = new Set(found.map(({ id }) => id));
      const before = held.get(environmentId)?.segmentIds;
      return [environmentId, before !== undefined && haveSameIds(before, existing) ? before : existing];
    }),
  );
};

const targetsOf = ({ campaigns }: LoadedCampaigns): Set<SegmentId> =>
  new Set(campaigns.flatMap(segmentsNamedBy));

const haveSameIds = (before: ReadonlySet<SegmentId>, after: ReadonlySet<SegmentId>): boolean =>
  before.size === after.size && [...after].every((id) => before.has(id));

interface SnapshotTier extends Tier {
  readonly benefits: readonly TierBenefit[];
}

const tiersStatement: Statement = {
  name: 'snapshot-tiers',
  text: `SELECT t.environment_id AS "environmentId", t.id, t.min_lifetime_points AS "minLifetimePoints", t.benefits,
                (extract(epoch FROM t.created_at) * 1000)::bigint AS "createdAtMs",
                (extract(epoch FROM greatest(t.threshold_set_at, (
                  SELECT v.changed_at FROM tier_versions v
                   WHERE v.environment_id = t.environment_id ORDER BY v.number DESC LIMIT 1))) * 1000)::bigint
                  AS "thresholdsSetAtMs"
           FROM tiers t WHERE t.environment_id = ANY ($1::int[]) ORDER BY t.min_lifetime_points`,
};

interface SnapshotTierRow {
  readonly environmentId: EnvironmentId;
  readonly id: TierId;
  readonly minLifetimePoints: number;
  readonly benefits: readonly TierBenefit[];
  readonly createdAtMs: number;
  readonly thresholdsSetAtMs: number;
}

/** Reads tiers, lowest first. Environments without tiers are left out. */
export const readSnapshotTiers = async (
  tx: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, readonly SnapshotTier[]>> => {
  const rows = await tx.query<SnapshotTierRow>(tiersStatement, [environmentIds]);
  return new Map(
    [...groupBy(rows, ({ environmentId }) => environmentId)].map(([id, tiers]) => [id, tiers.map(tierOf)]),
  );
};

const tierOf = ({
  id,
  minLifetimePoints,
  benefits,
  createdAtMs,
  thresholdsSetAtMs,
}: SnapshotTierRow): SnapshotTier => {
  const multiplierScaled = multiplierScaledOf(benefits);
  return {
    id,
    minLifetimePoints,
    benefits,
    createdAtMs,
    thresholdsSetAtMs,
    freeRewards: freeRewardsOf(benefits),
    ...(multiplierScaled === null ? null : { multiplierScaled }),
  };
};

const freeRewardsOf = (benefits: readonly TierBenefit[]): TangibleGrant[] =>
  benefits.flatMap((benefit) => {
    if (benefit.type !== 'FREE_REWARD') return [];
    const { rewardType, value, validDays } = benefit;
    return [{ rewardType, value, validDays: validDays ?? null }];
  });

const activeDefinitionsStatement: Statement = {
  name: 'event-definitions-active',
  text: `SELECT environment_id AS "environmentId", key, version, revision, lifecycle_type AS "lifecycleType"
           FROM event_definitions
          WHERE environment_id = ANY ($1::int[]) AND state = 'ACTIVE'`,
};

type ActiveDefinitionRow = EventDefinition & { readonly environmentId: EnvironmentId };

/** Reads definitions by key, as engines use them. Environments without any are left out. */
export const readActiveEventDefinitions = async (
  db: Queryable,
  environmentIds: readonly EnvironmentId[],
): Promise<ReadonlyMap<EnvironmentId, ReadonlyMap<string, EventDefinition>>> => {
  const rows = await db.query<ActiveDefinitionRow>(activeDefinitionsStatement, [environmentIds]);
  return new Map(
    [...groupBy(rows, ({ environmentId }) => environmentId)].map(([id, own]) => [id, definitionsByKey(own)]),
  );
};

const definitionsByKey = (rows: readonly ActiveDefinitionRow[]): ReadonlyMap<string, EventDefinition> =>
  new Map(
    rows.map(({ key, version, revision, lifecycleType }) => [key, { key, version, revision, lifecycleType }]),
  );
