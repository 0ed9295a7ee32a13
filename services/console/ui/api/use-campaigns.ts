import type { Schemas } from '@loyalty/client';
import { useOperation } from './use-operation.ts';

/** One page of the list has as many. */
const newest = 200;

interface NewestCampaigns {
  readonly campaigns: readonly Schemas['Campaign'][];
  /** True if there are more campaigns than these. */
  readonly isCut: boolean;
}

/** Returns the newest campaigns, to choose from and to show their names. They seldom change. */
export const useCampaigns = (isEnabled = true): NewestCampaigns => {
  const list = useOperation('listCampaigns', { limit: newest }, { staleMs: 60_000, isEnabled }).data;
  return { campaigns: list?.campaigns ?? [], isCut: typeof list?.nextCursor === 'string' };
};

export const useCampaignNames = (isEnabled: boolean): ReadonlyMap<string, string> =>
  new Map(useCampaigns(isEnabled).campaigns.map(({ id, name }) => [id, name]));
