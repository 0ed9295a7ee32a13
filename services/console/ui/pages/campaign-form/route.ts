import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../app/root.ts';
import type { ShownMode } from '../../app/mode.ts';
import { given, type Search } from '../../model/address.ts';

/** The campaign that a new one is filled in from, and its environment where that is another one. */
interface NewCampaignSearch {
  readonly copy?: string;
  readonly of?: ShownMode;
}

export const newCampaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/new',
  validateSearch: ({ copy, of }: Search): NewCampaignSearch =>
    typeof copy === 'string' ? given({ copy, of: of === 'live' || of === 'test' ? of : undefined }) : {},
  component: lazyRouteComponent(() => import('./new-page.tsx'), 'NewCampaignPage'),
});

export const editCampaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$campaignId/edit',
  component: lazyRouteComponent(() => import('./edit-page.tsx'), 'EditCampaignPage'),
});
