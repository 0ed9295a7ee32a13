import type { FieldError } from '@loyalty/contracts/http';
import { type CampaignId, type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Campaign } from '@loyalty/rules/campaigns';
import type { Queryable, Statement } from '@loyalty/storage';
import {
  applyPatch,
  blankContent,
  type CampaignInput,
  faultsOfBody,
  faultsOfContent,
} from './campaign-content.ts';
import type { CampaignContent } from './campaigns.ts';
import type { KnownNames } from './known-names.ts';

interface CampaignRow extends Omit<Campaign, 'startAtMs' | 'endAtMs' | AimField> {
  readonly conditions: CampaignContent['conditions'];
  readonly earnOn: CampaignContent['earnOn'];
  readonly limits: CampaignContent['limits'];
  readonly tierMultiplier: CampaignContent['tierMultiplier'];
  readonly startAt: Date | null;
  readonly endAt: Date | null;
}

const namedStatement: Statement = {
  name: 'campaigns-judged',
  text: `SELECT id, name, state, earning_rule AS "earningRule", redemption_rule AS "redemptionRule",
                target_segment_ids AS "targetSegmentIds", store_ids AS "storeIds", start_at AS "startAt", end_at AS "endAt",
                min_spend_cents AS "minSpendCents", max_budget_cents AS "maxBudgetCents", currency, conditions, earn_on AS "earnOn", limits,
                tier_multiplier AS "tierMultiplier"
           FROM campaigns WHERE environment_id = $1 AND id = ANY ($2::uuid[]) AND state <> 'ARCHIVED'`,
};

/** As an engine judges them, with their state, in the order of the ids. Unknown and archived ones are left out. */
export const findCampaignsToJudge = async (
  db: Queryable,
  environmentId: EnvironmentId,
  ids: readonly string[],
): Promise<Campaign[]> => {
  if (ids.length === 0) return [];
  const rows = await db.query<CampaignRow>(namedStatement, [environmentId, ids]);
  const byId = new Map<string, CampaignRow>(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = byId.get(id);
    if (row === undefined) return [];
    const { startAt, endAt, conditions, earnOn, limits, tierMultiplier, ...campaign } = row;
    const dates = { startAtMs: startAt?.getTime() ?? null, endAtMs: endAt?.getTime() ?? null };
    return [{ ...campaign, ...dates, ...aimIn({ conditions, earnOn, limits, tierMultiplier }) }];
  });
};

type AimField = 'conditions' | 'earnOn' | 'limits' | 'tierMultiplier';

/** Absent where it has none. */
const aimIn = ({
  conditions,
  earnOn,
  limits,
  tierMultiplier,
}: Pick<CampaignContent, AimField>): Pick<Campaign, AimField> => ({
  ...(conditions === null ? null : { conditions }),
  ...(earnOn === null ? null : { earnOn }),
  ...(limits === null ? null : { limits }),
  ...(tierMultiplier ? { tierMultiplier } : null),
});

/** A campaign that is not stored. Pointers of faults lead into `input`, as those of `createCampaign`. */
export const readDraft = (
  input: CampaignInput,
  { id, known }: { readonly id: string | null; readonly known: KnownNames },
): { readonly campaign: Campaign } | { readonly faults: readonly FieldError[] } => {
  const bodyFaults = faultsOfBody(input);
  if (bodyFaults.length > 0) return { faults: bodyFaults };
  const content = applyPatch(blankContent(input), input);
  const faults = faultsOfContent(content, input, known);
  return faults.length > 0 ? { faults } : { campaign: campaignOf(id ?? randomId(), content) };
};

const campaignOf = (
  id: string,
  { startDate, endDate, minSpend, name, earningRule, redemptionRule, ...content }: CampaignContent,
): Campaign => ({
  id: id as CampaignId,
  name,
  state: 'DRAFT',
  earningRule,
  redemptionRule,
  targetSegmentIds: content.targetSegmentIds,
  storeIds: content.storeIds,
  startAtMs: startDate === null ? null : Date.parse(startDate),
  endAtMs: endDate === null ? null : Date.parse(endDate),
  minSpendCents: minSpend,
  maxBudgetCents: content.maxBudgetCents,
  currency: content.currency,
  ...aimIn(content),
});
