import type { Migration } from '@loyalty/storage/migrations';

/** Adds the notes that people write on members (D370). */
export const memberNotesMigration: Migration = {
  name: '0430-member-notes',
  sql: `
    CREATE TABLE member_notes (
      environment_id int            NOT NULL,
      member_id      uuid           NOT NULL,
      created_at     timestamptz(3) NOT NULL DEFAULT now(),
      id             uuid           NOT NULL,
      text           text           NOT NULL,
      author         bytea          NOT NULL,
      PRIMARY KEY (environment_id, member_id, created_at, id)
    );
    ALTER TABLE member_notes ALTER text SET STATISTICS 0, ALTER author SET STATISTICS 0, ALTER author SET STORAGE EXTERNAL;
    COMMENT ON TABLE member_notes IS 'What people have noted about a member, at most 100 of each; deleted when the member is erased.';
    COMMENT ON COLUMN member_notes.author IS 'In the form of authorBytesOf.';
  `,
};
