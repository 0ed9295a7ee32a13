import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { root } from '../../app/root.ts';

export const key = createRoute({
  getParentRoute: () => root,
  path: '/keys/$keyId',
  component: lazyRouteComponent(() => import('./key-page.tsx'), 'KeyPage'),
});
