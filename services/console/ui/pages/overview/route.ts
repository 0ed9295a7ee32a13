import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Activity } from 'lucide-react';
import { root } from '../../app/root.ts';
import { given, type Search } from '../../model/address.ts';
import { words } from '../../words/index.ts';
import { defaultRange, ranges, type ShownRange } from './activity/ranges.ts';

export const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: ({ range }: Search): { readonly range?: ShownRange } =>
    given({ range: ranges.find((one) => one === range && one !== defaultRange) }),
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
  staticData: {
    listed: {
      name: words.pages.overview,
      group: 'first',
      icon: Activity,
      operations: ['getActivity', 'listCampaigns', 'listCampaignActivity'],
    },
  },
});
