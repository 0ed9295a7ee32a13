/** Postgres databases for one test, tenants and rows in them, and what their locks and plans do. */

export { type FillableKind, fillConfiguration } from './configuration/fill-configuration.ts';
export { createOwnTenant, readConfigVersion, readWebhooksVersion } from './configuration/own-tenant.ts';
export { countPages, countPagesOfRead, countRowsRead } from './count-pages.ts';
export { againAfterRace, onNewest } from './engine/on-newest.ts';
export { startPgBouncer } from './pgbouncer.ts';
export {
  createLocaleDatabase,
  createScratchDatabase,
  type LocaleDatabase,
  joinStack,
  type ScratchDatabase,
  withScratchDatabase,
  openSharedDatabase,
} from './scratch-database.ts';
export { retryLockTimeouts, untilLockWaits } from './until-lock-waits.ts';
export { createSchemaDatabase, schemaMigrations, withSchemaDatabase } from './schema-database.ts';
export { withDatabase } from './with-database.ts';
