import type { CampaignState } from './campaign.ts';

/** An action of a programme manager on the state of a campaign (interface 4.2); archive is its DELETE. */
export type CampaignAction = 'activate' | 'pause' | 'resume' | 'archive';

/** A campaign's budget and spending, both in cents. Null `maxBudgetCents` means no bound (D32). */
export interface CampaignBudget {
  readonly spentCents: number;
  readonly maxBudgetCents: number | null;
}

export interface CampaignStatus extends CampaignBudget {
  readonly state: CampaignState;
}

export type CampaignTransition =
  /** The campaign is already in that state: respond 200 with the record and write nothing. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'moved'; readonly to: CampaignState }
  /** Respond 409 INVALID_STATE_TRANSITION with these as its context. */
  | {
      readonly outcome: 'refused';
      readonly from: CampaignState;
      readonly to: CampaignState;
      readonly reason?: 'BUDGET_EXHAUSTED';
    };

const moves: Readonly<
  Record<CampaignAction, { readonly to: CampaignState; readonly from: readonly CampaignState[] }>
> = {
  activate: { to: 'ACTIVE', from: ['DRAFT'] },
  pause: { to: 'PAUSED', from: ['ACTIVE'] },
  resume: { to: 'ACTIVE', from: ['PAUSED'] },
  archive: { to: 'ARCHIVED', from: ['DRAFT', 'ACTIVE', 'PAUSED'] },
};

/**
 * Decides an action on a campaign (interface 3, D31). An action that leads to the present state changes
 * nothing. A paused campaign whose budget is spent cannot be resumed until its budget is raised.
 */
export const decideCampaignTransition = (
  campaign: CampaignStatus,
  action: CampaignAction,
): CampaignTransition => {
  const { to, from } = moves[action];
  if (campaign.state === to) return { outcome: 'unchanged' };
  if (!from.includes(campaign.state)) return { outcome: 'refused', from: campaign.state, to };
  if (to === 'ACTIVE' && isBudgetSpent(campaign)) {
    return { outcome: 'refused', from: campaign.state, to, reason: 'BUDGET_EXHAUSTED' };
  }
  return { outcome: 'moved', to };
};

/** True when a campaign has a budget and has spent it: it must not be ACTIVE then (D31, D32). */
export const isBudgetSpent = ({ spentCents, maxBudgetCents }: CampaignBudget): boolean =>
  maxBudgetCents !== null && spentCents >= maxBudgetCents;
