/** The versions of an environment's configuration, the steps of every change of it, and its limits. */

export type { ChangeResult, CreateResult, InvalidContent } from './configuration/change-entity.ts';
export { type ConfigurationReader, readVersions } from './configuration/config-version.ts';
export { configurationLimits, type LimitExceeded } from './configuration/configuration-limits.ts';
