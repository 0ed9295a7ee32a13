import type { EnvironmentId } from '@loyalty/kernel';
import {
  decideCampaignTransition,
  type CampaignAction,
  type CampaignState,
  type CampaignTransition,
} from '@loyalty/rules';
import { onlyRow, type Database, type Transaction } from '@loyalty/storage';
import { changeEntity, type ChangeDecision } from '../change-entity.ts';
import type { ChangeResult } from '../entity-result.ts';
import type { LimitExceeded } from '../limits/configuration-limits.ts';
import { findExceeded } from '../limits/find-exceeded.ts';
import { findListedExceeded } from '../limits/find-listed-exceeded.ts';
import {
  campaignColumns,
  campaignRecordOf,
  type CampaignRecord,
  type CampaignRow,
} from './campaign-record.ts';
import { lockCampaign } from './campaigns.ts';
import { findUnknownRules, type NotYetAvailable } from './find-unknown-rules.ts';

export type TransitionCampaignResult = ChangeResult<CampaignRecord, StepRefusal>;

type StepRefusal = RefusedTransition | LimitExceeded | NotYetAvailable;

type RefusedTransition = Extract<CampaignTransition, { outcome: 'refused' }>;

export interface CampaignStep {
  readonly campaignId: string;
  readonly action: CampaignAction;
}

/** Activates, pauses, resumes or archives a campaign (interface 3, D31). If it is in the wanted state already, nothing is written. */
export const transitionCampaign = (
  db: Database,
  environmentId: EnvironmentId,
  { campaignId, action }: CampaignStep,
): Promise<TransitionCampaignResult> =>
  changeEntity(db, environmentId, {
    kind: 'campaigns',
    mayGrow: true,
    lock: (tx) => lockCampaign(tx, environmentId, campaignId),
    decide: (current, tx) => decideStep(tx, environmentId, { current, action }),
    store: (tx, state, { id }) => storeState(tx, environmentId, { id, state }),
  });

const decideStep = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { current, action }: { readonly current: CampaignRecord; readonly action: CampaignAction },
): Promise<ChangeDecision<CampaignState, CampaignRecord, StepRefusal>> => {
  const decision = decideCampaignTransition(current, action);
  if (decision.outcome === 'refused') return { refuse: decision };
  if (decision.outcome === 'unchanged') return { keep: current };
  const refusal = decision.to === 'ACTIVE' ? await refuseActivation(tx, environmentId, current) : null;
  return refusal === null ? { store: decision.to } : { refuse: refusal };
};

const refuseActivation = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  campaign: CampaignRecord,
): Promise<LimitExceeded | NotYetAvailable | null> =>
  (await findUnknownRules(tx, campaign)) ??
  (await findExceeded(tx, environmentId, 'activeCampaigns')) ??
  (await findListedExceeded(tx, environmentId, { id: campaign.id, content: campaign }));

/** The first activation gives a campaign its place in the order of activation, which it keeps (D26, D31). */
const storeState = async (
  tx: Transaction,
  environmentId: EnvironmentId,
  { id, state }: { readonly id: string; readonly state: CampaignState },
): Promise<CampaignRecord> => {
  const rows = await tx.query<CampaignRow>(
    `UPDATE campaigns AS r
        SET state = $3, updated_at = now(), paused_reason = CASE WHEN $3 = 'PAUSED' THEN 'MANUAL' END,
            activated_at = CASE WHEN $3 = 'ACTIVE' THEN COALESCE(r.activated_at, now()) ELSE r.activated_at END,
            activation_seq = CASE WHEN $3 = 'ACTIVE'
                                  THEN COALESCE(r.activation_seq, nextval('campaign_activations'))
                                  ELSE r.activation_seq END
      WHERE r.environment_id = $1 AND r.id = $2
     RETURNING ${campaignColumns}`,
    [environmentId, id, state],
  );
  return campaignRecordOf(onlyRow(rows, 'campaigns'));
};
