import { useOperation } from '../../api/use-operation.ts';

/** Counts of a campaign follow after as long. */
const pollMs = 30_000;

/** Reads what a campaign did on each of the last thirty days, in UTC. */
export const useCampaignDays = (campaignId: string) =>
  useOperation('getActivity', { campaignId, step: 'day' }, { staleMs: pollMs, pollMs });
