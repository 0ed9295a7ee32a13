import type { CampaignState } from '../model/campaign.ts';

/** What a programme manager may do to the state of a campaign (interface 4.2); archive is its DELETE. */
export type CampaignAction = 'activate' | 'pause' | 'resume' | 'archive';

/** Where a campaign stands with its budget, both in cents; no `maxBudgetCents` means no bound (D32). */
export interface CampaignBudget {
  readonly spentCents: number;
  readonly maxBudgetCents: number | null;
}

/** What a transition is decided from. */
export interface CampaignStatus extends CampaignBudget {
  readonly state: CampaignState;
}

/** What comes of an action. */
export type CampaignTransition =
  /** The campaign is there already: answer 200 with the record, write nothing. */
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'moved'; readonly to: CampaignState }
  /** Answer 409 INVALID_STATE_TRANSITION with these as its context. */
  | {
      readonly outcome: 'refused';
      readonly from: CampaignState;
      readonly to: CampaignState;
      readonly reason?: 'BUDGET_EXHAUSTED';
    };

interface Move {
  readonly to: CampaignState;
  readonly from: readonly CampaignState[];
}

const moves: Readonly<Record<CampaignAction, Move>> = {
  activate: { to: 'ACTIVE', from: ['DRAFT'] },
  pause: { to: 'PAUSED', from: ['ACTIVE'] },
  resume: { to: 'ACTIVE', from: ['PAUSED'] },
  archive: { to: 'ARCHIVED', from: ['DRAFT', 'ACTIVE', 'PAUSED'] },
};

/**
 * What an action does to a campaign (interface 3, D31). An action that leads to the present state changes nothing;
 * a paused campaign whose budget is spent is not resumed before its budget is raised.
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
