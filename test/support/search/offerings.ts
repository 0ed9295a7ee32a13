import type { Api } from '../api.ts';
import { activateCampaigns } from '../tenant.ts';

/** The entities of an environment that members take part in, by the names of path parameters. */
export interface Offerings {
  readonly campaignId: string;
  readonly segmentId: string;
  readonly tierId: string;
  readonly eventKey: string;
}

/** Creates campaigns that earn and burn, a tier, a segment and an event definition. */
export const makeOfferings = async (api: Api): Promise<Offerings> => {
  const [campaignId = ''] = await activateCampaigns(api, [
    {
      name: 'One percent',
      earningRule: { type: 'SPEND_PERCENTAGE', percentage: 10 },
      redemptionRule: { pointsPerRand: 1 },
    },
    {
      name: 'Card',
      earningRule: { type: 'STAMP_CARD', stampsRequired: 3, rewardOnCompletion: { points: 1 } },
    },
    { name: 'Welcome', earningRule: { type: 'SIGNUP_BONUS', points: 5 } },
    { name: 'Friends', earningRule: { type: 'REFERRAL_BONUS', points: 5, referrerPoints: 5 } },
  ]);
  const tierId = (await api.post('/tiers', { name: 'Gold', minLifetimePoints: 1 })).body.id;
  const segmentId = (await api.post('/segments', { name: 'Some', type: 'STATIC' })).body.id;
  const eventKey = 'club.referral';
  await api.post('/event-definitions', { key: eventKey, name: 'Referral' });
  return { campaignId, segmentId, tierId, eventKey };
};
