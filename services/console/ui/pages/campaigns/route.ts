import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { root } from '../../app/root.ts';
import { given, type Search } from '../../model/address.ts';
import { words } from '../../words/index.ts';
import { type CampaignStateName, campaignStates } from './states.ts';

export const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  validateSearch: ({ state }: Search): { readonly state?: CampaignStateName } =>
    given({ state: campaignStates.find((one) => one === state) }),
  component: lazyRouteComponent(() => import('./campaigns-page.tsx'), 'CampaignsPage'),
  staticData: {
    listed: {
      name: words.pages.campaigns,
      group: 'programme',
      icon: Megaphone,
      operations: ['listCampaigns'],
    },
  },
});
