import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';

export const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
  staticData: {
    listed: {
      name: words.pages.settings,
      group: 'administration',
      icon: Settings2,
      operations: ['getSettings', 'getEnvironment'],
    },
  },
});
