import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { useMode } from '../../app/mode.ts';
import { asksNames } from '../../model/campaigns/failed-text.ts';
import { basketFrom, type Basket } from './basket.ts';
import type { WhyFacts } from './sentence.ts';

/** Rates, tiers and segments change seldom. */
const rarelyMs = 60_000;
/** A judgement stays until it is asked for again: it shares the one turn that an environment has. */
const judgedMs = Infinity;
const around = 60_000;

type Member = Schemas['Member'];

type Outcome = Schemas['TransactionOutcome'];

/** Returns null if it was refused. */
const decidedOf = (outcome: Outcome | undefined): Schemas['EvaluateResult'] | null =>
  outcome !== undefined && 'transactionId' in outcome ? outcome : null;

/** Reads a receipt by its reference, with its member, and its basket if the request log has it. */
export const useReceipt = (receipt: string | undefined) => {
  const isAsked = receipt !== undefined;
  const found = useOperation(
    'findTransaction',
    { transactionRef: receipt ?? '', withPurchase: true },
    { isEnabled: isAsked },
  );
  const decided = decidedOf(found.data);
  const memberId = decided?.memberId ?? '';
  const member = useOperation('getMember', { memberId }, { isEnabled: memberId !== '' });
  const log = useLoggedBasket(decided?.createdAt, receipt);
  const isSearching = isAsked && (found.isPending || member.isLoading || log.isSearching);
  return { found, decided, member: member.data, fromLog: log.basket, isSearching };
};

/** The log of requests names no receipt, so it is looked through around the time of the decision. In test alone. */
const useLoggedBasket = (decidedAt: string | undefined, receipt: string | undefined) => {
  const isTest = useMode() === 'test';
  const logs = useOperation('listRequestLogs', logsAround(decidedAt), {
    isEnabled: isTest && decidedAt !== undefined,
    staleMs: rarelyMs,
  });
  const basket = basketOf(logs.data?.requestLogs ?? [], receipt);
  return { basket, isSearching: logs.isLoading };
};

const logsAround = (iso: string | undefined) => {
  const atMs = Date.parse(iso ?? '2000-01-01');
  return {
    path: '/transactions/evaluate',
    since: new Date(atMs - around).toISOString(),
    until: new Date(atMs + around).toISOString(),
    limit: 100,
  };
};

/** Bodies of bulk calls are not kept, nor those above 16 KiB. */
const basketOf = (logs: readonly Schemas['RequestLog'][], receipt: string | undefined): Basket | null => {
  const bodies = logs.map(({ requestBody }): unknown => requestBody);
  return basketFrom(bodies.find((body) => isOf(body, receipt)));
};

const isOf = (body: unknown, receipt: string | undefined): boolean =>
  typeof body === 'object' && body !== null && 'transactionRef' in body && body.transactionRef === receipt;

/** Reads what a basket would earn now. */
export const useExplanation = (basket: Basket | null) =>
  useOperation(
    'explainTransaction',
    { body: basket ?? { memberRef: '', amount: 1 } },
    { isEnabled: basket !== null, staleMs: judgedMs },
  );

/** Explain takes as many by name. */
const pausedMax = 20;

/**
 * Reads what paused campaigns would award if they were active. They come after the others, with which they
 * would be added up.
 */
export const usePaused = (basket: Basket | null, isReady: boolean) => {
  const campaigns =
    useOperation('listCampaigns', { state: 'PAUSED', limit: pausedMax }, { isEnabled: isReady }).data
      ?.campaigns ?? none;
  const campaignIds = campaigns.map(({ id }) => id);
  const explained = useOperation(
    'explainTransaction',
    { body: { memberRef: '', amount: 1, ...basket, campaignIds } },
    { isEnabled: isReady && basket !== null && campaignIds.length > 0, staleMs: judgedMs },
  ).data;
  const judged = explained?.campaigns.filter(({ campaignId }) => campaignIds.includes(campaignId ?? ''));
  return { campaigns, judged: judged ?? none };
};

const none: readonly never[] = [];

/** Returns the member of a basket. Members who buy something for the first time have no record yet. */
export const useMemberOf = (basket: Basket | null, known: Member | undefined): Member | undefined => {
  const ref = basket?.memberRef ?? '';
  const isKnown = known?.externalRef === ref;
  const found = useOperation('listMembers', { ref }, { isEnabled: ref !== '' && !isKnown });
  return ref === '' || isKnown ? known : found.data?.members[0];
};

type Explained = Schemas['ExplainedCampaign'];

/** Reads the values to which the reasons of these campaigns refer, and no others. */
export const useFacts = (
  campaigns: readonly Explained[],
  member: Member | undefined,
  paused: readonly Schemas['Campaign'][],
): ((campaign: Explained) => Omit<WhyFacts, 'basket' | 'occurredAt'>) => {
  const reasons = new Set(campaigns.map(({ reason }) => reason));
  const asksOwn = reasons.has('SEGMENT_MISMATCH');
  const asksSegments = asksOwn || asksNames(campaigns, 'segment_id');
  const active = useOperation(
    'listCampaigns',
    { state: 'ACTIVE', limit: 100 },
    { isEnabled: campaigns.some(({ fired, state }) => !fired && state === 'ACTIVE') },
  ).data;
  const segments = useOperation('listSegments', {}, { isEnabled: asksSegments, staleMs: rarelyMs }).data;
  const own = useOperation(
    'listMemberSegments',
    { memberId: member?.id ?? '', limit: 20 },
    { isEnabled: asksOwn && member !== undefined },
  ).data;
  const tiers = useOperation(
    'listTiers',
    {},
    { isEnabled: reasons.has('TIER_NOT_ELIGIBLE') || asksNames(campaigns, 'tier_id'), staleMs: rarelyMs },
  ).data;
  const byId = new Map((active?.campaigns ?? none).concat(paused).map((campaign) => [campaign.id, campaign]));
  const segmentNames = new Map((segments?.segments ?? []).map(({ id, name }) => [id, name]));
  const tierNames = new Map((tiers?.tiers ?? []).map(({ id, name }) => [id, name]));
  return ({ campaignId, failed }) => ({
    campaign: campaignId === null ? undefined : byId.get(campaignId),
    segmentNames,
    memberSegments: own?.segments.map(({ name }) => name) ?? null,
    memberTier: member?.tier.name ?? null,
    campaignTier: lowestTier(tiers?.tiers ?? [], campaignId),
    failed,
    tierNames,
  });
};

/** Returns the name of the lowest tier whose members may have the campaign (D27). */
const lowestTier = (tiers: readonly Schemas['Tier'][], campaignId: string | null): string | null =>
  tiers
    .filter(({ benefits }) =>
      benefits.some((benefit) => benefit.type === 'EXCLUSIVE_CAMPAIGN' && benefit.campaignId === campaignId),
    )
    .toSorted((a, b) => a.minLifetimePoints - b.minLifetimePoints)[0]?.name ?? null;
