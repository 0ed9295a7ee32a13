import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  redirect,
} from '@tanstack/react-router';
import { ProblemPage } from '../parts/problem.tsx';
import { type CampaignStateName, campaignStates } from '../model/campaign-states.ts';
import { words } from '../words/index.ts';
import { modeIn, modes, type ShownMode } from './mode.ts';
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
  component: lazyRouteComponent(() => import('../pages/member/member-page.tsx'), 'MemberPage'),
});

export interface CampaignsSearch {
  readonly state?: CampaignStateName;
}

const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  validateSearch: ({ state }: Record<string, unknown>): CampaignsSearch => {
    const known = campaignStates.find((one) => one === state);
    return known === undefined ? {} : { state: known };
  },
  component: lazyRouteComponent(() => import('../pages/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
});

/** The campaign that a new one is filled in from, and its environment where that is another one. */
export interface NewCampaignSearch {
  readonly copy?: string;
  readonly of?: ShownMode;
}

const newCampaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/new',
  validateSearch: ({ copy, of }: Record<string, unknown>): NewCampaignSearch => {
    const ofMode = modes.find((one) => one === of);
    if (typeof copy !== 'string') return {};
    return ofMode === undefined ? { copy } : { copy, of: ofMode };
  },
  component: lazyRouteComponent(() => import('../pages/campaign-form/new-page.tsx'), 'NewCampaignPage'),
});

const campaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$campaignId',
  component: lazyRouteComponent(() => import('../pages/campaign/campaign-page.tsx'), 'CampaignPage'),
});

const editCampaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/$campaignId/edit',
  component: lazyRouteComponent(() => import('../pages/campaign-form/edit-page.tsx'), 'EditCampaignPage'),
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
  routeTree: root.addChildren([first, members, member, campaigns, newCampaign, campaign, editCampaign]),
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
