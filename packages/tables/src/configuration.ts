/** The versions of an environment's configuration, the steps of every change of it, and its limits. */

export { type ConfigurationReader, readVersions } from './configuration/config-version.ts';
export { type EnvironmentUse, readEnvironmentUse } from './configuration/used-limits.ts';
export type { ChangeTerms, OutdatedChange } from './configuration/entity-version.ts';
export {
  type ChangeResult,
  configurationLimits,
  type CreateResult,
  type InvalidContent,
  type LimitExceeded,
} from './configuration/write-configuration.ts';
