import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../app/root.ts';
import { exceptionsSearch } from './search.ts';

export const exceptions = createRoute({
  getParentRoute: () => root,
  path: '/members/exceptions',
  validateSearch: exceptionsSearch,
  component: lazyRouteComponent(() => import('./exceptions-page.tsx'), 'ExceptionsPage'),
});
