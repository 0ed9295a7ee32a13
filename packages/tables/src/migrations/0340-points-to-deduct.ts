import type { Migration } from '@loyalty/storage/migrations';

/** Adds points of returns that are taken from what members earn next (D192, D193). */
export const pointsToDeductMigrations: readonly Migration[] = [
  {
    name: '0340a-points-to-deduct',
    sql: `
      ALTER TABLE members ADD COLUMN points_to_deduct bigint NOT NULL DEFAULT 0;
      COMMENT ON COLUMN members.points_to_deduct IS
        'Reversed points that no balance had: taken from what is earned next. Never part of the balance.';
    `,
  },
  {
    name: '0340b-points-to-deduct-bounds',
    sql: `
      ALTER TABLE members ADD CONSTRAINT members_points_to_deduct
        CHECK (points_to_deduct BETWEEN 0 AND 9007199254740991) NOT VALID;
    `,
  },
];
