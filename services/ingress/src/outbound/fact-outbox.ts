import type { FactType } from '@loyalty/contracts';
import { randomId, systemClock, type EnvironmentId } from '@loyalty/kernel';
import { factMessage, packMessages } from '@loyalty/messaging';
import type { SuspendedCampaign } from '@loyalty/programme';
import { budgetInPoints } from '@loyalty/rules';
import { insertOutbox, nobody, type Transaction } from '@loyalty/storage';

/** Something that a management call has done to one entity. */
export interface ManagementFact {
  readonly type: FactType;
  readonly environmentId: EnvironmentId;
  readonly tenantId: string;
  /** The Kafka key. */
  readonly entityId: string;
  readonly data: unknown;
}

/** Owes facts to Kafka in the transaction that makes them true; engines publish them within seconds. */
export type OweFact = (tx: Transaction, fact: ManagementFact) => Promise<void>;

/** `schemaId` is that of the fact schema in the registry. */
export const createFactOutbox =
  (schemaId: number): OweFact =>
  async (tx, { entityId: key, ...fact }) => {
    const told = { ...fact, key, id: randomId(), occurredAt: systemClock.now(), ledgerSeq: null };
    await insertOutbox(tx, nobody, packMessages([factMessage(told, schemaId)]));
  };

/** `campaign.budget_suspended`, of a campaign that a change of its budget has paused (D31, D32). */
export const suspensionFactOf = (
  environmentId: EnvironmentId,
  { campaign, pointValueCents }: SuspendedCampaign,
): ManagementFact => ({
  type: 'campaign.budget_suspended',
  environmentId,
  tenantId: campaign.tenantId,
  entityId: campaign.id,
  data: {
    campaignId: campaign.id,
    campaignName: campaign.name,
    budgetCap: budgetInPoints(campaign.maxBudgetCents ?? 0, pointValueCents),
  },
});
