import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EvaluateRequest } from '@loyalty/contracts';
import type { BodyOf, FieldError } from '@loyalty/contracts/http';
import {
  type CampaignId,
  type Clock,
  type EnvironmentId,
  Fault,
  memberKeyOf,
  randomId,
} from '@loyalty/kernel';
import { noSlot, type ShareSlots } from '@loyalty/kernel/shares';
import type { Snapshot } from '@loyalty/rules';
import { indexCampaigns } from '@loyalty/rules/campaign-index';
import type { Campaign, CampaignState } from '@loyalty/rules/campaigns';
import {
  decideEvaluate,
  type DecisionContext,
  type ExplainedCampaign,
  explainCampaigns,
  type Refused,
} from '@loyalty/rules/earning';
import type { DatabaseShares } from '@loyalty/storage';
import { findCampaignsToJudge, findKnownSegments, readDraft } from '@loyalty/tables/campaigns';
import type { Preview } from './simulate.ts';

type ExplainBody = BodyOf<'explainTransaction'>;

interface ExplainCall {
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  readonly request: EvaluateRequest;
  readonly asked: Pick<ExplainBody, 'campaignIds' | 'drafts'>;
}

interface Explanation {
  readonly memberKnown: boolean;
  readonly occurredAt: string;
  readonly pointsAwarded: number;
  readonly pointsBalance: number;
  readonly campaigns: readonly ShownCampaign[];
}

interface ShownCampaign {
  /** Null for a draft that stands in for none. */
  readonly campaignId: string | null;
  readonly campaignName: string;
  /** The present one. */
  readonly state: CampaignState;
  readonly fired: boolean;
  readonly pointsEarned: number;
  readonly rewards: readonly { readonly rewardType: string; readonly value: object }[];
  readonly reason: ExplainedCampaign['reason'];
  /** Its place in `drafts`; null for a stored campaign. */
  readonly draft: number | null;
}

/** `busy`: other simulations of the environment took too long. */
type ExplainOutcome =
  | { readonly outcome: 'explained'; readonly explanation: Explanation }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldError[] }
  | { readonly outcome: 'busy' }
  | Refused;

/** Writes nothing (D204). Throws a retriable Fault when the state cannot be read. */
export type Explain = (call: ExplainCall) => Promise<ExplainOutcome>;

interface ExplainPorts {
  readonly preview: Preview;
  readonly db: DatabaseShares;
  readonly clock: Clock;
  /** Shared with simulations: an environment has one of both at a time. */
  readonly slots: ShareSlots;
}

export const createExplain =
  ({ slots, ...ports }: ExplainPorts): Explain =>
  async (call) => {
    const explained = await slots.run(call.environmentId, () => explain(ports, call));
    return explained === noSlot ? { outcome: 'busy' } : explained;
  };

const explain = async (ports: Omit<ExplainPorts, 'slots'>, call: ExplainCall): Promise<ExplainOutcome> => {
  const judged = await readJudged(ports.db, call);
  if ('faults' in judged) return { outcome: 'invalid', faults: judged.faults };
  const { environmentId, secret, request } = call;
  const context = await ports.preview({
    environmentId,
    memberKey: memberKeyOf(secret, request.memberRef),
    request,
    nowMs: ports.clock.now(),
    newId: randomId,
    judge: (snapshot) => judgedSnapshot(snapshot, judged),
  });
  if (context === null) throw new Fault('NO_ENVIRONMENT', 'a credential names an environment that is gone');
  const decision = decideEvaluate(context, request);
  if (decision.outcome === 'refused') return decision;
  const campaigns = explainCampaigns(context, request, decision).map((one) => shown(one, judged));
  return { outcome: 'explained', explanation: explanationOf(context, { request, decision, campaigns }) };
};

const explanationOf = (
  { account, nowMs }: DecisionContext,
  {
    request,
    decision,
    campaigns,
  }: {
    readonly request: EvaluateRequest;
    readonly decision: { readonly pointsAwarded: number; readonly pointsBalance: number };
    readonly campaigns: readonly ShownCampaign[];
  },
): Explanation => ({
  memberKnown: account !== null,
  occurredAt: new Date(request.occurredAt ?? nowMs).toISOString(),
  pointsAwarded: decision.pointsAwarded,
  pointsBalance: decision.pointsBalance,
  campaigns,
});

interface JudgedCampaigns {
  readonly named: readonly Campaign[];
  readonly drafts: readonly Campaign[];
  /** By draft, the campaign that it stands in for. */
  readonly replaced: readonly (string | null)[];
  readonly segmentIds: Snapshot['segmentIds'];
}

