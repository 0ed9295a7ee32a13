import type { OperationId, Schemas } from '@loyalty/client';
import { permissions as neededBy } from '@loyalty/client/permissions';

/** Returns the first permission that a page needs and the session lacks; null if the page may be shown. */
export const missingPermission = (
  needed: readonly OperationId[],
  permissions: readonly string[],
): string | null =>
  needed
    .map((id) => neededBy[id])
    .find((permission) => permission !== 'any' && !permissions.includes(permission)) ?? null;

/**
 * Returns the operations that a change of a campaign needs. Changing one that is active or paused needs what
 * pausing it needs (D214).
 */
export const changesOf = ({ state }: Pick<Schemas['Campaign'], 'state'>): readonly OperationId[] =>
  state === 'ACTIVE' || state === 'PAUSED' ? ['updateCampaign', 'pauseCampaign'] : ['updateCampaign'];
