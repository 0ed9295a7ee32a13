import { createRouter, Link } from '@tanstack/react-router';
import { auditLog } from '../pages/audit/route.ts';
import { campaign } from '../pages/campaign/route.ts';
import { editCampaign, newCampaign } from '../pages/campaign-form/route.ts';
import { campaigns } from '../pages/campaigns/route.ts';
import { editEvent, event, events, newEvent } from '../pages/events/route.ts';
import { exceptions } from '../pages/exceptions/route.ts';
import { imports, memberImport } from '../pages/imports/route.ts';
import { key } from '../pages/key/route.ts';
import { keys } from '../pages/keys/route.ts';
import { logs } from '../pages/logs/route.ts';
import { member } from '../pages/member/route.ts';
import { members } from '../pages/members/route.ts';
import { overview } from '../pages/overview/route.ts';
import { points } from '../pages/points/route.ts';
import { rewards } from '../pages/rewards/route.ts';
import { editSegment, newSegment, segment, segments } from '../pages/segments/route.ts';
import { settings } from '../pages/settings/route.ts';
import { stream } from '../pages/stream/route.ts';
import { newTier, tier, tiers } from '../pages/tiers/route.ts';
import { webhook } from '../pages/webhook/route.ts';
import { webhooks } from '../pages/webhooks/route.ts';
import { why } from '../pages/why/route.ts';
import { ProblemPage } from '../parts/page/problem.tsx';
import { words } from '../words/index.ts';
import { modeIn } from './mode.ts';
import { root } from './root.ts';
import { Shell } from './shell.tsx';
import * as css from '../styles/common.module.css';

function NoPage() {
  return (
    <ProblemPage title={words.problem.noPage} detail={words.problem.noPageDetail}>
      <Link className={css.btn} to="/" search={modeIn}>
        {words.problem.toStart}
      </Link>
    </ProblemPage>
  );
}

root.update({ component: Shell, notFoundComponent: NoPage });

/** The router. Its routes of the sidebar are in the sidebar's order. */
export const router = createRouter({
  routeTree: root.addChildren([
    overview,
    points,
    members,
    exceptions,
    member,
    why,
    imports,
    memberImport,
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
    stream,
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
