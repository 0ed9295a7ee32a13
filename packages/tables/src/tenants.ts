/** Tenants, their environments, keys and streams, and the settings of an environment as they are read. */

export { modeOfKey } from './tenants/key-text.ts';
export {
  faultsOfSettings,
  findOperatorSetting,
  generatorName,
  type RewardProviderSetting,
  settingNames,
  settingOwners,
  type Settings,
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
  type ChangeStreamOutResult,
  countStreamOuts,
  endStreamOut,
  enableStreamOut,
  findRefusal,
  findStreamOut,
  isStreamOutTopic,
  listStreamOuts,
  parkStreamOut,
  resumeStreamOut,
  type StreamOut,
  streamOutsMax,
  streamOutTopicOf,
} from './tenants/stream-outs.ts';
export { narrowKeysAgain, type PublishedKey, revokeKeysAgain } from './tenants/take-from-keys.ts';
export {
  createTenant,
  type EnvironmentRecord,
  findEnvironment,
  listTenants,
  readTenantIds,
  tenantExists,
  type TenantRecord,
} from './tenants/tenants.ts';
