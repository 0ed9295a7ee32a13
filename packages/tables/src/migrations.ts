import type { Migration } from '@loyalty/storage';
import { tenantsMigration } from './0100-tenants.ts';
import { campaignsMigration } from './0101-campaigns.ts';
import { tenantStreamsMigration } from './0102-tenant-streams.ts';
import { tiersMigration } from './0103-tiers.ts';
import { segmentsMigration } from './0104-segments.ts';
import { eventDefinitionsMigration } from './0105-event-definitions.ts';
import { campaignBudgetsMigration } from './0106-campaign-budgets.ts';
import { tierPassesMigration } from './0107-tier-passes.ts';
import { rewardProvidersMigration } from './0108-reward-providers.ts';
import { tierVersionsMigration } from './0113-tier-versions.ts';
import { pausedReasonsMigration } from './0123-paused-reasons.ts';
import { providerIdempotencyMigration } from './0126-provider-idempotency.ts';
import { skippedCodesMigration } from './0130-skipped-codes.ts';
import { cellMigration } from './0131-cell.ts';
import { tenantMovesMigration } from './0132-tenant-moves.ts';
import { settingsWrittenMigration } from './0134-settings-written.ts';
import { retieringsMigration } from './0135-retierings.ts';
import { campaignRulesMigration } from './0145-campaign-rules.ts';
import { browserOriginsMigration } from './0146-browser-origins.ts';
import { configurationKindsMigration } from './0148-configuration-kinds.ts';
import { campaignSpendingsMigration } from './0149-campaign-spendings.ts';
import { pendingRetieringsMigration } from './0151-pending-retierings.ts';
import { budgetAllowancesMigration } from './0270-budget-allowances.ts';

/** Every migration of the configuration's tables, in order. */
export const configurationMigrations: readonly Migration[] = [
  tenantsMigration,
  campaignsMigration,
  tenantStreamsMigration,
  tiersMigration,
  segmentsMigration,
  eventDefinitionsMigration,
  campaignBudgetsMigration,
  tierPassesMigration,
  rewardProvidersMigration,
  tierVersionsMigration,
  pausedReasonsMigration,
  providerIdempotencyMigration,
  skippedCodesMigration,
  cellMigration,
  tenantMovesMigration,
  settingsWrittenMigration,
  retieringsMigration,
  campaignRulesMigration,
  browserOriginsMigration,
  configurationKindsMigration,
  campaignSpendingsMigration,
  pendingRetieringsMigration,
  budgetAllowancesMigration,
];
