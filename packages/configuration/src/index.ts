export { type BudgetEffects, readBudgetEffects } from './budgets/budget-effects.ts';
export {
  type BudgetSpending,
  type CampaignBudgetState,
  type CampaignKey,
  pauseSpentCampaigns,
  readBudgets,
  spendBudgets,
} from './budgets/budgets.ts';
export { type BudgetAllowance, claimBudgets, type ClaimedBudget } from './budgets/claim-budgets.ts';
export type { CampaignInput } from './campaigns/campaign-content.ts';
export type { CampaignRecord } from './campaigns/campaign-record.ts';
export { findCampaign, listCampaigns, readCampaignNames } from './campaigns/campaigns.ts';
export { createCampaign } from './campaigns/create-campaign.ts';
export type { NotYetAvailable } from './campaigns/find-unknown-rules.ts';
export { listStampCampaigns, type StampCampaign } from './campaigns/stamp-campaigns.ts';
export { type CampaignStep, transitionCampaign } from './campaigns/transition-campaign.ts';
export { type SuspendedCampaign, updateCampaign } from './campaigns/update-campaign.ts';
export {
  findUnknownEnvironments,
  passEnvironmentNumbers,
  readNextEnvironment,
} from './cells/environment-numbers.ts';
export { cellMax, type CellRange, readCell, setCell, type SetCellResult } from './cells/cell.ts';
export { type ChangeDecision, changeEntity } from './change-entity.ts';
export { addCodes, codesPerChunk } from './code-pools/add-codes.ts';
export { findCodeFault } from './code-pools/code-fault.ts';
export { drawCodes, type DrawnCode, lockPools } from './code-pools/draw-codes.ts';
export { openPool, type OpenPoolResult } from './code-pools/open-pool.ts';
export { poolChecks } from './code-pools/pool-checks.ts';
export type { PoolId } from './code-pools/pool-id.ts';
export { type LowPool, type PoolRecord, readLowPools, readPools } from './code-pools/read-pools.ts';
export {
  type DrawingReward,
  findSkippedCodes,
  type PublishedDraw,
  skipDrawnCodes,
} from './code-pools/skip-drawn-codes.ts';
export { listPoolIds, skipFurtherCodes } from './code-pools/skip-further-codes.ts';
export { listSkippedCodes, returnSkippedCodes, type SkippedCodes } from './code-pools/skipped-codes.ts';
export {
  type ConfigurationKind,
  type ConfigurationReader,
  raiseConfigVersion,
  readConfigVersions,
  readVersions,
  versionFor,
} from './config-version.ts';
export type { ChangeResult, CreateResult, InvalidContent } from './entity-result.ts';
export { createEventDefinition } from './event-definitions/create-event-definition.ts';
export {
  type EventDefinitionHead,
  findEventDefinition,
  listEventDefinitions,
  readEventDefinitionHead,
  readWholeEventDefinition,
  type WholeEventDefinition,
} from './event-definitions/event-definitions.ts';
export {
  type EventDefinitionChange,
  updateEventDefinition,
} from './event-definitions/update-event-definition.ts';
export {
  type ApiKeyRecord,
  createApiKey,
  type CreateApiKeyResult,
  listApiKeys,
  revokeApiKey,
} from './keys/api-keys.ts';
export { createKeyDirectory, type KeyDirectory, type KeyRecord } from './keys/key-directory.ts';
export { configurationLimits, type LimitExceeded } from './limits/configuration-limits.ts';
export { findExceededBy } from './limits/find-exceeded.ts';
export { growingWrite } from './limits/growing-write.ts';
export { approximateBytes } from './lookup/approximate-bytes.ts';
export { loadNewest } from './lookup/load-newest.ts';
export { createLruMap } from './lookup/lru-map.ts';
export { renewed } from './lookup/renewed.ts';
export { createSharedLruMap } from './lookup/shared-lru-map.ts';
export { singleFlight } from './lookup/single-flight.ts';
export { createVersionedCache, type VersionedCache } from './lookup/versioned-cache.ts';
export { readWrittenEntities, type WrittenEntity } from './management/written-entities.ts';
export { configurationMigrations } from './migrations/configuration-migrations.ts';
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
export { listProviders } from './reward-providers/list-providers.ts';
export type { HttpProviderRecord } from './reward-providers/provider-record.ts';
export { type Provider, providerOf, type RewardProviders } from './reward-providers/provider.ts';
export { removeProvider, type RemoveProviderResult } from './reward-providers/remove-provider.ts';
export { generatorName, type RewardProviderSetting } from './reward-providers/reward-provider-setting.ts';
export { createRewardProviders, type RewardProviderCache } from './reward-providers/reward-providers.ts';
export { type ProviderInput, setProvider, type SetProviderResult } from './reward-providers/set-provider.ts';
export { openSecret } from './secrets/open-secret.ts';
export { type ResealReport, resealSecrets } from './secrets/reseal-secrets.ts';
export {
  countSecrets,
  providerSecretColumns,
  type SecretColumn,
  type SecretCount,
} from './secrets/stored-secrets.ts';
export { countUnopenedSecrets } from './secrets/unopened-secrets.ts';
export { createSegment } from './segments/create-segment.ts';
export { deleteSegment } from './segments/delete-segment.ts';
export type { SegmentInput } from './segments/segment-content.ts';
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
  listSegments,
  lockSegments,
  readDynamicEnvironments,
  readDynamicSegmentIds,
} from './segments/segments.ts';
export { updateSegment } from './segments/update-segment.ts';
export { settingNames, type Settings, type SettingsDocument } from './settings/settings-catalogue.ts';
export { getSettings, setSettings, type SetSettingsResult } from './settings/settings.ts';
export { type ConfigurationSource, createConfigurationSource } from './snapshot/configuration-source.ts';
export { NewerConfiguration } from './snapshot/newer-versions.ts';
export { createSnapshots, type Snapshots } from './snapshot/snapshots.ts';
export { createStreamDirectory } from './streams/stream-directory.ts';
export { isStreamTopic, streamTopicOf, tenantStreamsMax } from './streams/stream-topic.ts';
export {
  enableStream,
  type EnableStreamResult,
  listStreams,
  listStreamTopics,
  type TenantStream,
} from './streams/tenant-streams.ts';
export { createBrowserOriginDirectory, type BrowserOriginDirectory } from './tenants/browser-origins.ts';
export { createEnvironmentDirectory, type EnvironmentDirectory } from './tenants/environment-directory.ts';
export {
  type EnvironmentRecord,
  findEnvironment,
  readEnvironmentIds,
  readEnvironmentSecret,
  readTenantIds,
} from './tenants/environments.ts';
export { createTenant, listTenants, tenantExists, type TenantRecord } from './tenants/tenants.ts';
export { createTier } from './tiers/create-tier.ts';
export { deleteTier, type TierMembers } from './tiers/delete-tier.ts';
export { type RetierCursor, retierJobName } from './tiers/retier-cursor.ts';
export { readRetiering } from './tiers/retiering.ts';
export {
  finishRetiering,
  readPendingRetierings,
  readRetieringRequest,
  readSilentEnvironments,
  requestRetiering,
} from './tiers/retierings.ts';
export type { TierInput } from './tiers/tier-content.ts';
export type { TierBenefit, TierRecord } from './tiers/tier-record.ts';
export { readTierVersions } from './tiers/tier-versions.ts';
export { listTiers, type TierPage } from './tiers/tiers.ts';
export { updateTier } from './tiers/update-tier.ts';
