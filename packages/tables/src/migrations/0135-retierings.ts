import type { Migration } from '@loyalty/storage/migrations';

/** Gives re-tiering runs the name that they have everywhere else. It changes only the catalogue, no rows. */
export const retieringsMigration: Migration = {
  name: '0135-retierings',
  sql: `
    ALTER TABLE tier_passes RENAME TO retierings;
    ALTER INDEX tier_passes_pkey RENAME TO retierings_pkey;
    ALTER TABLE retierings RENAME CONSTRAINT tier_passes_environment_id_fkey TO retierings_environment_id_fkey;
    COMMENT ON TABLE retierings IS
      'How often re-tiering the members of an environment was requested, and which request is served. No row: never.';
    COMMENT ON COLUMN retierings.result IS 'The result of the newest run; the progress of a run is in jobs.';
  `,
};
