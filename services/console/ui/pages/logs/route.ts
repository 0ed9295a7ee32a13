import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';
import { logsSearch } from './search.ts';

export const logs = createRoute({
  getParentRoute: () => root,
  path: '/logs',
  validateSearch: logsSearch,
  component: lazyRouteComponent(() => import('./logs-page.tsx'), 'LogsPage'),
  staticData: {
    listed: {
      name: words.pages.logs,
      group: 'developers',
      icon: ScrollText,
      operations: ['listRequestLogs'],
    },
  },
});
