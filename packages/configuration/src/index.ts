export { readBudgetEffects, type BudgetEffects } from './budgets/budget-effects.ts';
export {
  lockBudgets,
  pauseSpentCampaigns,
  readBudgets,
  spendBudgets,
  type BudgetSpending,
  type CampaignBudgetState,
  type CampaignKey,
} from './budgets/budgets.ts';
export type { CampaignInput, CampaignPatch } from './campaigns/campaign-content.ts';
export type { CampaignContent, CampaignRecord } from './campaigns/campaign-record.ts';
export { findCampaign, listCampaigns, readCampaignNames, type CampaignPage } from './campaigns/campaigns.ts';
export { createCampaign, type CreateCampaignResult } from './campaigns/create-campaign.ts';
export { listStampCampaigns, type StampCampaign } from './campaigns/stamp-campaigns.ts';
export {
  transitionCampaign,
  type CampaignStep,
  type TransitionCampaignResult,
} from './campaigns/transition-campaign.ts';
export {
  updateCampaign,
  type CampaignChange,
  type SuspendedCampaign,
  type UpdateCampaignResult,
} from './campaigns/update-campaign.ts';
export { addCodes, codesPerChunk, type AddedCodes } from './code-pools/add-codes.ts';
export { findCodeFault } from './code-pools/code-fault.ts';
export { drawCodes, lockPools, type DrawnCode } from './code-pools/draw-codes.ts';
export {
  findSkippedCodes,
  skipDrawnCodes,
  type DrawingReward,
  type PublishedDraw,
} from './code-pools/skip-drawn-codes.ts';
export { listSkippedCodes, returnSkippedCodes, type SkippedCodes } from './code-pools/skipped-codes.ts';
export { openPool, type OpenPoolResult, type PoolInput } from './code-pools/open-pool.ts';
export { poolChecks } from './code-pools/pool-checks.ts';
export type { PoolId } from './code-pools/pool-id.ts';
export { readLowPools, readPools, type LowPool, type PoolRecord } from './code-pools/read-pools.ts';
export { cellMax, readCell, setCell, type CellRange, type SetCellResult } from './cells/cell.ts';
export { raiseConfigVersion, readConfigVersions } from './config-version.ts';
export type { ChangeResult, CreateResult, InvalidContent } from './entity-result.ts';
export {
  createEventDefinition,
  type CreateEventDefinitionResult,
} from './event-definitions/create-event-definition.ts';
export type {
  EventDefinitionInput,
  EventDefinitionPatch,
} from './event-definitions/event-definition-content.ts';
export type {
  EventDefinitionContent,
  EventDefinitionRecord,
  EventDefinitionState,
} from './event-definitions/event-definition-record.ts';
export {
  findEventDefinition,
  listEventDefinitions,
  readEventDefinitionHead,
  readWholeEventDefinition,
  type EventDefinitionHead,
  type EventDefinitionPage,
  type WholeEventDefinition,
} from './event-definitions/event-definitions.ts';
export {
  updateEventDefinition,
  type EventDefinitionChange,
  type UpdateEventDefinitionResult,
} from './event-definitions/update-event-definition.ts';
export {
  configurationLimits,
  type LimitedConfiguration,
  type LimitExceeded,
} from './limits/configuration-limits.ts';
export {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  type ApiKeyRecord,
  type CreateApiKeyResult,
  type NewApiKey,
} from './keys/api-keys.ts';
export {
  createKeyDirectory,
  type KeyDirectory,
  type KeyDirectoryOptions,
  type KeyRecord,
} from './keys/key-directory.ts';
export { isWellFormedKey } from './keys/key-text.ts';
export { createVersionedCache, type VersionedCache } from './lookup/versioned-cache.ts';
export { createLruMap, type LruMap } from './lookup/lru-map.ts';
export { renewed } from './lookup/renewed.ts';
export { readWrittenEntities, type EntityName, type WrittenEntity } from './management/written-entities.ts';
export { configurationMigrations } from './migrations/configuration-migrations.ts';
export type { NewestFirstPage } from './newest-first.ts';
export { addCatchUps, type PutOffEvent } from './catch-ups/add-catch-ups.ts';
export { readCatchingUpEnvironments, walkCatchUp } from './catch-ups/walk-catch-up.ts';
export { listReplays } from './replays/list-replays.ts';
export { removeReplays } from './replays/remove-replays.ts';
export { replayEvents, type AskedReplay, type ReplayEventsResult } from './replays/replay-events.ts';
export type { ReplayedEvents, ReplayRecord, ReplayState } from './replays/replay-record.ts';
export { readReplayingEnvironments, advanceReplay, type ReplayStep } from './replays/advance-replay.ts';
export { checkProviderUrl } from './reward-providers/check-provider-url.ts';
export { listProviders } from './reward-providers/list-providers.ts';
export type { HttpProviderRecord } from './reward-providers/provider-record.ts';
export {
  providerOf,
  type ProvidedReward,
  type Provider,
  type RewardProviders,
} from './reward-providers/provider.ts';
export { removeProvider, type RemoveProviderResult } from './reward-providers/remove-provider.ts';
export { generatorName, type RewardProviderSetting } from './reward-providers/reward-provider-setting.ts';
export { loadNewest, loadVersions } from './lookup/load-newest.ts';
export { loadNewestWebhooks } from './webhooks/load-newest-webhooks.ts';
export { webhookSecretColumns } from './webhooks/webhook-secrets.ts';
export { createRewardProviders, type RewardProviderCache } from './reward-providers/reward-providers.ts';
export { setProvider, type ProviderInput, type SetProviderResult } from './reward-providers/set-provider.ts';
export { resealSecrets, type ResealReport } from './secrets/reseal-secrets.ts';
export {
  countSecrets,
  providerSecretColumns,
  type SecretColumn,
  type SecretCount,
} from './secrets/stored-secrets.ts';
export {
  closeTenant,
  forgetMove,
  markTenantMoved,
  readClosed,
  readClosedEnvironments,
  readTenantMove,
  reopenTenant,
  type TenantMove,
} from './moves/tenant-moves.ts';
export { countUnopenedSecrets } from './secrets/unopened-secrets.ts';
export { createSegment, type CreateSegmentResult } from './segments/create-segment.ts';
export { deleteSegment, type DeleteSegmentResult } from './segments/delete-segment.ts';
export type { SegmentInput, SegmentPatch } from './segments/segment-content.ts';
export type { SegmentRecord, SegmentRules, SegmentType } from './segments/segment-record.ts';
export {
  createSegmentRuleSets,
  type JudgingSegment,
  type SegmentRuleSet,
  type SegmentRuleSets,
} from './segments/segment-rule-set.ts';
export { findRuleFaults } from './segments/segment-rules.ts';
export {
  findSegment,
  lockSegments,
  listSegments,
  readDynamicEnvironments,
  readDynamicSegmentIds,
} from './segments/segments.ts';
export { updateSegment, type SegmentChange, type UpdateSegmentResult } from './segments/update-segment.ts';
export { settingNames, type Settings, type SettingsDocument } from './settings/settings-catalogue.ts';
export { getSettings, setSettings, type SetSettingsResult } from './settings/settings.ts';
export { loadSnapshot } from './snapshot/load-snapshot.ts';
export { createSnapshots, type Snapshots } from './snapshot/snapshots.ts';
export { createStreamDirectory, type StreamDirectory } from './streams/stream-directory.ts';
export { isStreamTopic, streamTopicOf, tenantStreamsMax, type StreamName } from './streams/stream-topic.ts';
export {
  enableStream,
  listStreams,
  listStreamTopics,
  type EnableStreamResult,
  type TenantStream,
} from './streams/tenant-streams.ts';
export { createEnvironmentDirectory, type EnvironmentDirectory } from './tenants/environment-directory.ts';
export {
  findEnvironment,
  readEnvironmentIds,
  readEnvironmentSecret,
  readTenantIds,
  type EnvironmentRecord,
} from './tenants/environments.ts';
export {
  createTenant,
  listTenants,
  tenantExists,
  type NewTenant,
  type TenantRecord,
} from './tenants/tenants.ts';
export { createTier, type CreateTierResult } from './tiers/create-tier.ts';
export {
  deleteTier,
  type DeleteTierResult,
  type TierDeletion,
  type TierMembers,
} from './tiers/delete-tier.ts';
export type { TierInput, TierPatch } from './tiers/tier-content.ts';
export type { TierBenefit, TierRecord } from './tiers/tier-record.ts';
export {
  requestRetiering,
  finishRetiering,
  readPendingRetierings,
  readSilentEnvironments,
  readRetieringRequest,
  type RetieringRequest,
  type TierPassResult,
} from './tiers/retierings.ts';
export { readRetiering, type Retiering } from './tiers/retiering.ts';
export { retierJobName, type RetierCursor } from './tiers/retier-cursor.ts';
export { listTiers, type TierPage } from './tiers/tiers.ts';
export { readTierVersions } from './tiers/tier-versions.ts';
export { updateTier, type TierChange, type UpdateTierResult } from './tiers/update-tier.ts';
export { checkDeliveries } from './deliveries/check-deliveries.ts';
export { addDeliveries, type StoredDelivery } from './deliveries/add-deliveries.ts';
export {
  replayDelivery,
  testWebhook,
  type AskedDelivery,
  type DeliveryScope,
  type ReplayResult,
  type TestResult,
} from './deliveries/ask-delivery.ts';
export type { DeliveryKey, DeliveryStatus, NewDelivery } from './deliveries/delivery.ts';
export type { DeliveryRecord } from './deliveries/delivery-record.ts';
export { firstDeliveryId, type FirstDelivery } from './deliveries/first-delivery-id.ts';
export { listDeliveries, type DeliveryPage, type DeliveryQuery } from './deliveries/list-deliveries.ts';
export { bodyOf, sharedBodyOf, type SharedBody, type WebhookMessage } from './deliveries/webhook-body.ts';
export {
  addDeliveryDay,
  addDeliveryDays,
  deliveryDaysAhead,
  readDeliveryDaysAhead,
  removeDeliveryDays,
} from './deliveries/delivery-days.ts';
export { readDueDeliveries, type DueDelivery } from './deliveries/due-deliveries.ts';
export { lockHealth, storeHealth, type EndedAt, type LockedHealth } from './deliveries/endpoint-health.ts';
export { recordFirstAttempts, type FirstAttempt } from './deliveries/first-attempts.ts';
export { keepDeliveries, type KeptDelivery } from './deliveries/keep-deliveries.ts';
export { recordAttempts, type RecordedAttempt } from './deliveries/record-attempts.ts';
export { scrubDeliveries } from './deliveries/scrub-deliveries.ts';
export {
  findWebhookEvents,
  lockWebhookEvents,
  storeWebhookEvents,
  type WebhookEvent,
} from './deliveries/webhook-events.ts';
export { createWebhook, type CreateWebhookResult } from './webhooks/create-webhook.ts';
export { deleteWebhook, type DeleteWebhookResult } from './webhooks/delete-webhook.ts';
export { updateWebhook, type UpdateWebhookResult, type WebhookChange } from './webhooks/update-webhook.ts';
export type { WebhookInput, WebhookPatch } from './webhooks/webhook-content.ts';
export {
  createWebhookDirectory,
  readDeletedWebhooks,
  type WebhookCache,
  type Webhooks,
} from './webhooks/webhook-directory.ts';
export { isHttpAllowed } from './webhooks/plain-http.ts';
export { isSubscribedTo, type WebhookEndpoint } from './webhooks/webhook-endpoint.ts';
export type { WebhookDisabledReason, WebhookRecord, WebhookStatus } from './webhooks/webhook-record.ts';
export { findWebhook, listWebhooks } from './webhooks/webhooks.ts';
export { createConfigurationSource, type ConfigurationSource } from './snapshot/configuration-source.ts';
export { NewerConfiguration } from './snapshot/newer-versions.ts';
export { webhookMigrations } from './webhooks/webhook-migrations.ts';
