import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Radio } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';
import { streamSearch } from './search.ts';

export const stream = createRoute({
  getParentRoute: () => root,
  path: '/stream',
  validateSearch: streamSearch,
  component: lazyRouteComponent(() => import('./stream-page.tsx'), 'StreamPage'),
  staticData: {
    listed: {
      name: words.pages.stream,
      group: 'developers',
      icon: Radio,
      operations: ['listRefusedTransactions'],
    },
  },
});
