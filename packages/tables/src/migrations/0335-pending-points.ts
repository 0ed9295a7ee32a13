import type { Migration } from '@loyalty/storage/migrations';

/** Adds points of receipts that count once their days are over (D181 to D184). */
export const pendingPointsMigrations: readonly Migration[] = [
  {
    name: '0335a-pending-points',
    sql: `
      CREATE TABLE pending_points (
        environment_id int            NOT NULL,
        member_id      uuid           NOT NULL,
        transaction_id uuid           NOT NULL,
        n              smallint       NOT NULL,
        points         bigint         NOT NULL CHECK (points > 0),
        due_at         timestamptz(3) NOT NULL,
        points_expiry  jsonb,
        description    text           NOT NULL,
        PRIMARY KEY (environment_id, member_id, transaction_id, n)
      );
      CREATE INDEX pending_points_due ON pending_points (environment_id, due_at, member_id);
      COMMENT ON TABLE pending_points IS 'Points of receipts that wait; a row goes when they mature, or come back.';
      COMMENT ON COLUMN pending_points.n IS 'The place among the rows of the receipt: the id of the entry follows from it.';
      COMMENT ON COLUMN pending_points.points_expiry IS
        'The rule, as it was when they were earned; counted from when they mature. Null: they never expire.';
    `,
  },
  {
    name: '0335b-points-from-pending',
    sql: `
      ALTER TABLE returned_transactions ADD COLUMN points_from_pending bigint NOT NULL DEFAULT 0;
      COMMENT ON COLUMN returned_transactions.points_from_pending IS 'Reversed points that had not matured, in all.';
    `,
  },
];

/**
 * Marks campaigns with pending points as needing newer rules. An older ingress does not know the field, and
 * would store a version by which older engines give the points immediately.
 */
export const pendingNeedsNewerRulesMigration: Migration = {
  name: '0335c-pending-needs-newer-rules',
  sql: `
    ALTER TABLE campaigns ADD CONSTRAINT campaigns_pending_needs_newer_rules
      CHECK (rules_version >= 3 OR earning_rule -> 'pendingDays' IS NULL) NOT VALID;
  `,
};
