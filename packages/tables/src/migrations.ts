import type { Migration } from '@loyalty/storage/migrations';
import { tenantsMigration } from './migrations/0100-tenants.ts';
import { campaignsMigration } from './migrations/0101-campaigns.ts';
import { tenantStreamsMigration } from './migrations/0102-tenant-streams.ts';
import { streamOutsMigration } from './migrations/0420-stream-outs.ts';
import { tiersMigration } from './migrations/0103-tiers.ts';
import { segmentsMigration } from './migrations/0104-segments.ts';
import { eventDefinitionsMigration } from './migrations/0105-event-definitions.ts';
import { campaignBudgetsMigration } from './migrations/0106-campaign-budgets.ts';
import { tierPassesMigration } from './migrations/0107-tier-passes.ts';
import { rewardProvidersMigration } from './migrations/0108-reward-providers.ts';
import { webhooksMigration } from './migrations/0109-webhooks.ts';
import { deliveriesMigration } from './migrations/0110-deliveries.ts';
import { webhookReplaysMigration } from './migrations/0111-webhook-replays.ts';
import { deliveriesByStatusMigration } from './migrations/0112-deliveries-by-status.ts';
import { tierVersionsMigration } from './migrations/0113-tier-versions.ts';
import { deliveryAttemptsMigration } from './migrations/0117-delivery-attempts.ts';
import { webhookVersionMigration } from './migrations/0118-webhook-version.ts';
import { webhookCatchUpsMigration } from './migrations/0119-webhook-catch-ups.ts';
import { pausedReasonsMigration } from './migrations/0123-paused-reasons.ts';
import { providerIdempotencyMigration } from './migrations/0126-provider-idempotency.ts';
import { skippedCodesMigration } from './migrations/0130-skipped-codes.ts';
import { cellMigration } from './migrations/0131-cell.ts';
import { tenantMovesMigration } from './migrations/0132-tenant-moves.ts';
import { settingsWrittenMigration } from './migrations/0134-settings-written.ts';
import { retieringsMigration } from './migrations/0135-retierings.ts';
import { daysByOwnerMigration } from './migrations/0136-days-by-owner.ts';
import { campaignRulesMigration } from './migrations/0145-campaign-rules.ts';
import { browserOriginsMigration } from './migrations/0146-browser-origins.ts';
import { daysSeenAfterTheLockMigration } from './migrations/0147-days-seen-after-the-lock.ts';
import { configurationKindsMigration } from './migrations/0148-configuration-kinds.ts';
import { campaignSpendingsMigration } from './migrations/0149-campaign-spendings.ts';
import { pendingRetieringsMigration } from './migrations/0151-pending-retierings.ts';
import { campaignsNotArchivedMigration } from './migrations/0180-campaigns-not-archived.ts';
import { accountsMigration } from './migrations/0200-accounts.ts';
import { earningMigration } from './migrations/0201-earning.ts';
import { segmentMembersMigration } from './migrations/0202-segment-members.ts';
import { eventsMigration } from './migrations/0203-events.ts';
import { partitionsMigration } from './migrations/0204-partitions.ts';
import { lotsMigration } from './migrations/0205-lots.ts';
import { livesIndexMigrations, livesMigration } from './migrations/0206-lives.ts';
import { figuresMigration } from './migrations/0207-figures.ts';
import { announcedTierMigrations } from './migrations/0208-announced-tiers.ts';
import { dynamicSegmentsMigrations } from './migrations/0209-dynamic-segments.ts';
import { fulfilledRewardMigrations } from './migrations/0210-fulfilled-rewards.ts';
import { retriedRewardMigrations } from './migrations/0211-retried-rewards.ts';
import { lateRefreshMigrations } from './migrations/0212-late-refreshes.ts';
import { redeemedWithMigration } from './migrations/0219-redeemed-with.ts';
import { transactionsOfMemberMigrations } from './migrations/0220-transactions-of-member.ts';
import { rewardedTransactionsMigration } from './migrations/0221-rewarded-transactions.ts';
import { frozenEarlyMigration } from './migrations/0224-frozen-early.ts';
import { requestLogsMigration } from './migrations/0225-request-logs.ts';
import { askedRefreshMigrations } from './migrations/0231-asked-refreshes.ts';
import { rewardsExpiringMigration } from './migrations/0232-rewards-expiring.ts';
import { budgetAllowancesMigration } from './migrations/0270-budget-allowances.ts';
import { findMembersMigrations } from './migrations/0271-find-members.ts';
import { refusedRequestsMigrations } from './migrations/0272-refused-requests.ts';
import { expiredLotsMigration } from './migrations/0283-expired-lots.ts';
import { checkMarksMigration } from './migrations/0318-check-marks.ts';
import { returnsMigrations } from './migrations/0330-returns.ts';
import { awardTermsMigrations } from './migrations/0331-award-terms.ts';
import { givenBackMigrations } from './migrations/0332-given-back.ts';
import { refundMigrations } from './migrations/0333-refunds.ts';
import {
  pendingNeedsNewerRulesMigration,
  pendingPointsMigrations,
} from './migrations/0335-pending-points.ts';
import { openRedemptionsMigrations } from './migrations/0336-open-redemptions.ts';
import { enrolledMembersMigration } from './migrations/0338-enrolled-members.ts';
import { pointsToDeductMigrations } from './migrations/0340-points-to-deduct.ts';
import { activityMigration, balanceCountsMigration } from './migrations/0345-reports.ts';
import { auditMigrations } from './migrations/0360-audit-entries.ts';
import { returnsApartMigration } from './migrations/0383-returns-apart.ts';
import { narrowKeysMigrations } from './migrations/0365-narrow-keys.ts';
import { adjustedDaysMigration } from './migrations/0366-adjusted-days.ts';
import { auditOfCallsMigration } from './migrations/0393-audit-of-calls.ts';
import { exceptionsMigrations } from './migrations/0397-exceptions.ts';
import { peopleReadsMigration } from './migrations/0398-people-reads.ts';
import { firstStatisticsMigration } from './migrations/0399-first-statistics.ts';
import { refusedRecordsMigration } from './migrations/0400-refused-records.ts';
import { keptResponsesMigration } from './migrations/0401-kept-responses.ts';
import { polledDeliveriesMigration } from './migrations/0402-polled-deliveries.ts';
import { requestLogWarningsMigration } from './migrations/0403-request-log-warnings.ts';
import { pointsTakenBackMigration } from './migrations/0404-points-taken-back.ts';
import { pointDaysMigrations } from './migrations/0405-point-days.ts';
import { importsMigration } from './migrations/0406-imports.ts';
import { programmeKeysMigrations } from './migrations/0412-programme-keys.ts';
import { hasReferencesMigration, referencesMigrations } from './migrations/0413-references.ts';
import { mergesMigration } from './migrations/0414-merges.ts';
import { memberNotesMigration } from './migrations/0430-member-notes.ts';
import { liveRequestsMigration } from './migrations/0431-live-requests.ts';
import { webhookBatchesMigration } from './migrations/0410-webhook-batches.ts';
import { auditStatisticsMigration } from './migrations/0367-audit-statistics.ts';
import { campaignConditionsMigration } from './migrations/0370-campaign-conditions.ts';
import { earningLinesMigration } from './migrations/0371-earning-lines.ts';
import { campaignGroupsMigration } from './migrations/0374-campaign-groups.ts';
import { claimsMigration } from './migrations/0380-claims.ts';
import { pointsUnrecoveredMigration } from './migrations/0376-points-unrecovered.ts';
import { tierRewardsTakenMigration } from './migrations/0386-tier-rewards-taken.ts';
import { authorsMigration } from './migrations/0382-authors.ts';
import { auditOfTiersMigration } from './migrations/0390-audit-of-tiers.ts';
import { campaignMemberLimitsMigration, memberUsesMigration } from './migrations/0372-member-uses.ts';
import { campaignUsesMigration } from './migrations/0373-campaign-uses.ts';

