import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CalendarRange } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';
import { pointsSearch } from './search.ts';

export const points = createRoute({
  getParentRoute: () => root,
  path: '/points',
  validateSearch: pointsSearch,
  component: lazyRouteComponent(() => import('./points-page.tsx'), 'PointsPage'),
  staticData: {
    listed: {
      name: words.pages.points,
      group: 'first',
      icon: CalendarRange,
      operations: ['listPointPeriods', 'getLiability'],
    },
  },
});
