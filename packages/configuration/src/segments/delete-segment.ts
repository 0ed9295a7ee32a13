import { requestClearing } from '@loyalty/accounts';
import { isUuid, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';

export type DeleteSegmentResult =
  | {
      readonly outcome: 'deleted';
      /** The campaigns that targeted it, archived ones left out: the check of their targets is wider now (D29). */
      readonly campaignIds: readonly CampaignId[];
    }
  | { readonly outcome: 'not-found' };

/**
 * Deletes a segment (D56). Its memberships go afterwards, piece by piece: none can be added by then, and those that are left
 * mean nothing to any decision.
 */
export const deleteSegment = async (
  db: Database,
  environmentId: EnvironmentId,
  segmentId: string,
): Promise<DeleteSegmentResult> => {
  if (!isUuid(segmentId)) return { outcome: 'not-found' };
  return writeTransaction(db, async (tx) => {
    const deleted = await tx.query(
      'DELETE FROM segments WHERE environment_id = $1 AND id = $2 RETURNING id',
      [environmentId, segmentId],
    );
    if (deleted.length === 0) return { outcome: 'not-found' };
    await requestClearing(tx, { environmentId, segmentId });
    const campaignIds = await campaignsTargeting(tx, environmentId, segmentId);
    await raiseConfigVersion(tx, environmentId);
    return { outcome: 'deleted', campaignIds };
  });
};

const campaignsTargeting = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  segmentId: string,
): Promise<CampaignId[]> => {
  const rows = await tx.query<{ id: CampaignId }>(
    `SELECT id FROM campaigns
      WHERE environment_id = $1 AND state <> 'ARCHIVED' AND $2::uuid = ANY (target_segment_ids)
      ORDER BY id`,
    [environmentId, segmentId],
  );
  return rows.map(({ id }) => id);
};
