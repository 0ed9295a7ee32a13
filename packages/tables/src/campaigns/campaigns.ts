import { defaultCurrency, minorUnitsIn } from '@loyalty/contracts/currencies';
import type { Warning } from '@loyalty/contracts/http';
import { type CampaignId, type EnvironmentId, isUuid, type SegmentId, type TenantId } from '@loyalty/kernel';
import {
  type Campaign,
  type CampaignState,
  type EarningRule,
  isBudgetSpent,
  type RedemptionRule,
  type RewardGrant,
  sizeOfAim,
  warningsOf,
} from '@loyalty/rules/campaigns';
import type { Queryable, Statement, Transaction } from '@loyalty/storage';
import { boundedList, type PageQuery } from '@loyalty/storage/lists';
import { type RowOf, tenantIdColumn } from '../configuration/entity-rows.ts';
import { shownKey, storedKeyOf } from '../configuration/entity-keys.ts';
import { versionOf } from '../configuration/entity-version.ts';
import { spentCentsOf } from './budgets.ts';
import { lockBudgets } from './claim-budgets.ts';

/** Finds a campaign. Returns null also for a text that is not a UUID (D2). */
export const findCampaign = async (
  db: Queryable,
  environmentId: EnvironmentId,
  campaignId: string,
): Promise<CampaignRecord | null> => {
  if (!isUuid(campaignId)) return null;
  const [row] = await db.query<CampaignRow>(
    `SELECT ${campaignColumns} FROM campaigns r WHERE r.environment_id = $1 AND r.id = $2`,
    [environmentId, campaignId],
  );
  return row === undefined ? null : campaignRecordOf(row);
};

/**
 * Locks a campaign in the single lock order. The statement only locks, because rows of joined tables would be
 * from before the lock was granted.
 */
export const lockCampaign = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  campaignId: string,
): Promise<CampaignRecord | null> => {
  if (!isUuid(campaignId)) return null;
  await lockBudgets(tx, [{ environmentId, campaignId: campaignId as CampaignId }]);
  await tx.query('SELECT id FROM campaigns WHERE environment_id = $1 AND id = $2 FOR NO KEY UPDATE', [
    environmentId,
    campaignId,
  ]);
  return findCampaign(tx, environmentId, campaignId);
};

/** Members can see it (D52). */
export interface StampCampaign {
  readonly campaignId: CampaignId;
  readonly campaignName: string;
  readonly state: 'ACTIVE' | 'PAUSED' | 'ARCHIVED';
  readonly stampsRequired: number;
  readonly rewardOnCompletion: RewardGrant;
}

/**
 * Lists campaigns in the order of activation. Of the archived ones, which have no limit, only `collectedIds`
 * are read.
 */
export const listStampCampaigns = (
  db: Queryable,
  environmentId: EnvironmentId,
  collectedIds: readonly CampaignId[],
): Promise<StampCampaign[]> =>
  db.query<StampCampaign>(
    `SELECT id AS "campaignId", name AS "campaignName", state,
            (earning_rule ->> 'stampsRequired')::int AS "stampsRequired",
            earning_rule -> 'rewardOnCompletion' AS "rewardOnCompletion"
       FROM campaigns
      WHERE environment_id = $1 AND earning_rule ->> 'type' = 'STAMP_CARD'
        AND (state IN ('ACTIVE', 'PAUSED') OR (state = 'ARCHIVED' AND id = ANY ($2::uuid[])))
      ORDER BY activation_seq`,
    [environmentId, collectedIds],
  );

/** The part of a campaign that its owner writes (D30). Instants are in ISO 8601 in UTC, with milliseconds. */
export interface CampaignContent {
  /** The key by which documents name it; null if that is its id (D343). */
  readonly key: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly earningRule: EarningRule;
  readonly redemptionRule: RedemptionRule | null;
  /** The target segments; an empty list means every member. */
  readonly targetSegmentIds: readonly SegmentId[];
  /** The stores; an empty list means every store. */
  readonly storeIds: readonly string[];
  /** The first instant, which is included (D13). */
  readonly startDate: string | null;
  /** The last instant, which is included (D13). */
  readonly endDate: string | null;
  /** The minimum amount, in cents. */
  readonly minSpend: number | null;
  readonly maxBudgetCents: number | null;
  /** The fraction of the budget at which an alert is published. */
  readonly alertThreshold: number;
  readonly currency: string | null;
  /** The conditions as they were written. */
  readonly conditions: NonNullable<Campaign['conditions']> | null;
  /** The choice of lines that earn, as it was written. */
  readonly earnOn: NonNullable<Campaign['earnOn']> | null;
  /** The limits as they were written. */
  readonly limits: NonNullable<Campaign['limits']> | null;
  readonly exclusiveGroup: string | null;
  readonly priority: number;
  readonly tierMultiplier: boolean;
}

