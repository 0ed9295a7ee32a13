import type { EnvironmentId } from '@loyalty/kernel';
import { getSettings } from '@loyalty/configuration';
import type { Queryable } from '@loyalty/storage';

/**
 * Returns true when an environment refuses a repeated reference with another body (D106). Called for such references only:
 * other requests read nothing, and the setting acts at once.
 */
export type RejectsMismatch = (environmentId: EnvironmentId) => Promise<boolean>;

export const createRejectsMismatch =
  (db: Queryable): RejectsMismatch =>
  async (environmentId) =>
    (await getSettings(db, environmentId))?.rejectMismatch === true;
