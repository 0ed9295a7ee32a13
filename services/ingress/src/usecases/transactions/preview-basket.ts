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
import { noSlot, type ShareSlots, type SlotLimits } from '@loyalty/kernel/shares';
import { isReferenceRefused, type ReferenceState, type Snapshot } from '@loyalty/rules';
import { indexAdded } from '@loyalty/rules/campaign-index';
import type { Campaign } from '@loyalty/rules/campaigns';
import {
  decideEvaluate,
  type DecisionContext,
  type EvaluateProcessed,
  type Refused,
} from '@loyalty/rules/earning';
import type { DatabaseShares } from '@loyalty/storage';
import {
  findCampaignsToJudge,
  findKnownNames,
  readDraft,
  withNamesOf,
} from '@loyalty/tables/campaigns/management';

interface BasketCall {
  readonly environmentId: EnvironmentId;
  readonly secret: Uint8Array;
  readonly request: EvaluateRequest;
  readonly asked: Pick<BodyOf<'explainTransaction'>, 'campaignIds' | 'drafts'>;
}

/** A basket as the engine would decide it, with the requested drafts in addition to the stored campaigns. */
export interface DecidedBasket {
  readonly context: DecisionContext;
  readonly request: EvaluateRequest;
  readonly decision: EvaluateProcessed;
  readonly judged: JudgedCampaigns;
}

interface JudgedCampaigns {
  /** These are the campaigns of `campaignIds`, with their present state. */
  readonly named: readonly Campaign[];
  readonly drafts: readonly Campaign[];
  /** There is one entry for each draft, the campaign that it replaces. */
  readonly replaced: readonly (string | null)[];
  readonly segmentIds: Snapshot['segmentIds'];
}

/** `busy` means that other previews of the environment took too long. */
type PreviewOutcome<T extends object> =
  | { readonly outcome: 'decided'; readonly response: T }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldError[] }
  | { readonly outcome: 'busy' }
  | Refused
  | ReferenceRefused;

/** The request's reference is blocked, or may only earn (D345). */
export interface ReferenceRefused {
  readonly outcome: 'refused';
  readonly code: 'REFERENCE_BLOCKED';
}

export const referenceRefused: ReferenceRefused = { outcome: 'refused', code: 'REFERENCE_BLOCKED' };

/** What is decided by, and what the reference that the request names may do. */
export interface Previewed<Context> {
  readonly context: Context;
  readonly referenceState: ReferenceState;
}

/**
 * Decides a basket and writes nothing (D37, D204, D205). Throws a retriable Fault if the state cannot be
 * read.
 */
export type PreviewBasket = <T extends object>(
  call: BasketCall,
  respond: (basket: DecidedBasket) => T,
) => Promise<PreviewOutcome<T>>;

interface PreviewPorts {
  readonly preview: Preview;
  readonly db: DatabaseShares;
  readonly clock: Clock;
  /** Keeps each environment to one basket at a time in this process. */
  readonly slots: ShareSlots;
}

/** The limits of previews. A caller that would wait longer should rather retry. */
export const previewLimits: SlotLimits = { share: 1, waitingMax: 20, waitMs: 1_000 };

export const createPreviewBasket =
  ({ slots, ...ports }: PreviewPorts): PreviewBasket =>
  async (call, respond) => {
    const previewed = await slots.run(call.environmentId, async () => {
      const decided = await decideBasket(ports, call);
      return 'decision' in decided ? { outcome: 'decided' as const, response: respond(decided) } : decided;
    });
    return previewed === noSlot ? { outcome: 'busy' } : previewed;
  };

/** The newest configuration is read last, as the engine does (D33). */
const decideBasket = async (
  { preview, db, clock }: Omit<PreviewPorts, 'slots'>,
  { environmentId, secret, request, asked }: BasketCall,
): Promise<DecidedBasket | Exclude<PreviewOutcome<never>, { outcome: 'decided' | 'busy' }>> => {
  const judged = await readJudged(db, environmentId, asked);
  if ('faults' in judged) return { outcome: 'invalid', faults: judged.faults };
  const read = await preview({
    environmentId,
    memberKey: memberKeyOf(secret, request.memberRef),
    request,
    nowMs: clock.now(),
    newId: randomId,
    judge: (snapshot) => judgedSnapshot(snapshot, judged),
  });
  if (read === null) throw new Fault('NO_ENVIRONMENT', 'a credential names an environment that is gone');
  const { context, referenceState } = read;
  if (isReferenceRefused(referenceState, 'earns')) return referenceRefused;
  const decision = decideEvaluate(context, request);
  return decision.outcome === 'refused' ? decision : { context, request, decision, judged };
};