type PausedReason = 'MANUAL' | 'BUDGET';

/** A campaign as the interface shows it (interface 2.1, D30). */
export interface CampaignRecord extends CampaignContent {
  readonly id: CampaignId;
  readonly tenantId: TenantId;
  readonly key: string;
  readonly state: CampaignState;
  /** Why the campaign is paused; null unless it is PAUSED. */
  readonly pausedReason: PausedReason | null;
  readonly spentCents: number;
  /** How often the campaign gave something; null if it has no limit for all members together. */
  readonly timesGiven: number | null;
  /** The time of the first activation; a resume does not change it (D31). */
  readonly activatedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** The warnings that follow from the record alone; `findCampaignWarnings` finds the others. */
  readonly warnings: readonly Warning[];
}

export type CampaignRow = RowOf<Omit<CampaignRecord, OptionalInstant | 'warnings'>> &
  Readonly<Record<OptionalInstant, Date | null>> & {
    /** The value of a point in cents. */
    readonly pointValueCents: number;
    readonly hasTimeZone: boolean;
    /** The currency of the environment. */
    readonly ownCurrency: string;
  };

type OptionalInstant = 'startDate' | 'endDate' | 'activatedAt';

/** SQL: the columns of a campaign. The table has the alias `r`. */
export const campaignColumns = `
  r.id, ${tenantIdColumn('r')},
  (SELECT COALESCE((e.settings ->> 'pointValueCents')::int, 1)
     FROM environments e WHERE e.id = r.environment_id) AS "pointValueCents",
  (SELECT e.settings -> 'timeZone' IS NOT NULL FROM environments e WHERE e.id = r.environment_id) AS "hasTimeZone",
  (SELECT COALESCE(e.settings ->> 'currency', '${defaultCurrency}') FROM environments e WHERE e.id = r.environment_id) AS "ownCurrency",
  ${shownKey('r')}, r.name, r.description, r.state, r.paused_reason AS "pausedReason", r.earning_rule AS "earningRule", r.redemption_rule AS "redemptionRule",
  r.target_segment_ids AS "targetSegmentIds", r.store_ids AS "storeIds",
  r.start_at AS "startDate", r.end_at AS "endDate", r.min_spend_cents AS "minSpend",
  r.max_budget_cents AS "maxBudgetCents", r.alert_threshold AS "alertThreshold", r.currency, r.conditions,
  r.earn_on AS "earnOn", r.limits, r.exclusive_group AS "exclusiveGroup", r.priority, r.tier_multiplier AS "tierMultiplier",
  COALESCE((SELECT ${spentCentsOf} FROM campaign_budgets b
             WHERE b.environment_id = r.environment_id AND b.campaign_id = r.id), 0) AS "spentCents",
  CASE WHEN r.limits @> '[{"per":"CAMPAIGN"}]' THEN COALESCE((
    SELECT u.times FROM campaign_uses u
     WHERE u.environment_id = r.environment_id AND u.campaign_id = r.id), 0) END AS "timesGiven",
  r.activated_at AS "activatedAt",
  r.created_at AS "createdAt", r.updated_at AS "updatedAt"`;

export interface CampaignQuery extends PageQuery {
  readonly environmentId: EnvironmentId;
  readonly state?: CampaignState | undefined;
}

/** SQL: the size of the large columns of a campaign, which is `r`. */
export const campaignBytes =
  'octet_length(concat(r.earning_rule, r.redemption_rule, r.store_ids, r.conditions, r.earn_on, r.limits))';

/** Newest first (D11). A page also ends beyond 4 MiB: archived ones have no limit, each may have 256 KiB. */
export const listCampaigns = boundedList<CampaignQuery, CampaignRow, CampaignRecord>('campaigns', {
  columns: campaignColumns,
  bytes: campaignBytes,
  index: ({ environmentId }) => [['r.environment_id = ?', environmentId]],
  filters: ({ state }) => [state !== undefined && ['r.state = ?', state]],
  /** Read at most for one page of a rare state. D74 allows 1,000 that are not ARCHIVED. */
  lookedAt: 5_000,
  recordOf: (row) => campaignRecordOf(row),
});