/** With the faults of all of them, as `createCampaign` has them, below `/drafts/n/campaign`. */
const readJudged = async (
  shares: DatabaseShares,
  { environmentId, asked: { campaignIds = [], drafts = [] } }: ExplainCall,
): Promise<JudgedCampaigns | { readonly faults: readonly FieldError[] }> => {
  const db = shares.of(environmentId);
  const replaced = drafts.map(({ campaignId }) => campaignId?.toLowerCase() ?? null);
  const ids = [...campaignIds.map((id) => id.toLowerCase()), ...replaced.filter((id) => id !== null)];
  const found = await findCampaignsToJudge(db, environmentId, ids);
  const known = new Set<string>(found.map(({ id }) => id));
  const targets = [
    ...drafts.flatMap(({ campaign }) => campaign.targetSegmentIds ?? []),
    ...found.flatMap(({ targetSegmentIds }) => targetSegmentIds),
  ];
  const segmentIds = await findKnownSegments(db, environmentId, targets);
  const read = drafts.map(({ campaign }, n) =>
    readDraft(campaign, { id: replaced[n] ?? null, existing: segmentIds }),
  );
  const faults = [
    ...campaignIds.flatMap((id, n) => unknownAt(`/campaignIds/${n.toString()}`, known.has(id.toLowerCase()))),
    ...replaced.flatMap((id, n) =>
      unknownAt(`/drafts/${n.toString()}/campaignId`, id === null || known.has(id)),
    ),
    ...repeatedIn(replaced),
    ...read.flatMap((one, n) => ('faults' in one ? one.faults.map((fault) => faultBelow(n, fault)) : [])),
  ];
  if (faults.length > 0) return { faults };
  return {
    named: found.filter(({ id }) => campaignIds.some((asked) => asked.toLowerCase() === id)),
    drafts: read.flatMap((one) => ('campaign' in one ? [one.campaign] : [])),
    replaced,
    segmentIds,
  };
};

const unknownAt = (pointer: string, isKnown: boolean): FieldError[] =>
  isKnown ? [] : [{ pointer, message: 'must be the id of a campaign that is not archived' }];

const repeatedIn = (replaced: readonly (string | null)[]): FieldError[] =>
  replaced.flatMap((id, n) =>
    id !== null && replaced.indexOf(id) < n
      ? [{ pointer: `/drafts/${n.toString()}/campaignId`, message: 'must not stand twice' }]
      : [],
  );

const faultBelow = (n: number, { pointer, message }: FieldError): FieldError => ({
  pointer: `/drafts/${n.toString()}/campaign${pointer}`,
  message,
});

interface JudgedSnapshot {
  readonly snapshot: Snapshot;
  /** Nothing is spent of their budgets. */
  readonly unspent: ReadonlySet<CampaignId>;
}

/** ACTIVE ones by activation, then those that are named, drafts last. The index of the cache is not touched. */
const judgedSnapshot = async (
  snapshot: Snapshot,
  { named, drafts, replaced, segmentIds }: JudgedCampaigns,
): Promise<JudgedSnapshot> => {
  const unspent = new Set(drafts.map(({ id }) => id));
  const active = new Set<string>(snapshot.campaigns.map(({ id }) => id));
  const isReplaced = ({ id }: Campaign): boolean => replaced.includes(id);
  const others = named.filter((campaign) => !active.has(campaign.id) && !isReplaced(campaign));
  if (others.length + drafts.length === 0) return { snapshot, unspent };
  const judged: Snapshot = {
    ...snapshot,
    campaigns: [
      ...snapshot.campaigns.filter((campaign) => !isReplaced(campaign)),
      ...[...others, ...drafts].map((campaign) => ({ ...campaign, state: 'ACTIVE' as const })),
    ],
    idleCampaigns: [],
    segmentIds: withSegments(snapshot.segmentIds, segmentIds),
  };
  const steps = indexCampaigns(judged, snapshot);
  while (steps.next().done !== true) await nextTurn();
  return { snapshot: judged, unspent };
};

/** The same set keeps what is indexed. */
const withSegments = (
  known: Snapshot['segmentIds'],
  others: Snapshot['segmentIds'],
): Snapshot['segmentIds'] =>
  [...others].every((id) => known.has(id)) ? known : new Set([...known, ...others]);

const shown = (
  { campaign, award, rewards, reason }: ExplainedCampaign,
  { named, drafts, replaced }: JudgedCampaigns,
): ShownCampaign => {
  const draft = drafts.findIndex(({ id }) => id === campaign.id);
  const stored = named.find(({ id }) => id === campaign.id);
  return {
    campaignId: draft < 0 ? campaign.id : (replaced[draft] ?? null),
    campaignName: campaign.name,
    state: draft < 0 ? (stored?.state ?? 'ACTIVE') : 'DRAFT',
    fired: award !== null,
    pointsEarned: award?.pointsEarned ?? 0,
    rewards: rewards.map(({ rewardType, value }) => ({ rewardType, value })),
    reason,
    draft: draft < 0 ? null : draft,
  };
};