const noneJudged: JudgedCampaigns = { named: [], drafts: [], replaced: [], segmentIds: new Set() };

/** Reports the faults of all of them, as `createCampaign` does, below `/drafts/n/campaign`. */
const readJudged = async (
  shares: DatabaseShares,
  environmentId: EnvironmentId,
  { campaignIds = [], drafts = [] }: BasketCall['asked'],
): Promise<JudgedCampaigns | { readonly faults: readonly FieldError[] }> => {
  if (campaignIds.length + drafts.length === 0) return noneJudged;
  const db = shares.of(environmentId);
  const replaced = drafts.map(({ campaignId }) => campaignId?.toLowerCase() ?? null);
  const ids = [...campaignIds.map((id) => id.toLowerCase()), ...replaced.filter((id) => id !== null)];
  const found = await findCampaignsToJudge(db, environmentId, ids);
  const known = new Set<string>(found.map(({ id }) => id));
  const existing = await findKnownNames(db, environmentId, [
    ...drafts.map(({ campaign }) => campaign),
    ...found,
  ]);
  const read = drafts.map(({ campaign }, n) => {
    const id = replaced[n] ?? null;
    const current = found.find((one) => one.id === id) ?? null;
    return readDraft(campaign, { id, known: withNamesOf(existing, current) });
  });
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
    segmentIds: existing.segmentIds as Snapshot['segmentIds'],
  };
};

const unknownAt = (pointer: string, isKnown: boolean): FieldError[] =>
  isKnown ? [] : [{ pointer, message: 'must be the id of a campaign that is not archived' }];

const repeatedIn = (replaced: readonly (string | null)[]): FieldError[] =>
  replaced.flatMap((id, n) =>
    id !== null && replaced.indexOf(id) < n
      ? [{ pointer: `/drafts/${n.toString()}/campaignId`, message: 'must not be named by two drafts' }]
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

/** ACTIVE ones by activation, then those that are named, drafts last, indexed together with those of the cache. */
const judgedSnapshot = async (
  snapshot: Snapshot,
  { named, drafts, replaced, segmentIds }: JudgedCampaigns,
): Promise<JudgedSnapshot> => {
  const unspent = new Set(drafts.map(({ id }) => id));
  const active = new Set<string>(snapshot.campaigns.map(({ id }) => id));
  const isReplaced = ({ id }: Pick<Campaign, 'id'>): boolean => replaced.includes(id);
  const others = named.filter((campaign) => !active.has(campaign.id) && !isReplaced(campaign));
  if (others.length + drafts.length === 0) return { snapshot, unspent };
  const judged: Snapshot = {
    ...snapshot,
    campaigns: [
      ...snapshot.campaigns.filter((campaign) => !isReplaced(campaign)),
      ...[...others, ...drafts].map((campaign) => ({ ...campaign, state: 'ACTIVE' as const })),
    ],
    idleCampaigns: snapshot.idleCampaigns.filter(
      (campaign) => !isReplaced(campaign) && !others.some(({ id }) => id === campaign.id),
    ),
    segmentIds: withSegments(snapshot.segmentIds, segmentIds),
    activationOrder: new Map(snapshot.campaigns.map(({ id }, place) => [id, place])),
  };
  const steps = indexAdded(snapshot, judged);
  while (steps.next().done !== true) await nextTurn();
  return { snapshot: judged, unspent };
};

/** Returns `known` itself if nothing is added, because what is indexed belongs to that very set. */
const withSegments = (
  known: Snapshot['segmentIds'],
  others: Snapshot['segmentIds'],
): Snapshot['segmentIds'] =>
  [...others].every((id) => known.has(id)) ? known : new Set([...known, ...others]);

/** Returns the place of a draft among the requested ones; null for a stored campaign. */
export const draftOf = ({ judged: { drafts } }: DecidedBasket, campaignId: string): number | null => {
  const place = drafts.findIndex(({ id }) => id === campaignId);
  return place < 0 ? null : place;
};

export interface PreviewCall {
  readonly environmentId: EnvironmentId;
  readonly memberKey: Buffer;
  readonly request: EvaluateRequest;
  readonly nowMs: number;
  readonly newId: DecisionContext['newId'];
  /** Changes the present configuration into the one that is judged. */
  readonly judge: (snapshot: Snapshot) => Promise<JudgedSnapshot>;
}

/**
 * Reads the state without locks, with every confirmed change (D33). Throws a retriable Fault if it cannot be
 * read.
 */
export type Preview = (call: PreviewCall) => Promise<Previewed<DecisionContext> | null>;
