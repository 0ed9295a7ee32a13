import { requestClearing } from '@loyalty/accounts';
import { isUuid, type CampaignId, type EnvironmentId } from '@loyalty/kernel';
import { type Database, type Transaction, writeTransaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';

export type DeleteSegmentResult =
  | {
      readonly outcome: 'deleted';
      /** The campaigns that targeted it, without archived ones: their targets now match more members (D29). */
      readonly campaignIds: readonly CampaignId[];
    }
  | { readonly outcome: 'not-found' };

/**
 * Deletes a segment (D56). Its memberships are deleted afterwards, in chunks. None can be added by then, and no decision reads the
 * remaining ones.
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
    await raiseConfigVersion(tx, environmentId, 'segments');
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
