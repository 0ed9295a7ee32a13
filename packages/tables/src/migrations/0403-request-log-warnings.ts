import type { Migration } from '@loyalty/storage/migrations';

export const requestLogWarningsMigration: Migration = {
  name: '0403-request-log-warnings',
  sql: 'ALTER TABLE request_logs ADD COLUMN warnings jsonb',
};
