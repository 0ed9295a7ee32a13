import type { EnvironmentId } from '@loyalty/kernel';
import {
  decideCampaignTransition,
  type CampaignAction,
  type CampaignState,
  type CampaignTransition,
} from '@loyalty/rules';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { raiseConfigVersion } from '../config-version.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { findExceeded } from '../limits/find-exceeded.ts';
import { growingWrite } from '../limits/growing-write.ts';
import {
  campaignColumns,
  campaignRecordOf,
  type CampaignRecord,
  type CampaignRow,
} from './campaign-record.ts';
import { lockCampaign } from './campaigns.ts';

export type TransitionCampaignResult =
  | { readonly outcome: 'changed' | 'unchanged'; readonly campaign: CampaignRecord }
  | { readonly outcome: 'not-found' }
  /** Answer 409 INVALID_STATE_TRANSITION with these as its context. */
  | Extract<CampaignTransition, { outcome: 'refused' }>
  /** Answer 409 LIMIT_EXCEEDED (D74). */
  | LimitExceeded;

export interface CampaignStep {
  readonly campaignId: string;
  readonly action: CampaignAction;
}

/** Activates, pauses, resumes or archives a campaign (interface 3, D31); to where it is already writes nothing. */
export const transitionCampaign = (
  db: Database,
  environmentId: EnvironmentId,
  { campaignId, action }: CampaignStep,
): Promise<TransitionCampaignResult> =>
  growingWrite(db, environmentId, async (tx) => {
    const current = await lockCampaign(tx, environmentId, campaignId);
    if (current === null) return { outcome: 'not-found' };
    const decision = decideCampaignTransition(current, action);
    if (decision.outcome === 'refused') return decision;
    if (decision.outcome === 'unchanged') return { outcome: 'unchanged', campaign: current };
    const exceeded =
      decision.to === 'ACTIVE' ? await findExceeded(tx, environmentId, 'activeCampaigns') : null;
    if (exceeded !== null) return exceeded;
    const campaign = await storeState(tx, environmentId, { id: current.id, state: decision.to });
    await raiseConfigVersion(tx, environmentId);
    return { outcome: 'changed', campaign };
  });

/** The first time a campaign is ACTIVE it takes its place in the order of activation, and keeps it (D26, D31). */
const storeState = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { id, state }: { readonly id: string; readonly state: CampaignState },
): Promise<CampaignRecord> => {
  const rows = await tx.query<CampaignRow>(
    `UPDATE campaigns AS c
        SET state = $3, updated_at = now(),
            activated_at = CASE WHEN $3 = 'ACTIVE' THEN COALESCE(c.activated_at, now()) ELSE c.activated_at END,
            activation_seq = CASE WHEN $3 = 'ACTIVE'
                                  THEN COALESCE(c.activation_seq, nextval('campaign_activations'))
                                  ELSE c.activation_seq END
      WHERE c.environment_id = $1 AND c.id = $2
     RETURNING ${campaignColumns}`,
    [environmentId, id, state],
  );
  return campaignRecordOf(onlyRow(rows, 'campaigns'));
};
