/** Tenants, their environments, keys and streams, and the settings of an environment as they are read. */

export {
  type ApiKeyRecord,
  createApiKey,
  type CreateApiKeyResult,
  listApiKeys,
  lockApiKey,
  modeOfKey,
  revokeApiKey,
} from './tenants/api-keys.ts';
export {
  findOperatorSetting,
  generatorName,
  ownerOfSetting,
  type RewardProviderSetting,
  settingNames,
  type SettingOwner,
  type Settings,
  type SettingsDocument,
} from './tenants/settings-catalogue.ts';
export {
  enableStream,
  type EnableStreamResult,
  isStreamTopic,
  listStreams,
  listStreamTopics,
  streamTopicOf,
  type TenantStream,
  tenantStreamsMax,
} from './tenants/tenant-streams.ts';
export {
  createTenant,
  type EnvironmentRecord,
  findEnvironment,
  listTenants,
  readTenantIds,
  tenantExists,
  type TenantRecord,
} from './tenants/tenants.ts';