export const campaignRecordOf = (row: CampaignRow): CampaignRecord => ({
  id: row.id,
  tenantId: row.tenantId,
  key: row.key,
  name: row.name,
  description: row.description,
  state: row.state,
  pausedReason: pausedReasonOf(row),
  earningRule: row.earningRule,
  redemptionRule: row.redemptionRule,
  targetSegmentIds: row.targetSegmentIds,
  storeIds: row.storeIds,
  startDate: isoOrNull(row.startDate),
  endDate: isoOrNull(row.endDate),
  minSpend: row.minSpend,
  maxBudgetCents: row.maxBudgetCents,
  alertThreshold: row.alertThreshold,
  currency: row.currency,
  conditions: row.conditions,
  earnOn: row.earnOn,
  limits: row.limits,
  exclusiveGroup: row.exclusiveGroup,
  priority: row.priority,
  tierMultiplier: row.tierMultiplier,
  spentCents: row.spentCents,
  timesGiven: row.timesGiven,
  activatedAt: isoOrNull(row.activatedAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  warnings: warningsOf(warnedOf(row), {
    pointValueCents: row.pointValueCents,
    writtenAtMs: row.updatedAt.getTime(),
    hasTimeZone: row.hasTimeZone,
    centsInRand: minorUnitsIn(row.ownCurrency),
  }),
});

const warnedOf = ({ conditions, limits, minSpend, endDate, ...row }: CampaignRow) => ({
  state: row.state,
  earningRule: row.earningRule,
  redemptionRule: row.redemptionRule,
  storeIds: row.storeIds,
  minSpendCents: minSpend,
  endAtMs: endDate?.getTime() ?? null,
  ...(conditions === null ? null : { conditions }),
  ...(limits === null ? null : { limits }),
  tierMultiplier: row.tierMultiplier,
});

/** Returns null before reasons were stored, or by an older build: it then follows from the budget. */
const pausedReasonOf = (
  row: Omit<CampaignRow, 'pointValueCents' | 'hasTimeZone' | 'ownCurrency'>,
): PausedReason | null => {
  if (row.state !== 'PAUSED') return null;
  return row.pausedReason ?? (isBudgetSpent(row) ? 'BUDGET' : 'MANUAL');
};

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

export const contentOf = (campaign: CampaignRecord): CampaignContent => ({
  key: storedKeyOf(campaign),
  name: campaign.name,
  description: campaign.description,
  earningRule: campaign.earningRule,
  redemptionRule: campaign.redemptionRule,
  targetSegmentIds: campaign.targetSegmentIds,
  storeIds: campaign.storeIds,
  startDate: campaign.startDate,
  endDate: campaign.endDate,
  minSpend: campaign.minSpend,
  maxBudgetCents: campaign.maxBudgetCents,
  alertThreshold: campaign.alertThreshold,
  currency: campaign.currency,
  conditions: campaign.conditions,
  earnOn: campaign.earnOn,
  limits: campaign.limits,
  exclusiveGroup: campaign.exclusiveGroup,
  priority: campaign.priority,
  tierMultiplier: campaign.tierMultiplier,
});

/** Returns the version of a campaign. Counts, warnings and what follows from them do not change it. */
export const campaignVersionOf = (campaign: CampaignRecord): string => {
  const { id, state, pausedReason, updatedAt } = campaign;
  return versionOf({ id, state, pausedReason, updatedAt, ...contentOf(campaign) });
};

/** Returns the values in the order of {@link contentColumns}. */
export const contentValues = (content: CampaignContent): readonly unknown[] => {
  const { comparisons, lineComparisons, values } = sizeOfAim(content);
  return [
    content.key,
    content.name,
    content.description,
    JSON.stringify(content.earningRule),
    content.redemptionRule === null ? null : JSON.stringify(content.redemptionRule),
    content.targetSegmentIds,
    content.storeIds,
    content.startDate,
    content.endDate,
    content.minSpend,
    content.maxBudgetCents,
    content.alertThreshold,
    content.currency,
    content.conditions === null ? null : JSON.stringify(content.conditions),
    comparisons,
    values,
    content.earnOn === null ? null : JSON.stringify(content.earnOn),
    lineComparisons,
    content.limits === null ? null : JSON.stringify(content.limits),
    content.exclusiveGroup,
    content.priority,
    content.tierMultiplier,
  ];
};

export const contentColumns = [
  'key',
  'name',
  'description',
  'earning_rule',
  'redemption_rule',
  'target_segment_ids',
  'store_ids',
  'start_at',
  'end_at',
  'min_spend_cents',
  'max_budget_cents',
  'alert_threshold',
  'currency',
  'conditions',
  'comparisons',
  'listed_values',
  'earn_on',
  'line_comparisons',
  'limits',
  'exclusive_group',
  'priority',
  'tier_multiplier',
] as const;

const activeStatement: Statement = {
  name: 'campaigns-any-active',
  text: `SELECT 1 AS found FROM campaigns WHERE environment_id = $1 AND state = 'ACTIVE' LIMIT 1`,
};

/** Returns true if the environment has a campaign that is ACTIVE, whatever its dates. */
export const hasActiveCampaign = async (db: Queryable, environmentId: EnvironmentId): Promise<boolean> =>
  (await db.query(activeStatement, [environmentId])).length > 0;
