import { indexMigration, type Migration } from '@loyalty/storage/migrations';

/** Keys with permissions, an end, a successor and what they have used (D215 to D218). */
const narrowKeysMigration: Migration = {
  name: '0365a-narrow-keys',
  sql: `
    ALTER TABLE api_keys
      ADD COLUMN permissions      text[],
      ADD COLUMN role             text,
      ADD COLUMN expires_at       timestamptz(3),
      ADD COLUMN made_by          text,
      ADD COLUMN replaced_by      uuid,
      ADD COLUMN last_used_on     date,
      ADD COLUMN used_permissions text[] NOT NULL DEFAULT '{}',
      ADD COLUMN updated_at       timestamptz(3);
    COMMENT ON COLUMN api_keys.hash IS
      'SHA-256 of the key, or SHA-256 of 0x01 and that, where the key has an end or permissions: a build that knows neither finds no such key (D216).';
    COMMENT ON COLUMN api_keys.permissions IS 'Null: everything, also what later releases add.';
    COMMENT ON COLUMN api_keys.role IS 'The role that it was given; null of a key with listed permissions, and of one from before, which may do everything.';
    COMMENT ON COLUMN api_keys.made_by IS 'The id of the key, or the subject of the token, that made it; null of an operator.';
    COMMENT ON COLUMN api_keys.updated_at IS 'When it was last changed or revoked; uses do not count. Null: never.';
  `,
};

export const narrowKeysMigrations: readonly Migration[] = [
  narrowKeysMigration,
  indexMigration('0365b-api-keys-ending', {
    index: 'api_keys_ending',
    on: 'ON api_keys (expires_at) WHERE expires_at IS NOT NULL AND revoked_at IS NULL',
  }),
  indexMigration('0365c-api-keys-made', {
    index: 'api_keys_made',
    on: 'ON api_keys (environment_id, made_by) WHERE made_by IS NOT NULL',
  }),
];
