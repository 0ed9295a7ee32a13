import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the members of segments. They are written under the lock of the member's row, except if the segment
 * was deleted.
 */
export const segmentMembersMigration: Migration = {
  name: '0202-segment-members',
  sql: `
    CREATE TABLE segment_members (
      environment_id int            NOT NULL,
      segment_id     uuid           NOT NULL,
      member_id      uuid           NOT NULL,
      added_at       timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (environment_id, segment_id, member_id)
    );
    CREATE INDEX segment_members_of_member ON segment_members (environment_id, member_id) INCLUDE (segment_id);
    CREATE INDEX segment_members_newest ON segment_members (environment_id, segment_id, added_at DESC, member_id DESC);
  `,
};
