/** Settings as operators write them, and the sealing of stored secrets. */

export {
  countSecrets,
  countUnreadableSecrets,
  type ResealReport,
  resealSecrets,
  type SecretColumn,
  type SecretCount,
} from './secrets.ts';
export { settingsVersionOf } from './settings-catalogue.ts';
export {
  getSettings,
  listTimeZones,
  setSettings,
  type SetSettingsResult,
  type StoredTimeZone,
} from './settings.ts';
export { type DatedSettings, settingEntries } from './settings-loosening.ts';
