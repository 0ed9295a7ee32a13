import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { root } from '../../app/root.ts';
import { given, type Search } from '../../model/address.ts';
import { words } from '../../words/index.ts';

export const segments = createRoute({
  getParentRoute: () => root,
  path: '/segments',
  component: lazyRouteComponent(() => import('./segments-page.tsx'), 'SegmentsPage'),
  staticData: {
    listed: { name: words.pages.segments, group: 'programme', icon: Layers, operations: ['listSegments'] },
  },
});

export const newSegment = createRoute({
  getParentRoute: () => root,
  path: '/segments/new',
  component: lazyRouteComponent(() => import('./segment-form-page.tsx'), 'NewSegmentPage'),
});

export const segment = createRoute({
  getParentRoute: () => root,
  path: '/segments/$segmentId',
  // Shown as being refreshed while its last refresh is still this one.
  validateSearch: ({ since }: Search): { readonly since?: string } =>
    given({ since: typeof since === 'string' ? since : undefined }),
  component: lazyRouteComponent(() => import('./segment-page.tsx'), 'SegmentPage'),
});

export const editSegment = createRoute({
  getParentRoute: () => root,
  path: '/segments/$segmentId/edit',
  component: lazyRouteComponent(() => import('./segment-form-page.tsx'), 'EditSegmentPage'),
});
