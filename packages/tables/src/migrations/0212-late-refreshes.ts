import type { Migration } from '@loyalty/storage/migrations';

/** Records a refresh whose caller stopped waiting. The next call waits for that refresh. */
export const lateRefreshMigrations: readonly Migration[] = [
  {
    name: '0212-late-refreshes',
    sql: `
      ALTER TABLE segment_states ADD COLUMN late_asking bigint, ADD COLUMN late_at timestamptz(3);
      COMMENT ON COLUMN segment_states.late_asking IS
        'The asking of a call that did not wait any longer, since late_at: the next call waits for it.';
    `,
  },
];
