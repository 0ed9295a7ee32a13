import type { Migration } from '@loyalty/storage/migrations';

/**
 * Gives each kind of configuration a version, so that a change of one does not make processes read the other
 * kinds again.
 */
export const configurationKindsMigration: Migration = {
  name: '0148-configuration-kinds',
  sql: `
    ALTER TABLE environments
      ADD COLUMN campaigns_version   bigint NOT NULL DEFAULT 0,
      ADD COLUMN tiers_version       bigint NOT NULL DEFAULT 0,
      ADD COLUMN segments_version    bigint NOT NULL DEFAULT 0,
      ADD COLUMN settings_version    bigint NOT NULL DEFAULT 0,
      ADD COLUMN definitions_version bigint NOT NULL DEFAULT 0,
      ADD COLUMN providers_version   bigint NOT NULL DEFAULT 0;
    COMMENT ON COLUMN environments.campaigns_version IS
      'Rises together with config_version, as the version of each kind does. What config_version has beyond their sum are changes of no kind: those of earlier builds.';
  `,
};
