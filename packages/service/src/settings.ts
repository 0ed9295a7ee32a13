export { processSettings } from './config.ts';
export { tlsFilesSettings } from './settings/connection-settings.ts';
export {
  addressSettings,
  adminSettings,
  egressSettings,
  groupSettings,
  optionalRedisSettings,
  secretKeysSettings,
  type StreamServiceConfig,
  streamServiceSettings,
} from './settings/common-settings.ts';
export {
  type ConfigOf,
  readSettings,
  type SettingGroup,
  settingsIn,
  type SettingsSpec,
} from './settings/read-settings.ts';
export {
  choiceSetting,
  durationSetting,
  integerSetting,
  listSetting,
  optionalIntegerSetting,
  optionalSetting,
  optionalUrlSetting,
  pathOrUrlSetting,
  textSetting,
  urlSetting,
} from './settings/setting-kinds.ts';
