import type { Migration } from '@loyalty/storage/migrations';

/** Adds members whose enrolment was lost, with the ids that callers know (D191). */
export const enrolledMembersMigration: Migration = {
  name: '0338-enrolled-members',
  sql: `
    CREATE TABLE history_enrolled_members (
      environment_id int            NOT NULL,
      member_key     bytea          NOT NULL,
      member_id      uuid           NOT NULL,
      epoch          uuid           NOT NULL,
      noted_at       timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (environment_id, member_key)
    );
    COMMENT ON TABLE history_enrolled_members IS 'Members whom lost commits had enrolled, until they are enrolled again.';
    COMMENT ON COLUMN history_enrolled_members.member_id IS 'As a fact named it: who enrols the member again takes it.';
    ALTER TABLE database_epochs ADD COLUMN members_left_out bigint NOT NULL DEFAULT 0;
    COMMENT ON COLUMN database_epochs.members_left_out IS 'Lost members that there was no room for: they may be enrolled again under other ids.';
  `,
};
