import type { Migration } from '@loyalty/storage/migrations';

/** Adds the requests of live keys, without bodies and without people (D372). */
export const liveRequestsMigration: Migration = {
  name: '0431-live-requests',
  sql: `
    CREATE TABLE live_requests (
      environment_id int            NOT NULL,
      created_at     timestamptz(3) NOT NULL,
      id             uuid           NOT NULL,
      key_id         uuid           NOT NULL,
      request_id     text,
      method         text           NOT NULL,
      route          text           NOT NULL,
      status         int            NOT NULL,
      code           text,
      duration_ms    int            NOT NULL,
      is_abandoned   boolean        NOT NULL,
      left_out       int            NOT NULL,
      PRIMARY KEY (environment_id, created_at, id)
    );
    ALTER TABLE live_requests ALTER request_id SET STATISTICS 0;
    CREATE INDEX live_requests_age ON live_requests (created_at);
    COMMENT ON TABLE live_requests IS 'Requests of live keys, for 24 hours; of a busy environment a sample.';
    COMMENT ON COLUMN live_requests.request_id IS 'Null if the caller named the request as one of their members.';
    COMMENT ON COLUMN live_requests.route IS 'The template of the path: what it names is not kept.';
    COMMENT ON COLUMN live_requests.left_out IS 'How many requests of the environment the same process left out since its row before.';
  `,
};
