import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link } from '@tanstack/react-router';
import { ProblemPage } from '../parts/problem.tsx';
import { words } from '../words/index.ts';
import {
  auditSearch,
  campaignsSearch,
  exceptionsSearch,
  keysSearch,
  logsSearch,
  memberSearch,
  membersSearch,
  newCampaignSearch,
  overviewSearch,
  rewardsSearch,
  segmentSearch,
  webhookSearch,
  whySearch,
} from './addresses.ts';
import { modeIn } from './mode.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({
  component: Shell,
  validateSearch: (search: Record<string, unknown>): { mode?: 'test' } => modeIn(search),
  notFoundComponent: () => <NoPage />,
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: overviewSearch,
  component: lazyRouteComponent(() => import('../pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const members = createRoute({
  getParentRoute: () => root,
  path: '/members',
  validateSearch: membersSearch,
  component: lazyRouteComponent(() => import('../pages/members/members-page.tsx'), 'MembersPage'),
});

const exceptions = createRoute({
  getParentRoute: () => root,
  path: '/members/exceptions',
  validateSearch: exceptionsSearch,
  component: lazyRouteComponent(() => import('../pages/exceptions/exceptions-page.tsx'), 'ExceptionsPage'),
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

const rewards = createRoute({
  getParentRoute: () => root,
  path: '/rewards',
  validateSearch: rewardsSearch,
  component: lazyRouteComponent(() => import('../pages/rewards/rewards-page.tsx'), 'RewardsPage'),
});

const campaigns = createRoute({
  getParentRoute: () => root,
  path: '/campaigns',
  validateSearch: campaignsSearch,
  component: lazyRouteComponent(() => import('../pages/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
});

const newCampaign = createRoute({
  getParentRoute: () => root,
  path: '/campaigns/new',
  validateSearch: newCampaignSearch,
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
  validateSearch: segmentSearch,
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
});

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhookId',
  validateSearch: webhookSearch,
  component: lazyRouteComponent(() => import('../pages/webhook/webhook-page.tsx'), 'WebhookPage'),
});

const logs = createRoute({
  getParentRoute: () => root,
  path: '/logs',
  validateSearch: logsSearch,
  component: lazyRouteComponent(() => import('../pages/logs/logs-page.tsx'), 'LogsPage'),
});

const keys = createRoute({
  getParentRoute: () => root,
  path: '/keys',
  validateSearch: keysSearch,
  component: lazyRouteComponent(() => import('../pages/keys/keys-page.tsx'), 'KeysPage'),
});

const key = createRoute({
  getParentRoute: () => root,
  path: '/keys/$keyId',
  component: lazyRouteComponent(() => import('../pages/key/key-page.tsx'), 'KeyPage'),
});

const auditLog = createRoute({
  getParentRoute: () => root,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
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
  routeTree: root.addChildren([
    overview,
    members,
    exceptions,
    member,
    why,
    rewards,
    campaigns,
    newCampaign,
    campaign,
    editCampaign,
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
    webhooks,
    webhook,
    logs,
    keys,
    key,
    auditLog,
    settings,
  ]),
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
