import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';
import { keysSearch } from './search.ts';

export const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  validateSearch: keysSearch,
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
  staticData: {
    listed: { name: words.pages.keys, group: 'developers', icon: KeyRound, operations: ['listApiKeys'] },
  },
});
