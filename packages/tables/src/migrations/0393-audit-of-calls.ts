import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds what the caller of a change over HTTP does not choose: our own id of the request, and where it came
 * from.
 */
export const auditOfCallsMigration: Migration = {
  name: '0393-audit-of-calls',
  sql: `
    ALTER TABLE audit_entries ADD COLUMN server_request_id text, ADD COLUMN address text;
    ALTER TABLE audit_entries ALTER server_request_id SET STATISTICS 0, ALTER address SET STATISTICS 0;
    COMMENT ON COLUMN audit_entries.request_id IS 'X-Request-Id of the call, which its caller may choose.';
    COMMENT ON COLUMN audit_entries.server_request_id IS 'The id that the service gave the call; null of commands, and of entries from before 0393.';
    COMMENT ON COLUMN audit_entries.address IS 'Where the call came from, where TRUSTED_PROXIES makes that known.';
  `,
};
