import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../app/root.ts';

export const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$campaignId',
  component: lazyRouteComponent(() => import('./campaign-page.tsx'), 'CampaignPage'),
});
