import type { OperationId } from '@loyalty/client';
import {
  Activity,
  Award,
  Braces,
  CircleQuestionMark,
  Gift,
  History,
  KeyRound,
  Layers,
  Megaphone,
  ScrollText,
  Settings2,
  Users,
  Webhook,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { words } from '../words/index.ts';

export interface ListedPage {
  readonly path: PagePath;
  readonly name: string;
  readonly group: keyof typeof words.groups;
  readonly icon: ComponentType<{ readonly size?: number }>;
  /** All that it cannot do without. */
  readonly operations: readonly OperationId[];
}

type PagePath =
  | '/'
  | '/members'
  | '/why'
  | '/rewards'
  | '/campaigns'
  | '/segments'
  | '/tiers'
  | '/events'
  | '/webhooks'
  | '/logs'
  | '/keys'
  | '/audit-log'
  | '/settings';

/** In the order of the sidebar. */
export const pages: readonly ListedPage[] = [
  {
    path: '/',
    name: words.pages.overview,
    group: 'first',
    icon: Activity,
    operations: ['getActivity', 'listCampaigns', 'listCampaignActivity'],
  },
  {
    path: '/members',
    name: words.pages.members,
    group: 'people',
    icon: Users,
    // A list of members needs what their ledgers need (D212).
    operations: ['listMembers', 'listLedgerEntries'],
  },
  {
    path: '/why',
    name: words.pages.why,
    group: 'people',
    icon: CircleQuestionMark,
    operations: ['findTransaction', 'explainTransaction'],
  },
  {
    path: '/rewards',
    name: words.pages.rewards,
    group: 'people',
    icon: Gift,
    // A list of rewards needs what a member's list needs (D222).
    operations: ['listRewards', 'listMemberRewards'],
  },
  {
    path: '/campaigns',
    name: words.pages.campaigns,
    group: 'programme',
    icon: Megaphone,
    operations: ['listCampaigns'],
  },
  {
    path: '/segments',
    name: words.pages.segments,
    group: 'programme',
    icon: Layers,
    operations: ['listSegments'],
  },
  {
    path: '/tiers',
    name: words.pages.tiers,
    group: 'programme',
    icon: Award,
    operations: ['listTiers', 'getRetiering'],
  },
  {
    path: '/events',
    name: words.pages.events,
    group: 'programme',
    icon: Braces,
    operations: ['listEventDefinitions', 'listEvents'],
  },
  {
    path: '/webhooks',
    name: words.pages.webhooks,
    group: 'developers',
    icon: Webhook,
    operations: ['listWebhooks'],
  },
  {
    path: '/logs',
    name: words.pages.logs,
    group: 'developers',
    icon: ScrollText,
    operations: ['listRequestLogs'],
  },
  {
    path: '/keys',
    name: words.pages.keys,
    group: 'developers',
    icon: KeyRound,
    operations: ['listApiKeys'],
  },
  {
    path: '/audit-log',
    name: words.pages.audit,
    group: 'administration',
    icon: History,
    operations: ['listAuditEntries'],
  },
  {
    path: '/settings',
    name: words.pages.settings,
    group: 'administration',
    icon: Settings2,
    operations: ['getSettings', 'getEnvironment'],
  },
];

/** The page of a list to which an address belongs: things of one environment are none of another. */
export const listedPath = (pathname: string): ListedPage['path'] =>
  pages.find(({ path }) => path === `/${pathname.split('/')[1] ?? ''}`)?.path ?? '/';
