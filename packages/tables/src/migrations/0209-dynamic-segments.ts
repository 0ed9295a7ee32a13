import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/**
 * Adds dynamic segments. The index of lists is created again in ascending order, so that filling a segment by
 * id appends to it.
 */
export const dynamicSegmentsMigrations: readonly Migration[] = [
  {
    name: '0209a-dynamic-segments',
    sql: `
      CREATE TABLE segment_states (
        environment_id int            NOT NULL,
        segment_id     uuid           NOT NULL,
        member_count   bigint         NOT NULL DEFAULT 0,
        refreshed_at   timestamptz(3),
        wanted         bigint         NOT NULL DEFAULT 0,
        done           bigint         NOT NULL DEFAULT 0,
        added          bigint         NOT NULL DEFAULT 0,
        removed        bigint         NOT NULL DEFAULT 0,
        PRIMARY KEY (environment_id, segment_id)
      ) WITH (fillfactor = 50);
      CREATE INDEX segment_states_pending ON segment_states (environment_id) WHERE wanted > done;
      COMMENT ON COLUMN segment_states.wanted IS 'How often a refresh was asked for; done is the asking that was served last.';
      COMMENT ON COLUMN segment_states.added IS 'What the newest refresh has added; removed likewise.';
      COMMENT ON COLUMN segment_states.member_count IS
        'The rows of segment_members, exact at every commit: whoever changes them changes it, afterwards and by (environment, segment).';
      COMMENT ON COLUMN segment_states.refreshed_at IS
        'The only place that says when a DYNAMIC segment was last worked out.';
      INSERT INTO segment_states (environment_id, segment_id, member_count)
      SELECT environment_id, segment_id, count(*) FROM segment_members GROUP BY environment_id, segment_id;

      CREATE TABLE segment_clearings (
        environment_id int  NOT NULL,
        segment_id     uuid NOT NULL,
        PRIMARY KEY (environment_id, segment_id)
      );
      COMMENT ON TABLE segment_clearings IS 'Deleted segments whose memberships are still to be taken away.';
    `,
  },
  indexMigration('0209b-memberships-by-member', {
    index: 'segment_members_one',
    on: 'ON segment_members (environment_id, member_id, segment_id)',
    isUnique: true,
  }),
  indexMigration('0209c-memberships-listed', {
    index: 'segment_members_listed',
    on: 'ON segment_members (environment_id, segment_id, added_at, member_id)',
  }),
  {
    name: '0209d-memberships-older-indexes',
    transaction: false,
    lockTimeoutMs: 600_000,
    sql: [
      'DROP INDEX CONCURRENTLY IF EXISTS segment_members_of_member',
      'DROP INDEX CONCURRENTLY IF EXISTS segment_members_newest',
    ],
  },
];
