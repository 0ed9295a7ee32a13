import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { root } from '../../app/root.ts';
import { given, type Search, textIn } from '../../model/address.ts';
import { words } from '../../words/index.ts';

export const members = createRoute({
  getParentRoute: () => root,
  path: '/members',
  validateSearch: ({ q }: Search): { readonly q?: string } => given({ q: textIn(q) }),
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
