import type { Schemas } from '@loyalty/client';
import { isRetriable } from '../../../model/rewards.ts';
import { isDisabledByFailure } from '../../../model/webhooks.ts';

/** Something on which somebody must act. */
export type Attention =
  | { readonly kind: 'endpoint'; readonly webhookId: string; readonly url: string; readonly failures: number }
  | { readonly kind: 'gone'; readonly webhookId: string; readonly url: string }
  | { readonly kind: 'budget'; readonly campaignId: string; readonly name: string }
  | { readonly kind: 'rewards'; readonly count: number; readonly isMore: boolean }
  /** Campaigns whose times are in UTC because the environment has no time zone. */
  | { readonly kind: 'utc'; readonly count: number }
  | { readonly kind: 'warning'; readonly campaignId: string; readonly name: string; readonly code: string };

interface Found {
  readonly webhooks: readonly Schemas['Webhook'][];
  readonly campaigns: readonly Schemas['Campaign'][];
  readonly failedRewards: readonly Schemas['Reward'][];
  /** There are more failed rewards than were read. */
  readonly isMore: boolean;
}

/** Returns what needs attention, most urgent first. What a person disabled or paused needs none. */
export const attentionOf = ({ webhooks, campaigns, failedRewards, isMore }: Found): readonly Attention[] => {
  const count = failedRewards.filter(isRetriable).length;
  return [
    ...webhooks.flatMap(endpointOf),
    ...campaigns.flatMap(({ id, name, pausedReason }) =>
      pausedReason === 'BUDGET' ? [{ kind: 'budget', campaignId: id, name } as const] : [],
    ),
    ...(count === 0 ? [] : [{ kind: 'rewards', count, isMore } as const]),
    ...warningsOf(campaigns.filter(({ state }) => state === 'ACTIVE')),
  ];
};

/** One setting is the cause for all campaigns that go by UTC. */
const utcTimes = 'UTC_TIMES';

/** Returns one line for each cause: a campaign may be warned of the same thing at several places. */
const warningsOf = (campaigns: Found['campaigns']): readonly Attention[] => {
  const byUtc = campaigns.filter(({ warnings }) => warnings.some(({ code }) => code === utcTimes));
  const others = campaigns.flatMap(({ id, name, warnings }) =>
    [...new Set(warnings.map(({ code }) => code))]
      .filter((code) => code !== utcTimes)
      .map((code) => ({ kind: 'warning', campaignId: id, name, code }) as const),
  );
  return byUtc.length === 0 ? others : [{ kind: 'utc', count: byUtc.length }, ...others];
};

const endpointOf = (webhook: Schemas['Webhook']): readonly Attention[] => {
  const { id, url, disabledReason, consecutiveFailures } = webhook;
  if (!isDisabledByFailure(webhook)) return [];
  return disabledReason === 'GONE'
    ? [{ kind: 'gone', webhookId: id, url }]
    : [{ kind: 'endpoint', webhookId: id, url, failures: consecutiveFailures }];
};
