import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Award } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';

export const tiers = createRoute({
  getParentRoute: () => root,
  path: '/tiers',
  component: lazyRouteComponent(() => import('./tiers-page.tsx'), 'TiersPage'),
  staticData: {
    listed: {
      name: words.pages.tiers,
      group: 'programme',
      icon: Award,
      operations: ['listTiers', 'getRetiering'],
    },
  },
});

export const newTier = createRoute({
  getParentRoute: () => root,
  path: '/tiers/new',
  component: lazyRouteComponent(() => import('./tier-form-page.tsx'), 'NewTierPage'),
});

export const tier = createRoute({
  getParentRoute: () => root,
  path: '/tiers/$tierId',
  component: lazyRouteComponent(() => import('./tier-form-page.tsx'), 'TierPage'),
});
