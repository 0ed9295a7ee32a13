import { isDeepStrictEqual } from 'node:util';
import type { EnvironmentId, SegmentId } from '@loyalty/kernel';
import { isBudgetSpent, type CampaignState, type FieldFault } from '@loyalty/rules';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { findBytesExceeded } from '../limits/find-bytes-exceeded.ts';
import { growingWrite } from '../limits/growing-write.ts';
import { holdSegments } from '../segments/segments.ts';
import { getSettings } from '../settings/settings.ts';
import { applyPatch, faultsOfContent, faultsOfDates, type CampaignPatch } from './campaign-content.ts';
import {
  campaignColumns,
  campaignRecordOf,
  contentColumns,
  contentOf,
  contentValues,
  type CampaignContent,
  type CampaignRecord,
  type CampaignRow,
} from './campaign-record.ts';
import { lockCampaign } from './campaigns.ts';

export type UpdateCampaignResult =
  | {
      readonly outcome: 'changed' | 'unchanged';
      readonly campaign: CampaignRecord;
      /** True when the new budget was spent already and the campaign went from ACTIVE to PAUSED for it (D31). */
      readonly isSuspended: boolean;
    }
  | { readonly outcome: 'not-found' }
  /** Answer 400 VALIDATION_ERROR with these. */
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldFault[] }
  /** Answer 409 INVALID_STATE_TRANSITION: an archived campaign stays as it is (D31). */
  | { readonly outcome: 'refused'; readonly from: 'ARCHIVED'; readonly to: 'ARCHIVED' }
  /** Answer 409 LIMIT_EXCEEDED (D74). */
  | LimitExceeded;

export interface CampaignChange {
  readonly campaignId: string;
  readonly patch: CampaignPatch;
  /** Called in the same transaction when the campaign is paused because its new budget is spent already (D31). */
  readonly onSuspended?: (tx: Transaction, suspended: SuspendedCampaign) => Promise<void>;
}

/** A campaign that its own change has paused. */
export interface SuspendedCampaign {
  readonly campaign: CampaignRecord;
  /** What one point costs a budget, in cents (D32). */
  readonly pointValueCents: number;
}

/** Changes a campaign, also while it is ACTIVE (interface 4.2, D29 to D31). A change of nothing writes nothing. */
export const updateCampaign = (
  db: Database,
  environmentId: EnvironmentId,
  change: CampaignChange,
): Promise<UpdateCampaignResult> => {
  const faults = faultsOfDates(change.patch);
  if (faults.length > 0) return Promise.resolve({ outcome: 'invalid', faults });
  return growingWrite(db, environmentId, async (tx) => {
    const current = await lockCampaign(tx, environmentId, change.campaignId);
    if (current === null) return { outcome: 'not-found' };
    const existing = await holdSegments(tx, environmentId, change.patch.targetSegmentIds ?? []);
    // What the campaign has may be named again, deleted by now or not (D29).
    const known = new Set([...current.targetSegmentIds, ...existing.keys()]);
    const decision = decideUpdate(current, change.patch, known);
    if (decision.outcome !== 'changed') return decision;
    const { id } = current;
    const exceeded = mayGrow(change.patch)
      ? await findBytesExceeded(tx, environmentId, { id, content: decision.content })
      : null;
    return exceeded ?? storeDecided(tx, environmentId, { ...change, current, decision });
  });
};

/** Only these bring a campaign bytes that are worth counting. */
const mayGrow = ({ earningRule, redemptionRule, targetSegmentIds, storeIds }: CampaignPatch): boolean =>
  (earningRule ?? redemptionRule ?? targetSegmentIds ?? storeIds ?? null) !== null;

type UpdateDecision =
  | Changed
  | Extract<UpdateCampaignResult, { outcome: 'invalid' | 'refused' }>
  | { readonly outcome: 'unchanged'; readonly campaign: CampaignRecord; readonly isSuspended: false };

interface Changed {
  readonly outcome: 'changed';
  readonly content: CampaignContent;
  readonly state: CampaignState;
}

const decideUpdate = (
  current: CampaignRecord,
  patch: CampaignPatch,
  knownSegmentIds: ReadonlySet<SegmentId>,
): UpdateDecision => {
  const before = contentOf(current);
  const content = applyPatch(before, patch);
  const faults = faultsOfContent(content, patch, knownSegmentIds);
  if (faults.length > 0) return { outcome: 'invalid', faults };
  if (current.state === 'ARCHIVED') return { outcome: 'refused', from: 'ARCHIVED', to: 'ARCHIVED' };
  if (isDeepStrictEqual(content, before))
    return { outcome: 'unchanged', campaign: current, isSuspended: false };
  return { outcome: 'changed', content, state: stateAfter(current, content) };
};

/** An ACTIVE campaign whose new budget is spent already pauses at once (D31). */
const stateAfter = (
  { state, spentCents }: CampaignRecord,
  { maxBudgetCents }: CampaignContent,
): CampaignState => (state === 'ACTIVE' && isBudgetSpent({ spentCents, maxBudgetCents }) ? 'PAUSED' : state);

interface Decided extends Pick<CampaignChange, 'onSuspended'> {
  readonly current: CampaignRecord;
  readonly decision: Changed;
}

const storeDecided = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { current, decision, onSuspended }: Decided,
): Promise<UpdateCampaignResult> => {
  const campaign = await storeUpdate(tx, environmentId, { ...current, ...decision });
  const isSuspended = campaign.state !== current.state;
  if (isSuspended) {
    const pointValueCents = (await getSettings(tx, environmentId))?.pointValueCents ?? 1;
    await onSuspended?.(tx, { campaign, pointValueCents });
  }
  await raiseConfigVersion(tx, environmentId);
  return { outcome: 'changed', campaign, isSuspended };
};

/** $1 to $3 are the environment, the id and the state. */
const assignments = contentColumns.map((column, index) => `${column} = $${(index + 4).toString()}`);

const storeUpdate = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { id, state, content }: Pick<CampaignRecord, 'id' | 'state'> & { readonly content: CampaignContent },
): Promise<CampaignRecord> => {
  const rows = await tx.query<CampaignRow>(
    `UPDATE campaigns AS c SET state = $3, updated_at = now(), ${assignments.join(', ')}
      WHERE c.environment_id = $1 AND c.id = $2
     RETURNING ${campaignColumns}`,
    [environmentId, id, state, ...contentValues(content)],
  );
  return campaignRecordOf(onlyRow(rows, 'campaigns'));
};
