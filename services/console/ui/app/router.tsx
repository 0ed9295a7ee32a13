import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link } from '@tanstack/react-router';
import { ProblemPage } from '../parts/problem.tsx';
import { words } from '../words/index.ts';
import { ranges, type ShownRange, defaultRange } from '../model/ranges.ts';
import { modeIn } from './mode.ts';
import { Shell } from './shell.tsx';

export interface MemberSearch {
  readonly q?: string;
}

const root = createRootRoute({
  component: Shell,
  validateSearch: (search: Record<string, unknown>): { mode?: 'test' } => modeIn(search),
  notFoundComponent: () => <NoPage />,
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: ({ range }: Record<string, unknown>): { range?: ShownRange } => {
    const chosen = ranges.find((one) => one === range);
    return chosen === undefined || chosen === defaultRange ? {} : { range: chosen };
  },
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const members = createRoute({
  getParentRoute: () => root,
  path: '/members',
  validateSearch: ({ q }: Record<string, unknown>): MemberSearch =>
    typeof q === 'string' && q !== '' ? { q } : typeof q === 'number' ? { q: q.toString() } : {},
  component: lazyRouteComponent(() => import('../pages/members/members-page.tsx'), 'MembersPage'),
});

const member = createRoute({
  getParentRoute: () => root,
  path: '/members/$memberId',
  component: lazyRouteComponent(() => import('../pages/member/member-page.tsx'), 'MemberPage'),
});

function NoPage() {
  return (
    <>
      <ProblemPage title={words.problem.noPage} detail={words.problem.noPageDetail} />
      <p className="main">
        <Link className="link" to="/" search={modeIn}>
          {words.problem.toOverview}
        </Link>
      </p>
    </>
  );
}

export const router = createRouter({
  routeTree: root.addChildren([overview, members, member]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: () => (
    <ProblemPage title={words.problem.broken} detail={words.problem.brokenDetail} />
  ),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
