import type { Campaign } from '@loyalty/rules/campaigns';
import type { CampaignContent } from './campaigns.ts';

/** Absent in a campaign that lacks them: most have none. */
type OptionalField = 'conditions' | 'earnOn' | 'limits' | 'exclusiveGroup' | 'priority' | 'tierMultiplier';

/** A row with {@link judgedColumns}. */
export interface JudgedRow
  extends Omit<Campaign, 'startAtMs' | 'endAtMs' | OptionalField>, Pick<CampaignContent, OptionalField> {
  readonly startAt: Date | null;
  readonly endAt: Date | null;
}

/** SQL: the columns by which a campaign is judged. The table has the alias `c`. */
export const judgedColumns = `
  c.id, c.name, c.state, c.earning_rule AS "earningRule", c.redemption_rule AS "redemptionRule",
  c.target_segment_ids AS "targetSegmentIds", c.store_ids AS "storeIds", c.start_at AS "startAt", c.end_at AS "endAt",
  c.min_spend_cents AS "minSpendCents", c.max_budget_cents AS "maxBudgetCents", c.currency, c.conditions,
  c.earn_on AS "earnOn", c.limits, c.exclusive_group AS "exclusiveGroup", c.priority,
  c.tier_multiplier AS "tierMultiplier"`;

/** One for all campaigns: a process holds a hundred thousand. */
const noIds: readonly never[] = [];

/** Returns the campaign as an engine judges it. */
export const campaignOfRow = (row: JudgedRow): Campaign => ({
  id: row.id,
  name: row.name,
  state: row.state,
  earningRule: row.earningRule,
  redemptionRule: row.redemptionRule,
  targetSegmentIds: row.targetSegmentIds.length === 0 ? noIds : row.targetSegmentIds,
  storeIds: row.storeIds.length === 0 ? noIds : row.storeIds,
  startAtMs: row.startAt?.getTime() ?? null,
  endAtMs: row.endAt?.getTime() ?? null,
  minSpendCents: row.minSpendCents,
  maxBudgetCents: row.maxBudgetCents,
  currency: row.currency,
  ...optionalFieldsOf(row),
});

export const optionalFieldsOf = ({
  conditions,
  earnOn,
  limits,
  exclusiveGroup,
  priority,
  tierMultiplier,
}: Pick<CampaignContent, OptionalField>): Pick<Campaign, OptionalField> => ({
  ...(conditions === null ? null : { conditions }),
  ...(earnOn === null ? null : { earnOn }),
  ...(limits === null ? null : { limits }),
  ...(exclusiveGroup === null ? null : { exclusiveGroup }),
  ...(priority === 0 ? null : { priority }),
  ...(tierMultiplier ? { tierMultiplier } : null),
});
