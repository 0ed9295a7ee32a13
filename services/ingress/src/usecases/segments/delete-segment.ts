import { deleteSegment as deleteFromProgramme } from '@loyalty/configuration';
import type { Logger } from '@loyalty/telemetry';
import type { Managed, ManagementActor } from '../ports.ts';

/**
 * Deletes a segment, whose memberships are removed afterwards, and logs the campaigns that it widens (D29). Returns false when
 * there is none.
 */
export type DeleteSegment = (actor: ManagementActor, segmentId: string) => Promise<boolean>;

export const createDeleteSegment =
  ({ managed, logger }: { readonly managed: Managed; readonly logger: Logger }): DeleteSegment =>
  async (actor, segmentId) => {
    const { environmentId } = actor;
    const db = managed(actor, { kind: 'segment', id: segmentId });
    const deleted = await deleteFromProgramme(db, environmentId, segmentId);
    if (deleted.outcome === 'not-found') return false;
    const { campaignIds } = deleted;
    if (campaignIds.length > 0) {
      logger.warn({ environmentId, segmentId, campaignIds }, 'a segment that campaigns target was deleted');
    }
    return true;
  };
