import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** Distinguishes refreshes that a caller requested from those of each night. */
export const askedRefreshMigrations: readonly Migration[] = [
  {
    name: '0231a-asked-refreshes',
    sql: `
      ALTER TABLE segment_states ADD COLUMN asked bigint NOT NULL DEFAULT 0;
      COMMENT ON COLUMN segment_states.asked IS
        'The newest request (wanted) that a caller made; the others are those of each night, and come later.';
    `,
  },
  indexMigration('0231b-asked-refreshes', {
    index: 'segment_states_asked',
    on: 'ON segment_states (environment_id) WHERE asked > done',
  }),
];
