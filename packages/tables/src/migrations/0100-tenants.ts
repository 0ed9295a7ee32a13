import type { Migration } from '@loyalty/storage/migrations';

export const tenantsMigration: Migration = {
  name: '0100-tenants',
  sql: `
    CREATE TABLE tenants (
      id         uuid           PRIMARY KEY,
      name       text           NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    );

    -- Half of each page stays free, so that raising config_version writes no index.
    CREATE TABLE environments (
      id             int    GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      tenant_id      uuid   NOT NULL REFERENCES tenants (id),
      mode           text   NOT NULL CHECK (mode IN ('test', 'live')),
      config_version bigint NOT NULL DEFAULT 1 CHECK (config_version >= 1),
      secret         bytea  NOT NULL CHECK (octet_length(secret) = 32),
      settings       jsonb  NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(settings) = 'object'),
      UNIQUE (tenant_id, mode)
    ) WITH (fillfactor = 50);
    COMMENT ON COLUMN environments.config_version IS
      'Raised by every change of configuration, in the transaction of that change (D33).';
    COMMENT ON COLUMN environments.secret IS
      'Keys member keys, derived ids and draws; it never changes, or everything derived from it would.';

    CREATE TABLE api_keys (
      id                    uuid           PRIMARY KEY,
      environment_id        int            NOT NULL REFERENCES environments (id),
      name                  text           NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
      hash                  bytea          NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
      hint                  text           NOT NULL,
      rate_limit_per_minute int            CHECK (rate_limit_per_minute >= 1),
      created_at            timestamptz(3) NOT NULL DEFAULT now(),
      revoked_at            timestamptz(3)
    );
    CREATE INDEX api_keys_newest ON api_keys (environment_id, created_at DESC, id DESC);
    COMMENT ON COLUMN api_keys.hash IS 'SHA-256 of the key; the key itself is shown once and stored nowhere (D3).';
  `,
};
