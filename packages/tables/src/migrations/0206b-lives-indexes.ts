import { hashPartitionsOf, indexMigration, type Migration } from '@loyalty/storage/migrations';

const ofReferrer = 'events_of_referrer';
const onReferrer = '(environment_id, referrer_key, received_at, id) WHERE referrer_key IS NOT NULL';

/** Builds the index of a partitioned table while writers run: one partition after the other. It is valid once the last is attached. */
const referrerStatements: readonly string[] = [
  `CREATE INDEX IF NOT EXISTS ${ofReferrer} ON ONLY events ${onReferrer}`,
  ...hashPartitionsOf('events').flatMap((partition) => {
    const index = `${partition}_of_referrer`;
    return [
      ...indexMigration(index, { index, on: `ON ${partition} ${onReferrer}` }).sql,
      `ALTER INDEX ${ofReferrer} ATTACH PARTITION ${index}`,
    ];
  }),
];

/** Indexes for lists by state, for rows that name a member or a referrer by key, and without references: those are found by key. */
export const livesIndexMigrations: readonly Migration[] = [
  indexMigration('0206b-members-not-active', {
    index: 'members_not_active',
    on: `ON members (environment_id, state, created_at DESC, id DESC) WHERE state <> 'active'`,
  }),
  indexMigration('0206c-failed-requests-of-member', {
    index: 'failed_requests_of_member',
    on: 'ON failed_requests (environment_id, member_key) WHERE member_key IS NOT NULL',
  }),
  { name: '0206d-events-of-referrer', transaction: false, lockTimeoutMs: 600_000, sql: referrerStatements },
  {
    name: '0206e-members-external-ref',
    transaction: false,
    sql: ['DROP INDEX CONCURRENTLY IF EXISTS members_external_ref'],
  },
];
