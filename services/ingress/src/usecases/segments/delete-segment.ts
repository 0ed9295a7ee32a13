import type { EnvironmentId } from '@loyalty/kernel';
import { deleteSegment as deleteFromProgramme } from '@loyalty/programme';
import type { Database } from '@loyalty/storage';
import type { Logger } from '@loyalty/telemetry';

/** Deletes a segment, whose memberships go afterwards, and logs the campaigns that it widens (D29); false when there is none. */
export type DeleteSegment = (environmentId: EnvironmentId, segmentId: string) => Promise<boolean>;

export const createDeleteSegment =
  ({ db, logger }: { readonly db: Database; readonly logger: Logger }): DeleteSegment =>
  async (environmentId, segmentId) => {
    const deleted = await deleteFromProgramme(db, environmentId, segmentId);
    if (deleted.outcome === 'not-found') return false;
    const { campaignIds } = deleted;
    if (campaignIds.length > 0) {
      logger.warn({ environmentId, segmentId, campaignIds }, 'a segment that campaigns target was deleted');
    }
    return true;
  };
