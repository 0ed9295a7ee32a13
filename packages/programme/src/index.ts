export type { CampaignInput, CampaignPatch } from './campaigns/campaign-content.ts';
export { parseCampaignDate, type DayEdge } from './campaigns/campaign-date.ts';
export type { CampaignContent, CampaignRecord } from './campaigns/campaign-record.ts';
export { findCampaign, listCampaigns, type CampaignPage } from './campaigns/campaigns.ts';
export { createCampaign, type CreateCampaignResult } from './campaigns/create-campaign.ts';
export {
  transitionCampaign,
  type CampaignStep,
  type TransitionCampaignResult,
} from './campaigns/transition-campaign.ts';
export {
  updateCampaign,
  type CampaignChange,
  type UpdateCampaignResult,
} from './campaigns/update-campaign.ts';
export { readConfigVersions } from './config-version.ts';
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
export { programmeMigrations } from './migrations/programme-migrations.ts';
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
export { findEnvironment, type EnvironmentRecord } from './tenants/environments.ts';
export {
  createTenant,
  listTenants,
  tenantExists,
  type NewTenant,
  type TenantRecord,
} from './tenants/tenants.ts';
