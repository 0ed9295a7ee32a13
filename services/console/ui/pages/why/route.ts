import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CircleQuestionMark } from 'lucide-react';
import { root } from '../../app/root.ts';
import { words } from '../../words/index.ts';
import { whySearch } from './search.ts';

export const why = createRoute({
  getParentRoute: () => root,
  path: '/why',
  validateSearch: whySearch,
  component: lazyRouteComponent(() => import('./why-page.tsx'), 'WhyPage'),
  staticData: {
    listed: {
      name: words.pages.why,
      group: 'people',
      icon: CircleQuestionMark,
      operations: ['findTransaction', 'explainTransaction'],
    },
  },
});
