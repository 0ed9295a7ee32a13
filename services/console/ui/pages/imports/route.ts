import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FolderInput } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';

export const imports = createRoute({
  getParentRoute: () => root,
  path: '/imports',
  component: lazyRouteComponent(() => import('./imports-page.tsx'), 'ImportsPage'),
  staticData: {
    listed: { name: words.pages.imports, group: 'people', icon: FolderInput, operations: ['listImports'] },
  },
});

export const memberImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/$source',
  component: lazyRouteComponent(() => import('./import-page.tsx'), 'ImportPage'),
});
