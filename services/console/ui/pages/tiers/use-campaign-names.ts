import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';

/** As many as one page of the list has. */
const newest = 200;

/** Campaigns that a tier can name. */
export const useCampaigns = (isEnabled = true): readonly Schemas['Campaign'][] =>
  useOperation('listCampaigns', { limit: newest }, { staleMs: 60_000, isEnabled }).data?.campaigns ?? [];

export const useCampaignNames = (isEnabled: boolean): ReadonlyMap<string, string> =>
  new Map(useCampaigns(isEnabled).map(({ id, name }) => [id, name]));
