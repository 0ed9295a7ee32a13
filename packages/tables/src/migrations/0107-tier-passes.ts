import type { Migration } from '@loyalty/storage/migrations';

/**
 * Makes existing environments start with a silent run: tiers that were reached before announcements are not
 * announced.
 */
export const tierPassesMigration: Migration = {
  name: '0107-tier-passes',
  sql: `
    ALTER TABLE tiers ADD COLUMN threshold_set_at timestamptz(3) NOT NULL DEFAULT now();
    UPDATE tiers SET threshold_set_at = created_at;
    COMMENT ON COLUMN tiers.threshold_set_at IS
      'When min_lifetime_points became what it is: whoever was above it before came into the tier by the change.';

    CREATE TABLE tier_passes (
      environment_id   int            PRIMARY KEY REFERENCES environments (id),
      wanted           bigint         NOT NULL,
      done             bigint         NOT NULL DEFAULT 0,
      granted_tier_ids uuid[]         NOT NULL DEFAULT '{}',
      is_silent        boolean        NOT NULL DEFAULT false,
      wanted_at        timestamptz(3) NOT NULL DEFAULT now(),
      result           jsonb
    ) WITH (fillfactor = 50);
    COMMENT ON TABLE tier_passes IS
      'How often a pass over the members of an environment was asked for, and which asking is served. No row: never asked for.';
    COMMENT ON COLUMN tier_passes.granted_tier_ids IS 'Tiers whose change is to give its rewards to whom it brings there (D93).';
    COMMENT ON COLUMN tier_passes.is_silent IS 'True until tiers have been set once without telling anybody.';
    COMMENT ON COLUMN tier_passes.result IS 'What the newest pass came to; how far one has come stands in jobs.';
    INSERT INTO tier_passes (environment_id, wanted, is_silent) SELECT id, 1, true FROM environments;
  `,
};
