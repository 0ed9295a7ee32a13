import type { Migration } from '@loyalty/storage/migrations';

export const rewardProvidersMigration: Migration = {
  name: '0108-reward-providers',
  sql: `
    CREATE TABLE reward_providers (
      environment_id int            NOT NULL REFERENCES environments (id),
      name           text           NOT NULL CHECK (char_length(name) BETWEEN 1 AND 64),
      id             uuid           NOT NULL UNIQUE,
      kind           text           NOT NULL CHECK (kind IN ('POOL', 'HTTP')),
      url            text           CHECK (char_length(url) <= 2048),
      secret         bytea,
      is_idempotent  boolean        NOT NULL DEFAULT true,
      calls_max      smallint       NOT NULL DEFAULT 8 CHECK (calls_max BETWEEN 1 AND 32),
      created_at     timestamptz(3) NOT NULL DEFAULT now(),
      updated_at     timestamptz(3) NOT NULL DEFAULT now(),
      PRIMARY KEY (environment_id, name),
      CONSTRAINT providers_have_an_address CHECK ((kind = 'HTTP') = (url IS NOT NULL) AND (kind = 'HTTP') = (secret IS NOT NULL))
    );
    COMMENT ON COLUMN reward_providers.id IS 'Names its lane.';
    COMMENT ON COLUMN reward_providers.secret IS 'Sealed; signs what it is asked.';
    COMMENT ON COLUMN reward_providers.is_idempotent IS
      'Whether it answers a reward id that it has seen with the code that it gave; one that does not is never asked twice.';
    COMMENT ON COLUMN reward_providers.calls_max IS 'How many calls to it are under way at a time at most.';

    CREATE TABLE code_pools (
      environment_id int     NOT NULL,
      name           text    NOT NULL,
      id             int     GENERATED ALWAYS AS IDENTITY UNIQUE,
      next_place     bigint  NOT NULL DEFAULT 1,
      last_place     bigint  NOT NULL DEFAULT 0,
      remaining      bigint  NOT NULL DEFAULT 0 CHECK (remaining >= 0),
      low_below      bigint  NOT NULL DEFAULT 1000 CHECK (low_below >= 0),
      PRIMARY KEY (environment_id, name),
      FOREIGN KEY (environment_id, name) REFERENCES reward_providers (environment_id, name) ON DELETE CASCADE
    ) WITH (fillfactor = 50);
    COMMENT ON TABLE code_pools IS 'How far each pool was given out; its row is the lock of the pool.';
    COMMENT ON COLUMN code_pools.next_place IS 'Codes stand in places from 1 on; those before this one were given, or passed over.';

    CREATE TABLE pool_codes (
      pool_id        int    NOT NULL,
      place          bigint NOT NULL,
      environment_id int    NOT NULL,
      code           text   NOT NULL CHECK (char_length(code) BETWEEN 1 AND 255),
      PRIMARY KEY (pool_id, place)
    );
    CREATE UNIQUE INDEX pool_codes_once ON pool_codes (environment_id, code);
    COMMENT ON TABLE pool_codes IS 'Imported codes in the order of their import. No row is ever changed.';
  `,
};
