import type { CampaignId, SegmentId, TenantId } from '@loyalty/kernel';
import {
  isBudgetSpent,
  rulesVersionOf,
  warningsOf,
  type CampaignState,
  type CampaignWarning,
  type EarningRule,
  type RedemptionRule,
} from '@loyalty/rules';
import { spentCentsOf } from '../budgets/budgets.ts';

/** The fields of a campaign that its owner writes (D30). Instants are ISO 8601, UTC, milliseconds. */
export interface CampaignContent {
  readonly name: string;
  readonly description: string | null;
  readonly earningRule: EarningRule;
  readonly redemptionRule: RedemptionRule | null;
  /** Empty: every member. */
  readonly targetSegmentIds: readonly SegmentId[];
  /** Empty: every store. */
  readonly storeIds: readonly string[];
  /** Inclusive (D13). */
  readonly startDate: string | null;
  /** Inclusive (D13). */
  readonly endDate: string | null;
  /** Cents. */
  readonly minSpend: number | null;
  readonly maxBudgetCents: number | null;
  /** The fraction of the budget at which an alert is published. */
  readonly alertThreshold: number;
  readonly currency: string | null;
}

/** The cause of a pause: a person, or the spent budget (D81). */
export type PausedReason = 'MANUAL' | 'BUDGET';

/** A campaign as the interface shows it (interface 2.1, D30). */
export interface CampaignRecord extends CampaignContent {
  readonly id: CampaignId;
  readonly tenantId: TenantId;
  readonly state: CampaignState;
  /** Null unless it is PAUSED. */
  readonly pausedReason: PausedReason | null;
  readonly spentCents: number;
  /** The time of the first activation; a resume does not change it (D31). */
  readonly activatedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Warnings to the owner about the current state (D106). */
  readonly warnings: readonly CampaignWarning[];
}

/** A row of campaigns with the columns of {@link campaignColumns}. */
export type CampaignRow = Omit<CampaignRecord, OptionalInstant | 'createdAt' | 'updatedAt' | 'warnings'> &
  Readonly<Record<OptionalInstant, Date | null>> &
  Readonly<Record<'createdAt' | 'updatedAt', Date>> & {
    /** The cost of one point to a budget of its environment, in cents. */
    readonly pointValueCents: number;
  };

type OptionalInstant = 'startDate' | 'endDate' | 'activatedAt';

/** The columns of a {@link CampaignRow}; the table's alias is `r`. A tenant never changes, so it may be read without a lock. */
export const campaignColumns = `
  r.id, (SELECT e.tenant_id FROM environments e WHERE e.id = r.environment_id) AS "tenantId",
  (SELECT COALESCE((e.settings ->> 'pointValueCents')::int, 1)
     FROM environments e WHERE e.id = r.environment_id) AS "pointValueCents",
  r.name, r.description, r.state, r.paused_reason AS "pausedReason", r.earning_rule AS "earningRule", r.redemption_rule AS "redemptionRule",
  r.target_segment_ids AS "targetSegmentIds", r.store_ids AS "storeIds",
  r.start_at AS "startDate", r.end_at AS "endDate", r.min_spend_cents AS "minSpend",
  r.max_budget_cents AS "maxBudgetCents", r.alert_threshold AS "alertThreshold", r.currency,
  COALESCE((SELECT ${spentCentsOf} FROM campaign_budgets b
             WHERE b.environment_id = r.environment_id AND b.campaign_id = r.id), 0) AS "spentCents",
  r.activated_at AS "activatedAt",
  r.created_at AS "createdAt", r.updated_at AS "updatedAt"`;

/** Returns the record of a row, and nothing else that was read with it. */
export const campaignRecordOf = (row: CampaignRow): CampaignRecord => ({
  id: row.id,
  tenantId: row.tenantId,
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
  spentCents: row.spentCents,
  activatedAt: isoOrNull(row.activatedAt),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  warnings: warningsOf(warnedOf(row), row.pointValueCents),
});

const warnedOf = ({ earningRule, redemptionRule, storeIds, minSpend }: CampaignRow) => ({
  earningRule,
  redemptionRule,
  storeIds,
  minSpendCents: minSpend,
});

/** A campaign may have been paused before reasons were stored, or by an older build. Its reason then follows from the budget. */
const pausedReasonOf = (row: Omit<CampaignRow, 'pointValueCents'>): PausedReason | null => {
  if (row.state !== 'PAUSED') return null;
  return row.pausedReason ?? (isBudgetSpent(row) ? 'BUDGET' : 'MANUAL');
};

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns the fields that the owner of a campaign wrote. */
export const contentOf = (campaign: CampaignRecord): CampaignContent => ({
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
});

/** The values of {@link contentColumns}, in their order. */
export const contentValues = (content: CampaignContent): readonly unknown[] => [
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
  rulesVersionOf(content),
];

/** The columns that hold a {@link CampaignContent}, and what follows from it. */
export const contentColumns = [
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
  'rules_version',
] as const;
