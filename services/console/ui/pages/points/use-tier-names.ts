import { useOperation } from '../../api/use-operation.ts';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { shortId } from '../../model/short-id.ts';
import { pointsWords as words } from './words.ts';

const rarelyMs = 60_000;

export interface TierNames {
  /** The ids of the tiers that exist. */
  readonly ids: readonly string[];
  readonly nameOf: (tierId: string | null) => string;
}

/** Returns the names of tiers. One that was deleted, or whose name a person may not read, has a part of its id. */
export const useTierNames = (): TierNames => {
  const { permissions } = useSession();
  const isEnabled = missingPermission(['listTiers'], permissions) === null;
  const tiers = useOperation('listTiers', {}, { isEnabled, staleMs: rarelyMs }).data?.tiers ?? [];
  return {
    ids: tiers.map(({ id }) => id),
    nameOf: (tierId) =>
      tierId === null ? words.noTier : (tiers.find(({ id }) => id === tierId)?.name ?? shortId(tierId)),
  };
};
