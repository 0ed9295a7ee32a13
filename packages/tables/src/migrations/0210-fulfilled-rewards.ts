import { indexMigration, type Migration } from '@loyalty/storage/migrations';

export const fulfilledRewardMigrations: readonly Migration[] = [
  {
    name: '0210a-fulfilled-rewards',
    sql: `
      ALTER TABLE rewards
        ADD COLUMN code           text,
        ADD COLUMN provider       text,
        ADD COLUMN attempts       smallint NOT NULL DEFAULT 0,
        ADD COLUMN failure_reason text,
        ADD COLUMN issued_at      timestamptz(3),
        ADD COLUMN expires_at     timestamptz(3),
        ADD COLUMN redeemed_at    timestamptz(3),
        ADD COLUMN expired_at     timestamptz(3),
        ADD COLUMN failed_at      timestamptz(3);
      COMMENT ON COLUMN rewards.provider IS 'The name of the provider that was asked for the code.';
      COMMENT ON COLUMN rewards.attempts IS 'How often a provider was asked since it was requested, or last retried by hand.';
      COMMENT ON COLUMN rewards.expires_at IS 'ISSUED ones are shown as EXPIRED from here on, also before the sweep has marked them.';

      CREATE TABLE reward_codes (
        environment_id int  NOT NULL,
        code           text NOT NULL,
        reward_id      uuid NOT NULL,
        PRIMARY KEY (environment_id, code)
      );
      COMMENT ON TABLE reward_codes IS 'Every code that was given, whoever made it: the one judge of whether it was given before.';
    `,
  },
  indexMigration('0210b-rewards-newest', {
    index: 'rewards_newest',
    on: 'ON rewards (environment_id, created_at DESC, id DESC)',
  }),
  indexMigration('0210c-rewards-unhappy', {
    index: 'rewards_unhappy',
    on: `ON rewards (environment_id, state, created_at DESC, id DESC) WHERE state IN ('PENDING_FULFILMENT', 'FAILED')`,
  }),
  indexMigration('0210d-rewards-expiring', {
    index: 'rewards_expiring',
    on: `ON rewards (expires_at) WHERE state = 'ISSUED' AND expires_at IS NOT NULL`,
  }),
];
