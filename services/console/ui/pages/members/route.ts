import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';
import { memberSearch } from './search.ts';

export const members = createRoute({
  getParentRoute: () => root,
  path: '/members',
  validateSearch: memberSearch,
  component: lazyRouteComponent(() => import('./members-page.tsx'), 'MembersPage'),
  staticData: {
    listed: {
      name: words.pages.members,
      group: 'people',
      icon: Users,
      // A list of members needs what their ledgers need (D212).
      operations: ['listMembers', 'listLedgerEntries'],
    },
  },
});
