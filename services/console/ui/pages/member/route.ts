import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../app/root.ts';
import { memberSearch } from './search.ts';

export const member = createRoute({
  getParentRoute: () => root,
  path: '/members/$memberId',
  validateSearch: memberSearch,
  component: lazyRouteComponent(() => import('./member-page.tsx'), 'MemberPage'),
});
