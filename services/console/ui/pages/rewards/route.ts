import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';
import { rewardsSearch } from './search.ts';

export const rewards = createRoute({
  getParentRoute: () => root,
  path: '/rewards',
  validateSearch: rewardsSearch,
  component: lazyRouteComponent(() => import('./rewards-page.tsx'), 'RewardsPage'),
  staticData: {
    listed: {
      name: words.pages.rewards,
      group: 'people',
      icon: Gift,
      // A list of rewards needs what a member's list needs (D222).
      operations: ['listRewards', 'listMemberRewards'],
    },
  },
});
