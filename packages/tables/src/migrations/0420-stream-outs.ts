import type { Migration } from '@loyalty/storage/migrations';

/** Topics on which tenants read what happened in their environments (D350). */
export const streamOutsMigration: Migration = {
  name: '0420-stream-outs',
  sql: `
    CREATE TABLE stream_outs (
      environment_id int            PRIMARY KEY REFERENCES environments (id),
      topic          text           NOT NULL UNIQUE,
      state          text           NOT NULL CHECK (state IN ('RUNNING', 'PARKED', 'ENDED')),
      since          timestamptz(3) NOT NULL DEFAULT now(),
      member_refs    boolean        NOT NULL,
      updated_at     timestamptz(3) NOT NULL DEFAULT now(),
      ended_at       timestamptz(3),
      CHECK ((state = 'ENDED') = (ended_at IS NOT NULL))
    );
    COMMENT ON TABLE stream_outs IS 'At most 300 rows that have not ended: each is a topic of 12 partitions.';
    COMMENT ON COLUMN stream_outs.since IS
      'Everything that was decided later is in the topic, unless the stream was parked; exports have the rest.';
    COMMENT ON COLUMN stream_outs.member_refs IS 'Records name members by their references, too.';
  `,
};
