import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';
import { auditSearch } from './search.ts';

export const auditLog = createRoute({
  getParentRoute: () => root,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
  staticData: {
    listed: {
      name: words.pages.audit,
      group: 'administration',
      icon: History,
      operations: ['listAuditEntries'],
    },
  },
});
