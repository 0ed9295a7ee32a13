import { indexMigration, type Migration } from '@loyalty/storage';

/** Lists by state, what names a member or a referrer by key, and the end of an index: a reference is found by its key. */
export const livesIndexMigrations: readonly Migration[] = [
  indexMigration('0206b-members-not-active', {
    index: 'members_not_active',
    on: `ON members (environment_id, state, created_at DESC, id DESC) WHERE state <> 'active'`,
  }),
  indexMigration('0206c-failed-requests-of-member', {
    index: 'failed_requests_of_member',
    on: 'ON failed_requests (environment_id, member_key) WHERE member_key IS NOT NULL',
  }),
  indexMigration('0206d-events-of-referrer', {
    index: 'events_of_referrer',
    on: 'ON events (environment_id, referrer_key, received_at, id) WHERE referrer_key IS NOT NULL',
  }),
  {
    name: '0206e-members-external-ref',
    transaction: false,
    sql: ['DROP INDEX CONCURRENTLY IF EXISTS members_external_ref'],
  },
];
