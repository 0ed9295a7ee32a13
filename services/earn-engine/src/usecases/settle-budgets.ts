import type { EnvironmentId } from '@loyalty/kernel';
import { pauseSpentCampaigns, type CampaignName } from '@loyalty/programme';
import { budgetInPoints, type Snapshot } from '@loyalty/rules';
import type { Transaction } from '@loyalty/storage';
import type { Task } from './earn-plan.ts';
import type { Ground } from './load-ground.ts';
import type { FactContent } from './ports.ts';
import type { BudgetAlert, SharedBook } from './shared-book.ts';

/** What came of the budgets of a batch. */
export interface SettledBudgets {
  readonly budgetFacts: readonly FactContent[];
  /** Environments in which a campaign was paused. */
  readonly reconfigured: readonly EnvironmentId[];
}

interface SpentCampaign extends CampaignName {
  /** The task that crossed the cap; otherwise any of the environment that found it crossed. */
  readonly task: Task;
  readonly snapshot: Snapshot;
}

/**
 * Pauses the campaigns whose budget the batch has spent, in the same transaction as the award that crossed the cap (D32),
 * and says what is to be told: each alert, and each pause of a campaign that was ACTIVE until now.
 */
export const settleBudgets = async (
  tx: Transaction,
  tasks: readonly Task[],
  { shared, snapshots }: Ground,
): Promise<SettledBudgets> => {
  const environments = [...shared].flatMap(([id, book]) => {
    const snapshot = snapshots.get(id);
    return snapshot === undefined ? [] : [{ snapshot, book }];
  });
  const alerts = environments.flatMap(({ book, snapshot }) =>
    book.alerts.map((alert) => alertFact(alert, snapshot)),
  );
  const spent = environments.flatMap(({ book, snapshot }) => spentOf(book, snapshot, tasks));
  if (spent.length === 0) return { budgetFacts: alerts, reconfigured: [] };
  const paused = new Set((await pauseSpentCampaigns(tx, spent)).map(({ campaignId }) => campaignId));
  const stopped = spent.filter(({ campaignId }) => paused.has(campaignId));
  return {
    budgetFacts: [...alerts, ...stopped.map(suspensionFact)],
    reconfigured: [...new Set(stopped.map(({ environmentId }) => environmentId))],
  };
};

const spentOf = (book: SharedBook, snapshot: Snapshot, tasks: readonly Task[]): SpentCampaign[] => {
  const { environmentId } = snapshot;
  return book.spent().flatMap(({ campaignId, task }) => {
    const witness = task ?? tasks.find((one) => one.environmentId === environmentId);
    return witness === undefined ? [] : [{ environmentId, campaignId, task: witness, snapshot }];
  });
};

const alertFact = (
  { task, campaignId, campaignName, budget }: BudgetAlert,
  snapshot: Snapshot,
): FactContent => ({
  ...common(task, snapshot),
  id: task.newId(`campaign.budget_alert:${campaignId}`),
  type: 'campaign.budget_alert',
  key: campaignId,
  data: {
    campaignId,
    campaignName,
    budgetCap: budgetInPoints(budget.maxBudgetCents ?? 0, snapshot.pointValueCents),
    alertThreshold: budget.alertThreshold,
    spent: budgetInPoints(budget.spentCents, snapshot.pointValueCents),
  },
});

const suspensionFact = ({ task, campaignId, snapshot }: SpentCampaign): FactContent => {
  const campaign = snapshot.campaigns.find(({ id }) => id === campaignId);
  return {
    ...common(task, snapshot),
    id: task.newId(`campaign.budget_suspended:${campaignId}`),
    type: 'campaign.budget_suspended',
    key: campaignId,
    data: {
      campaignId,
      campaignName: campaign?.name ?? '',
      budgetCap: budgetInPoints(campaign?.maxBudgetCents ?? 0, snapshot.pointValueCents),
    },
  };
};

const common = (task: Task, snapshot: Snapshot) => ({
  snapshot,
  occurredAtMs: task.message.record.timestamp,
  ledgerSeq: null,
});
