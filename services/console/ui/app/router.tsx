import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link } from '@tanstack/react-router';
import { ProblemPage } from '../parts/problem.tsx';
import { type RewardKind, rewardKinds, type RewardState, rewardStates } from '../model/rewards.ts';
import { given, textIn } from '../model/address.ts';
import { words } from '../words/index.ts';
import { ranges, type ShownRange, usualRange } from '../model/ranges.ts';
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

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: ({ range }: Record<string, unknown>): { range?: ShownRange } => {
    const chosen = ranges.find((one) => one === range);
    return chosen === undefined || chosen === usualRange ? {} : { range: chosen };
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
  validateSearch: memberSearch,
  component: lazyRouteComponent(() => import('../pages/member/member-page.tsx'), 'MemberPage'),
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

export interface WebhookSearch {
  readonly show?: 'failed';
  /** The chosen one. */
  readonly delivery?: string;
}

const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId',
  validateSearch: ({ show, delivery }: Record<string, unknown>): WebhookSearch =>
    given({ show: show === 'failed' ? show : undefined, delivery: textIn(delivery) }),
  component: lazyRouteComponent(() => import('../pages/webhook/webhook-page.tsx'), 'WebhookPage'),
});

export interface LogSearch {
  readonly path?: string;
  readonly status?: number;
  readonly log?: string;
}

const logs = createRoute({
  getParentRoute: () => root,
  path: '/logs',
  validateSearch: ({ path, status, log }: Record<string, unknown>): LogSearch =>
    given({
      path: textIn(path),
      status: typeof status === 'number' && status >= 100 && status <= 599 ? status : undefined,
      log: textIn(log),
    }),
  component: lazyRouteComponent(() => import('../pages/logs/logs-page.tsx'), 'LogsPage'),
});

export interface RewardSearch {
  readonly state?: RewardState;
  readonly kind?: RewardKind;
  readonly code?: string;
  readonly reward?: string;
}

const rewards = createRoute({
  getParentRoute: () => root,
  path: '/rewards',
  validateSearch: ({ state, kind, code, reward }: Record<string, unknown>): RewardSearch =>
    given({
      state: rewardStates.find((one) => one === state),
      kind: rewardKinds.find((one) => one === kind),
      code: textIn(code),
      reward: textIn(reward),
    }),
  component: lazyRouteComponent(() => import('../pages/rewards/rewards-page.tsx'), 'RewardsPage'),
const segments = createRoute({
  getParentRoute: () => root,
  path: '/segments',
  component: lazyRouteComponent(() => import('../pages/segments/segments-page.tsx'), 'SegmentsPage'),
});

const newSegment = createRoute({
  getParentRoute: () => root,
  path: '/segments/new',
  component: lazyRouteComponent(() => import('../pages/segments/segment-form-page.tsx'), 'NewSegmentPage'),
});

const segment = createRoute({
  getParentRoute: () => root,
  path: '/segments/$segmentId',
  // Shown as being refreshed while its last refresh is still this one.
  validateSearch: ({ since }: Record<string, unknown>): { readonly since?: string } =>
    typeof since === 'string' ? { since } : {},
  component: lazyRouteComponent(() => import('../pages/segments/segment-page.tsx'), 'SegmentPage'),
});

const editSegment = createRoute({
  getParentRoute: () => root,
  path: '/segments/$segmentId/edit',
  component: lazyRouteComponent(() => import('../pages/segments/segment-form-page.tsx'), 'EditSegmentPage'),
});

const tiers = createRoute({
  getParentRoute: () => root,
  path: '/tiers',
  component: lazyRouteComponent(() => import('../pages/tiers/tiers-page.tsx'), 'TiersPage'),
});

const newTier = createRoute({
  getParentRoute: () => root,
  path: '/tiers/new',
  component: lazyRouteComponent(() => import('../pages/tiers/tier-form-page.tsx'), 'NewTierPage'),
});

const tier = createRoute({
  getParentRoute: () => root,
  path: '/tiers/$tierId',
  component: lazyRouteComponent(() => import('../pages/tiers/tier-form-page.tsx'), 'TierPage'),
});

const events = createRoute({
  getParentRoute: () => root,
  path: '/events',
  component: lazyRouteComponent(() => import('../pages/events/events-page.tsx'), 'EventsPage'),
});

const newEvent = createRoute({
  getParentRoute: () => root,
  path: '/events/new',
  component: lazyRouteComponent(() => import('../pages/events/event-form-page.tsx'), 'NewEventPage'),
});

const event = createRoute({
  getParentRoute: () => root,
  path: '/events/$eventKey',
  component: lazyRouteComponent(() => import('../pages/events/event-page.tsx'), 'EventPage'),
});

const editEvent = createRoute({
  getParentRoute: () => root,
  path: '/events/$eventKey/edit',
  component: lazyRouteComponent(() => import('../pages/events/event-form-page.tsx'), 'EditEventPage'),
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
        <Link className="link" to="/" search={modeIn}>
          {words.problem.toOverview}
        </Link>
      </p>
    </>
  );
}

export const router = createRouter({
  routeTree: root.addChildren([first, members, member, webhooks, webhook, logs, rewards]),
  routeTree: root.addChildren([
    first,
    members,
    member,
    segments,
    newSegment,
    segment,
    editSegment,
    tiers,
    newTier,
    tier,
    events,
    newEvent,
    event,
    editEvent,
  ]),
  routeTree: root.addChildren([overview, members, member]),
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
