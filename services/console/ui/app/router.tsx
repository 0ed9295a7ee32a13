import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  redirect,
} from '@tanstack/react-router';
import { ProblemPage } from '../parts/problem.tsx';
import { words } from '../words/index.ts';
import { memberSearch, whySearch } from './addresses.ts';
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

const first = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: ({ search }) => {
    // The router takes a redirect as what is thrown.
    // eslint-disable-next-line @typescript-eslint/only-throw-error -- see above
    throw redirect({ to: '/members', search, replace: true });
  },
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
  validateSearch: memberSearch,
  component: lazyRouteComponent(() => import('../pages/member/member-page.tsx'), 'MemberPage'),
});

const why = createRoute({
  getParentRoute: () => root,
  path: '/why',
  validateSearch: whySearch,
  component: lazyRouteComponent(() => import('../pages/why/why-page.tsx'), 'WhyPage'),
});

function NoPage() {
  return (
    <>
      <ProblemPage title={words.problem.noPage} detail={words.problem.noPageDetail} />
      <p className="main">
        <Link className="link" to="/members">
          {words.problem.toMembers}
        </Link>
      </p>
    </>
  );
}

export const router = createRouter({
  routeTree: root.addChildren([first, members, member, why]),
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
