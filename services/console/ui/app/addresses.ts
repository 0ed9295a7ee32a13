import { given, textIn } from '../model/address.ts';
import { basketFrom, type Basket } from '../model/basket.ts';
import { type CampaignStateName, campaignStates } from '../model/campaign-states.ts';
import {
  type ExceptionRange,
  exceptionOrders,
  exceptionRanges,
  exceptionSubjects,
  defaultExceptions,
} from '../model/exceptions.ts';
import { ranges, type ShownRange, defaultRange } from '../model/ranges.ts';
import { type RewardKind, rewardKinds, type RewardState, rewardStates } from '../model/rewards.ts';
import type { ShownMode } from './mode.ts';

/** An address behind its path, as the router has read it. */
type Search = Readonly<Record<string, unknown>>;

export const overviewSearch = ({ range }: Search): { readonly range?: ShownRange } =>
  given({ range: ranges.find((one) => one === range && one !== defaultRange) });

export const membersSearch = ({ q }: Search): { readonly q?: string } => given({ q: textIn(q) });

export const memberTabs = ['ledger', 'receipts', 'rewards', 'events', 'consents', 'figures'] as const;
export type MemberTab = (typeof memberTabs)[number];

export interface MemberPageSearch {
  readonly tab?: MemberTab;
  /** Of the ledger, or of the receipts. */
  readonly type?: string;
}

export const memberSearch = ({ tab, type }: Search): MemberPageSearch =>
  given({ tab: memberTabs.find((one) => one === tab && one !== 'ledger'), type: textIn(type) });

export interface ExceptionsSearch {
  readonly range?: ExceptionRange;
  readonly by?: (typeof exceptionSubjects)[number];
  readonly order?: (typeof exceptionOrders)[number];
}

export const exceptionsSearch = ({ range, by, order }: Search): ExceptionsSearch =>
  given({
    range: exceptionRanges.find((one) => one === range && one !== defaultExceptions.range),
    by: exceptionSubjects.find((one) => one === by && one !== defaultExceptions.by),
    order: exceptionOrders.find((one) => one === order && one !== defaultExceptions.order),
  });

export interface WhySearch {
  readonly receipt?: string;
  /** As it was typed: a link shows the same. */
  readonly basket?: Basket;
  /** Of a member's page: begins a basket of theirs. */
  readonly member?: string;
}

export const whySearch = ({ receipt, basket, member }: Search): WhySearch =>
  given({ receipt: textIn(receipt), basket: basketFrom(basket) ?? undefined, member: textIn(member) });

export interface RewardSearch {
  readonly state?: RewardState;
  readonly kind?: RewardKind;
  readonly code?: string;
  readonly reward?: string;
}

export const rewardsSearch = ({ state, kind, code, reward }: Search): RewardSearch =>
  given({
    state: rewardStates.find((one) => one === state),
    kind: rewardKinds.find((one) => one === kind),
    code: textIn(code),
    reward: textIn(reward),
  });

export const campaignsSearch = ({ state }: Search): { readonly state?: CampaignStateName } =>
  given({ state: campaignStates.find((one) => one === state) });

/** The campaign that a new one is filled in from, and its environment where that is another one. */
export interface NewCampaignSearch {
  readonly copy?: string;
  readonly of?: ShownMode;
}

export const newCampaignSearch = ({ copy, of }: Search): NewCampaignSearch =>
  typeof copy === 'string' ? given({ copy, of: of === 'live' || of === 'test' ? of : undefined }) : {};

/** Shown as being refreshed while its last refresh is still this one. */
export const segmentSearch = ({ since }: Search): { readonly since?: string } =>
  given({ since: typeof since === 'string' ? since : undefined });

export interface WebhookSearch {
  readonly show?: 'failed';
  /** The chosen one. */
  readonly delivery?: string;
}

export const webhookSearch = ({ show, delivery }: Search): WebhookSearch =>
  given({ show: show === 'failed' ? show : undefined, delivery: textIn(delivery) });

export const keyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;

export const keysSearch = ({ state }: Search): { readonly state?: (typeof keyStates)[number] } =>
  given({ state: keyStates.find((one) => one === state) });

export interface AuditSearch {
  readonly actor?: string;
  readonly action?: string;
  readonly type?: string;
  /** Its id. */
  readonly object?: string;
  /** UTC days; the last one is among them. */
  readonly since?: string;
  readonly until?: string;
  /** The chosen one. */
  readonly entry?: string;
}

export const auditSearch = ({ actor, action, type, object, since, until, entry }: Search): AuditSearch =>
  given({
    actor: textIn(actor),
    action: textIn(action),
    type: textIn(type),
    object: textIn(object),
    since: textIn(since),
    until: textIn(until),
    entry: textIn(entry),
  });

export interface LogSearch {
  readonly path?: string;
  readonly status?: number;
  readonly log?: string;
}

export const logsSearch = ({ path, status, log }: Search): LogSearch =>
  given({
    path: textIn(path),
    status: typeof status === 'number' && status >= 100 && status <= 599 ? status : undefined,
    log: textIn(log),
  });
