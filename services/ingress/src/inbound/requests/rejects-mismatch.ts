import type { EnvironmentId } from '@loyalty/kernel';
import { getSettings } from '@loyalty/configuration';
import type { Queryable } from '@loyalty/storage';

/**
 * True when an environment refuses a reference that comes again with another body (D106). Asked of such a reference only, so
 * nothing is read for any other request, and the setting acts at once.
 */
export type RejectsMismatch = (environmentId: EnvironmentId) => Promise<boolean>;

export const createRejectsMismatch =
  (db: Queryable): RejectsMismatch =>
  async (environmentId) =>
    (await getSettings(db, environmentId))?.rejectMismatch === true;
