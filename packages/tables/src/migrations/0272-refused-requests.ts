import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/**
 * Adds what lists of refused requests need. An older build writes no id: its failures are found by reference
 * and are not listed.
 */
export const refusedRequestsMigrations: readonly Migration[] = [
  {
    name: '0272a-refused-requests',
    sql: `
      ALTER TABLE failed_requests ADD id uuid;
      COMMENT ON COLUMN failed_requests.id IS 'Its place among those of one millisecond.';
    `,
  },
  indexMigration('0272b-refused-requests-newest', {
    index: 'failed_requests_newest',
    on: 'ON failed_requests (environment_id, created_at, id)',
  }),
];