/** Every migration of the configuration's tables, in order. */
const configurationMigrations: readonly Migration[] = [
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
  ...givenBackMigrations,
  pendingNeedsNewerRulesMigration,
  enrolledMembersMigration,
  ...auditMigrations,
  ...narrowKeysMigrations,
  adjustedDaysMigration,
  auditStatisticsMigration,
  auditOfCallsMigration,
  auditOfTiersMigration,
  campaignConditionsMigration,
  earningLinesMigration,
  campaignMemberLimitsMigration,
  campaignGroupsMigration,
  returnsApartMigration,
  campaignsNotArchivedMigration,
  ...programmeKeysMigrations,
  hasReferencesMigration,
  streamOutsMigration,
];

/** Every step of the webhooks' part of the schema, in order. */
const webhookMigrations: readonly Migration[] = [
  webhooksMigration,
  deliveriesMigration,
  webhookReplaysMigration,
  deliveriesByStatusMigration,
  deliveryAttemptsMigration,
  webhookVersionMigration,
  webhookCatchUpsMigration,
  daysByOwnerMigration,
  daysSeenAfterTheLockMigration,
  webhookBatchesMigration,
];

/** Every step of the schema for accounts, in order. */
export const accountsMigrations: readonly Migration[] = [
  accountsMigration,
  earningMigration,
  segmentMembersMigration,
  eventsMigration,
  partitionsMigration,
  lotsMigration,
  livesMigration,
  ...livesIndexMigrations,
  figuresMigration,
  ...announcedTierMigrations,
  ...dynamicSegmentsMigrations,
  ...fulfilledRewardMigrations,
  ...retriedRewardMigrations,
  ...lateRefreshMigrations,
  redeemedWithMigration,
  ...transactionsOfMemberMigrations,
  rewardedTransactionsMigration,
  frozenEarlyMigration,
  requestLogsMigration,
  ...askedRefreshMigrations,
  rewardsExpiringMigration,
  ...findMembersMigrations,
  ...refusedRequestsMigrations,
  expiredLotsMigration,
  checkMarksMigration,
  ...returnsMigrations,
  ...awardTermsMigrations,
  ...refundMigrations,
  ...pendingPointsMigrations,
  ...openRedemptionsMigrations,
  ...pointsToDeductMigrations,
  balanceCountsMigration,
  activityMigration,
  memberUsesMigration,
  campaignUsesMigration,
  pointsUnrecoveredMigration,
  tierRewardsTakenMigration,
  authorsMigration,
  claimsMigration,
  ...exceptionsMigrations,
  peopleReadsMigration,
  firstStatisticsMigration,
  refusedRecordsMigration,
  keptResponsesMigration,
  polledDeliveriesMigration,
  requestLogWarningsMigration,
  pointsTakenBackMigration,
  ...pointDaysMigrations,
  importsMigration,
  ...referencesMigrations,
  mergesMigration,
  memberNotesMigration,
  liveRequestsMigration,
];

/** Every migration of this package, in order. */
export const tableMigrations: readonly Migration[] = [
  ...configurationMigrations,
  ...webhookMigrations,
  ...accountsMigrations,
];
