import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';

/** Reads the names of campaigns, including archived ones. */
export const readCampaignNames = async (
  db: Queryable,
  environmentId: EnvironmentId,
  campaignIds: readonly CampaignId[],
): Promise<ReadonlyMap<CampaignId, string>> => {
  const rows = await db.query<{ id: CampaignId; name: string }>(
    'SELECT id, name FROM campaigns WHERE environment_id = $1 AND id = ANY ($2::uuid[])',
    [environmentId, campaignIds],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
};
