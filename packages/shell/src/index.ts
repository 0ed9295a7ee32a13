export {
  addressSettings,
  adminSettings,
  egressSettings,
  groupSettings,
  secretKeysSettings,
} from './common-settings.ts';
export { shellSettings } from './config.ts';
export { ProcessPhase } from './process-phase.ts';
export { runService, type ServiceContext } from './run-service.ts';
export {
  choiceSetting,
  integerSetting,
  listSetting,
  optionalIntegerSetting,
  optionalSetting,
  pathOrUrlSetting,
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
