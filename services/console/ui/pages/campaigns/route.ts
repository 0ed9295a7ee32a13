import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Megaphone } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';
import { campaignSearch } from './search.ts';

export const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  validateSearch: campaignSearch,
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
