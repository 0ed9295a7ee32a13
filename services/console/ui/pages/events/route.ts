import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Braces } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';

export const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  component: lazyRouteComponent(() => import('./events-page.tsx'), 'EventsPage'),
  staticData: {
    listed: {
      name: words.pages.events,
      group: 'programme',
      icon: Braces,
      operations: ['listEventDefinitions', 'listEvents'],
    },
  },
});

export const newEvent = createRoute({
  getParentRoute: () => root,
  path: '/events/new',
  component: lazyRouteComponent(() => import('./event-form-page.tsx'), 'NewEventPage'),
});

export const event = createRoute({
  getParentRoute: () => root,
  path: '/events/$eventKey',
  component: lazyRouteComponent(() => import('./event-page.tsx'), 'EventPage'),
});

export const editEvent = createRoute({
  getParentRoute: () => root,
  path: '/events/$eventKey/edit',
  component: lazyRouteComponent(() => import('./event-form-page.tsx'), 'EditEventPage'),
});
