import type { FactContent } from '@loyalty/messaging';
import type { EnvironmentId } from '@loyalty/kernel';
import { pauseSpentCampaigns, type CampaignKey } from '@loyalty/configuration';
import { budgetAlert, budgetSuspended, type Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { EngineRequest } from '../requests/request.ts';
import type { BudgetAlert, BudgetBook } from './budget-book.ts';

/** The changes of a batch's budgets. */
export interface BudgetChanges {
  /** Each alert, and each pause of a campaign that was ACTIVE until now. */
  readonly facts: readonly FactContent[];
  /** Environments in which a campaign was paused. */
  readonly reconfigured: readonly EnvironmentId[];
}

/** The budgets of a batch, by environment. */
export interface BatchBudgets {
  readonly books: ReadonlyMap<EnvironmentId, BudgetBook>;
  readonly snapshots: ReadonlyMap<EnvironmentId, Snapshot>;
}

interface SpentCampaign extends CampaignKey {
  /** The request that crossed the cap; if it was in another batch, the first request of this environment. */
  readonly request: EngineRequest<unknown>;
  readonly snapshot: Snapshot;
}

/**
 * Pauses the campaigns whose budget is spent, in the transaction of the award that crossed the cap (D32). Returns the facts of alerts and
 * pauses, and the environments whose configuration has changed.
 */
export const pauseSpentBudgets = async (
  tx: Transaction,
  requests: readonly EngineRequest<unknown>[],
  { books, snapshots }: BatchBudgets,
): Promise<BudgetChanges> => {
  const environments = [...books].flatMap(([id, book]) => {
    const snapshot = snapshots.get(id);
    return snapshot === undefined ? [] : [{ snapshot, book }];
  });
  const alerts = environments.flatMap(({ book, snapshot }) =>
    book.alerts.map((alert) => alertFact(alert, snapshot)),
  );
  const spent = environments.flatMap(({ book, snapshot }) => spentOf(book, snapshot, requests));
  if (spent.length === 0) return { facts: alerts, reconfigured: [] };
  const paused = new Set((await pauseSpentCampaigns(tx, spent)).map(({ campaignId }) => campaignId));
  const stopped = spent.filter(({ campaignId }) => paused.has(campaignId));
  return {
    facts: [...alerts, ...stopped.map(suspensionFact)],
    reconfigured: [...new Set(stopped.map(({ environmentId }) => environmentId))],
  };
};

const spentOf = (
  book: BudgetBook,
  snapshot: Snapshot,
  requests: readonly EngineRequest<unknown>[],
): SpentCampaign[] => {
  const { environmentId } = snapshot;
  return book.spent().flatMap(({ campaignId, request }) => {
    const cause = request ?? requests.find((one) => one.environmentId === environmentId);
    return cause === undefined ? [] : [{ environmentId, campaignId, request: cause, snapshot }];
  });
};

const alertFact = (
  { request, campaignId, campaignName, budget }: BudgetAlert,
  snapshot: Snapshot,
): FactContent => ({
  ...common(request, snapshot),
  id: request.newId(`campaign.budget_alert:${campaignId}`),
  key: campaignId,
  fact: budgetAlert({ id: campaignId, name: campaignName }, budget, snapshot),
});

const suspensionFact = ({ request, campaignId, snapshot }: SpentCampaign): FactContent => {
  const campaign = snapshot.campaigns.find(({ id }) => id === campaignId);
  return {
    ...common(request, snapshot),
    id: request.newId(`campaign.budget_suspended:${campaignId}`),
    key: campaignId,
    fact: budgetSuspended({ id: campaignId, name: '', maxBudgetCents: null, ...campaign }, snapshot),
  };
};

const common = (request: EngineRequest<unknown>, snapshot: Snapshot) => ({
  snapshot,
  occurredAtMs: request.message.record.timestamp,
  ledgerSeq: null,
});
