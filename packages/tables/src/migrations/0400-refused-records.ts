import type { Migration } from '@loyalty/storage/migrations';

export const refusedRecordsMigration: Migration = {
  name: '0400-refused-records',
  sql: `
    CREATE TABLE refused_records (
      environment_id int         NOT NULL,
      created_at     timestamptz NOT NULL,
      id             uuid        NOT NULL,
      ref            text,
      code           text        NOT NULL,
      context        jsonb       NOT NULL,
      member_key     bytea,
      topic          text        NOT NULL,
      partition      int         NOT NULL,
      record_offset  bigint      NOT NULL,
      PRIMARY KEY (environment_id, created_at, id)
    );
    CREATE INDEX refused_records_age ON refused_records (created_at);
    CREATE INDEX refused_records_ref ON refused_records (environment_id, ref, created_at) WHERE ref IS NOT NULL;
    CREATE INDEX refused_records_member ON refused_records (environment_id, member_key) WHERE member_key IS NOT NULL;
    COMMENT ON TABLE refused_records IS 'Records of producers that had no effect; kept for 14 days (D332).';

    CREATE TABLE refused_record_counts (
      environment_id int    NOT NULL,
      day            date   NOT NULL,
      left_out       bigint NOT NULL,
      PRIMARY KEY (environment_id, day)
    );
    COMMENT ON TABLE refused_record_counts IS 'How many entries of a UTC day are no longer kept, because it has newer ones.';
  `,
};
