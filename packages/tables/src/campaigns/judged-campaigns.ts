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
import { campaignOfRow, judgedColumns, type JudgedRow, optionalFieldsOf } from './judged-row.ts';
import type { KnownNames } from './known-names.ts';

const namedStatement: Statement = {
  name: 'campaigns-judged',
  text: `SELECT ${judgedColumns}
           FROM campaigns c WHERE c.environment_id = $1 AND c.id = ANY ($2::uuid[]) AND c.state <> 'ARCHIVED'`,
};

/**
 * Returns campaigns as an engine judges them, with their state, in the order of the ids. Unknown and archived
 * ones are left out.
 */
export const findCampaignsToJudge = async (
  db: Queryable,
  environmentId: EnvironmentId,
  ids: readonly string[],
): Promise<Campaign[]> => {
  if (ids.length === 0) return [];
  const rows = await db.query<JudgedRow>(namedStatement, [environmentId, ids]);
  const byId = new Map<string, JudgedRow>(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [campaignOfRow(row)];
  });
};

/**
 * Returns a campaign that is not stored. Pointers of faults lead into `input`, as those of `createCampaign`
 * do.
 */
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
  ...optionalFieldsOf(content),
});
