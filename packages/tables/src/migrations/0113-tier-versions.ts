import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the versions of tiers, so that a member who is checked late gets the same announcements. A pending run
 * has its first version's grants.
 */
export const tierVersionsMigration: Migration = {
  name: '0113-tier-versions',
  sql: `
    CREATE TABLE tier_versions (
      environment_id      int            NOT NULL REFERENCES environments (id),
      number              bigint         NOT NULL,
      changed_at          timestamptz(3) NOT NULL,
      tier_ids            uuid[]         NOT NULL,
      min_lifetime_points bigint[]       NOT NULL CHECK (cardinality(min_lifetime_points) = cardinality(tier_ids)),
      granted_tier_ids    uuid[]         NOT NULL DEFAULT '{}',
      PRIMARY KEY (environment_id, number)
    );
    COMMENT ON TABLE tier_versions IS 'The thresholds of an environment as each of its newest 32 changes left them; the last are those of tiers.';
    COMMENT ON COLUMN tier_versions.changed_at IS 'From when on they were in force; rises with the number.';
    COMMENT ON COLUMN tier_versions.granted_tier_ids IS 'Tiers that give their rewards to whom this change brought there (D93).';
    COMMENT ON COLUMN tier_passes.granted_tier_ids IS 'No longer used: grants stand in tier_versions.';

    INSERT INTO tier_versions (environment_id, number, changed_at, tier_ids, min_lifetime_points, granted_tier_ids)
    SELECT t.environment_id, 1, max(t.threshold_set_at), array_agg(t.id), array_agg(t.min_lifetime_points),
           coalesce((SELECT p.granted_tier_ids FROM tier_passes p WHERE p.environment_id = t.environment_id AND p.wanted > p.done), '{}')
      FROM tiers t GROUP BY t.environment_id;
  `,
};
