import type { CampaignState } from './campaign.ts';

/** A change of a campaign's state. `archive` is its DELETE (interface 4.2). */
export type CampaignAction = 'activate' | 'pause' | 'resume' | 'archive';

/** Null `maxBudgetCents` means no bound (D32). */
interface CampaignBudget {
  readonly spentCents: number;
  readonly maxBudgetCents: number | null;
}

interface CampaignStatus extends CampaignBudget {
  readonly state: CampaignState;
}

export type CampaignTransition =
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'moved'; readonly to: CampaignState }
  /** The context of a 409 INVALID_STATE_TRANSITION. */
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
 * Decides a change of state (interface 3, D31). A paused campaign whose budget is spent cannot be resumed
 * before its budget is raised.
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

/** Returns true if the budget is spent. The campaign must then not be ACTIVE (D31, D32). */
export const isBudgetSpent = ({ spentCents, maxBudgetCents }: CampaignBudget): boolean =>
  maxBudgetCents !== null && spentCents >= maxBudgetCents;
