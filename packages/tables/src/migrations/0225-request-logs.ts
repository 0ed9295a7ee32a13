import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds the request logs of test keys (D82). The key is the only index: rows are appended, and erasure reads a
 * bounded number.
 */
export const requestLogsMigration: Migration = {
  name: '0225-request-logs',
  sql: `
    CREATE TABLE request_logs (
      environment_id        int            NOT NULL,
      created_at            timestamptz(3) NOT NULL,
      id                    uuid           NOT NULL,
      request_id            text           NOT NULL,
      method                text           NOT NULL,
      path                  text           NOT NULL,
      status                int            NOT NULL,
      duration_ms           int            NOT NULL,
      code                  text,
      request_body          bytea          STORAGE EXTERNAL,
      request_body_omitted  text,
      response_body         bytea          STORAGE EXTERNAL,
      response_body_omitted text,
      member_keys           bytea[]        NOT NULL,
      ids                   uuid[]         NOT NULL,
      PRIMARY KEY (environment_id, created_at, id)
    );
    ALTER TABLE request_logs
      ALTER request_id SET STATISTICS 0, ALTER path SET STATISTICS 0,
      ALTER request_body SET STATISTICS 0, ALTER response_body SET STATISTICS 0,
      ALTER member_keys SET STATISTICS 0, ALTER ids SET STATISTICS 0;
    COMMENT ON TABLE request_logs IS 'Requests of test keys, for 7 days; the newest 10,000 of an environment.';
    COMMENT ON COLUMN request_logs.request_body IS 'JSON without its secrets.';
    COMMENT ON COLUMN request_logs.member_keys IS
      'The member key that each text of the row would have as a reference. Erasure finds the rows of a member by it.';
    COMMENT ON COLUMN request_logs.ids IS 'The UUIDs in the row, for erasure.';
  `,
};
