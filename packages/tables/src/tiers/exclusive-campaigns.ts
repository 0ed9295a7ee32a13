import type { EnvironmentId } from '@loyalty/kernel';
import type { FieldFault } from '@loyalty/rules';
import type { Statement, Transaction } from '@loyalty/storage';
import type { TierBenefit, TierContent } from './tier-record.ts';

const existingStatement: Statement = {
  name: 'tier-campaigns',
  text: 'SELECT id FROM campaigns WHERE environment_id = $1 AND id = ANY ($2::uuid[])',
};

/**
 * Returns faults of benefits that open a campaign which does not exist (D78), with pointers into the body. Campaigns that the tier
 * names already may be named again. Campaigns are never deleted, so none is locked.
 */
export const findCampaignFaults = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { before, after }: { readonly before: TierContent | null; readonly after: TierContent },
): Promise<FieldFault[]> => {
  const kept = new Set(before?.benefits.map(campaignOf));
  const named = after.benefits.map(campaignOf);
  const unsure = named.filter((id) => id !== null && !kept.has(id));
  if (unsure.length === 0) return [];
  const rows = await tx.query<{ id: string }>(existingStatement, [environmentId, unsure]);
  const known = new Set([...kept, ...rows.map(({ id }) => id)]);
  return named.flatMap((id, n) => (id === null || known.has(id) ? [] : [faultAt(n)]));
};

const campaignOf = (benefit: TierBenefit): string | null =>
  benefit.type === 'EXCLUSIVE_CAMPAIGN' ? benefit.campaignId : null;

const faultAt = (n: number): FieldFault => ({
  pointer: `/benefits/${n.toString()}/campaignId`,
  message: 'must be the id of an existing campaign',
});
