import type { EnvironmentId } from '@loyalty/kernel';
import { getSettings } from '@loyalty/configuration';
import type { DatabaseShares } from '@loyalty/storage';

/**
 * Returns true when an environment refuses a repeated reference with another body (D106). Called for such references only:
 * other requests read nothing, and the setting acts at once.
 */
export type RejectsMismatch = (environmentId: EnvironmentId) => Promise<boolean>;

export const createRejectsMismatch =
  (db: DatabaseShares): RejectsMismatch =>
  async (environmentId) =>
    (await getSettings(db.of(environmentId), environmentId))?.rejectMismatch === true;
