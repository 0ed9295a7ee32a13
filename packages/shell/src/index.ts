export { addressSettings, adminSettings, egressSettings, secretKeysSettings } from './common-settings.ts';
export { shellSettings } from './config.ts';
export { runService, type ServiceContext } from './run-service.ts';
export {
  integerSetting,
  listSetting,
  optionalIntegerSetting,
  optionalSetting,
  textSetting,
} from './setting-kinds.ts';
export {
  type ConfigOf,
  readSettings,
  type Setting,
  type SettingGroup,
  settingsIn,
  type SettingsSpec,
} from './settings.ts';
