import type { OperationId } from '@loyalty/client';
import { Gift, ScrollText, Users, Webhook } from 'lucide-react';
import { Award, Braces, Layers, Users } from 'lucide-react';
import { Activity, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { words } from '../words/index.ts';
import { eventWords } from '../words/events.ts';
import { segmentWords } from '../words/segments.ts';
import { tierWords } from '../words/tiers.ts';

export interface ListedPage {
  readonly path: '/members' | '/rewards' | '/webhooks' | '/logs';
  readonly path: '/members' | '/segments' | '/tiers' | '/events';
  readonly path: '/' | '/members';
import { CircleQuestionMark, Users } from 'lucide-react';
import type { ComponentType } from 'react';
import { words } from '../words/index.ts';
import { whyWords } from '../words/why.ts';

export interface ListedPage {
  readonly path: '/members' | '/why';
  readonly name: string;
  readonly group: keyof typeof words.groups;
  readonly icon: ComponentType<{ readonly size?: number }>;
  /** All that it cannot do without. */
  readonly operations: readonly OperationId[];
}

/** In the order of the sidebar (M44). */
export const pages: readonly ListedPage[] = [
  {
    path: '/',
    name: words.overview,
    group: 'first',
    icon: Activity,
    operations: ['getActivity', 'listCampaigns', 'listCampaignActivity'],
  },
  {
    path: '/members',
    name: words.members.title,
    group: 'people',
    icon: Users,
    operations: ['listMembers'],
  },
  {
    path: '/rewards',
    name: words.pages.rewards,
    group: 'people',
    icon: Gift,
    operations: ['listRewards'],
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
    path: '/segments',
    name: segmentWords.title,
    group: 'programme',
    icon: Layers,
    operations: ['listSegments'],
  },
  {
    path: '/tiers',
    name: tierWords.title,
    group: 'programme',
    icon: Award,
    operations: ['listTiers', 'getRetiering'],
  },
  {
    path: '/events',
    name: eventWords.title,
    group: 'programme',
    icon: Braces,
    operations: ['listEventDefinitions', 'listEvents'],
    path: '/why',
    name: whyWords.title,
    group: 'people',
    icon: CircleQuestionMark,
    operations: ['findTransaction', 'explainTransaction'],
  },
];

/** The page of a list to which an address belongs: things of one environment are none of another. */
export const listedPath = (pathname: string): ListedPage['path'] =>
  pages.find(({ path }) => path === `/${pathname.split('/')[1] ?? ''}`)?.path ?? '/';
