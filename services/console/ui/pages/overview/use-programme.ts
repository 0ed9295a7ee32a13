import type { OperationId, Schemas } from '@loyalty/client';
import { missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { failedRewards } from '../../app/warning-counts.ts';
import { useOperation } from '../../api/use-operation.ts';

const minuteMs = 60_000;
const seldom = { pollMs: minuteMs, staleMs: minuteMs };
/** Counts of campaigns are written every 30 s. */
const awardsPollMs = 30_000;
const runningPollMs = 3_000;
/** A page of each: what is beyond it is on a page of its own. */
const limit = 100;

/**
 * Returns campaigns, endpoints and rewards, each read once a minute. Lists wait for one another, because an
 * environment reads four pages at a time.
 */
export const useProgramme = () => {
  const { permissions } = useSession();
  const may = (id: OperationId): boolean => missingPermission([id], permissions) === null;
  const seesWebhooks = may('listWebhooks');
  const seesRewards = may('listMemberRewards');
  const active = useOperation('listCampaigns', { state: 'ACTIVE', limit }, seldom);
  const paused = useOperation('listCampaigns', { state: 'PAUSED', limit }, seldom);
  const areKnown = active.data !== undefined && paused.data !== undefined;
  const webhooks = useOperation('listWebhooks', {}, { ...seldom, isEnabled: areKnown && seesWebhooks });
  const rewards = useOperation('listRewards', failedRewards, {
    ...seldom,
    isEnabled: areKnown && seesRewards,
  });
  const today = useOperation('listCampaignActivity', {}, { pollMs: awardsPollMs, staleMs: awardsPollMs });
  const retiering = useRetiering(areKnown && may('getRetiering'));
  return {
    seesWebhooks,
    active: active.data?.campaigns,
    campaigns: areKnown ? active.data.campaigns.concat(paused.data.campaigns) : undefined,
    campaignsError: active.error ?? paused.error,
    webhooks: seesWebhooks ? webhooks.data?.webhooks : [],
    rewards: seesRewards ? rewards.data : { rewards: [], nextCursor: null },
    attentionError: webhooks.error ?? rewards.error,
    today: today.data,
    todayError: today.error,
    retiering,
    readAgain: () => {
      for (const one of [active, paused, webhooks, rewards, today]) if (one.isError) void one.refetch();
    },
  };
};

export type Programme = ReturnType<typeof useProgramme>;

const runOf = (retiering: Schemas['Retiering'] | undefined) =>
  retiering === undefined || retiering.state === 'IDLE' ? null : retiering;

/** The run over the members; null while there is none. */
const useRetiering = (isEnabled: boolean) => {
  const { data } = useOperation(
    'getRetiering',
    {},
    {
      isEnabled,
      staleMs: minuteMs,
      pollMs: (read) => (runOf(read) === null ? minuteMs : runningPollMs),
    },
  );
  return runOf(data);
};
