import { hashPartitionsOf, indexMigration, type Migration } from '@loyalty/storage/migrations';

/**
 * Stops ANALYZE from keeping samples of columns with text that names a person. Changing a column's type to
 * itself deletes the samples and rewrites nothing.
 */
export const livesMigration: Migration = {
  name: '0206a-lives',
  sql: `
    CREATE TABLE member_profiles (
      environment_id   int            NOT NULL,
      member_id        uuid           NOT NULL,
      name             text,
      email            text,
      phone            text,
      state_reason     text,
      state_changed_at timestamptz(3),
      search_text      text           NOT NULL,
      grams            int[],
      updated_at       timestamptz(3) NOT NULL,
      PRIMARY KEY (environment_id, member_id)
    ) WITH (fillfactor = 80);
    COMMENT ON TABLE member_profiles IS
      'One row a member, made with the enrolment; written under the lock of the member. No receipt changes it.';
    COMMENT ON COLUMN member_profiles.grams IS
      'Hashes of the trigrams of search_text, as the application folds it; null until the job fill-grams has filled them.';
    CREATE INDEX member_profiles_grams ON member_profiles USING gin (grams);
    CREATE INDEX member_profiles_unfilled ON member_profiles (environment_id, member_id) WHERE grams IS NULL;

    CREATE TABLE consents (
      environment_id int            NOT NULL,
      member_id      uuid           NOT NULL,
      created_at     timestamptz(3) NOT NULL,
      id             uuid           NOT NULL,
      purpose        text           NOT NULL CHECK (purpose IN ('MARKETING')),
      channels       text[]         NOT NULL CHECK (cardinality(channels) > 0),
      granted        boolean        NOT NULL,
      source         text,
      granted_at     timestamptz(3) NOT NULL,
      policy_version text,
      evidence       jsonb,
      PRIMARY KEY (environment_id, member_id, created_at, id)
    );
    COMMENT ON TABLE consents IS
      'Only added to; erasure takes source and evidence away. Per purpose and channel the newest granted_at counts.';

    CREATE TABLE erasures (
      environment_id int            NOT NULL,
      member_id      uuid           NOT NULL,
      member_key     bytea          NOT NULL,
      erased_at      timestamptz(3) NOT NULL,
      scrub_after    timestamptz    NOT NULL,
      scrubbed_at    timestamptz,
      PRIMARY KEY (environment_id, member_id)
    );
    CREATE INDEX erasures_to_scrub ON erasures (environment_id, scrub_after) WHERE scrubbed_at IS NULL;
    COMMENT ON COLUMN erasures.scrubbed_at IS
      'When the second phase was through with every table that had something of the member; null until then.';

    ALTER TABLE failed_requests ADD member_key bytea;
    ALTER TABLE events ADD referrer_key bytea;
    COMMENT ON COLUMN events.referrer_key IS 'The key of the member whom the payload names as referrer, 16 bytes.';

    ALTER TABLE members ALTER external_ref TYPE text, ALTER external_ref SET STATISTICS 0;
    ALTER TABLE events ALTER payload TYPE bytea;
    ALTER TABLE events ALTER payload SET STORAGE EXTERNAL, ALTER payload SET STATISTICS 0;
    ALTER TABLE member_profiles
      ALTER name SET STATISTICS 0, ALTER email SET STATISTICS 0, ALTER phone SET STATISTICS 0,
      ALTER state_reason SET STATISTICS 0, ALTER search_text SET STATISTICS 0, ALTER grams SET STATISTICS 0;
    ALTER TABLE consents ALTER source SET STATISTICS 0, ALTER evidence SET STATISTICS 0;
  `,
};

const ofReferrer = 'events_of_referrer';
const onReferrer = '(environment_id, referrer_key, received_at, id) WHERE referrer_key IS NOT NULL';

/** Builds one partition after the other while writers run. The index is valid once the last is attached. */
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

/**
 * Adds indexes for lists by state, and for rows that name a member or a referrer by key without a reference.
 */
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
