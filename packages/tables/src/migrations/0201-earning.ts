import type { Migration } from '@loyalty/storage/migrations';

export const earningMigration: Migration = {
  name: '0201-earning',
  sql: `
    CREATE TABLE member_counters (
      environment_id int         NOT NULL,
      member_id      uuid        NOT NULL,
      campaign_id    uuid        NOT NULL,
      kind           text        NOT NULL CHECK (kind IN ('STAMPS', 'VISITS', 'SURPRISE', 'SIGNUP')),
      count          bigint      NOT NULL CHECK (count >= 0),
      completed      bigint      NOT NULL CHECK (completed >= 0),
      last_at        timestamptz NOT NULL,
      PRIMARY KEY (environment_id, member_id, campaign_id, kind)
    ) WITH (fillfactor = 70);
    COMMENT ON TABLE member_counters IS
      'What one member has collected under a campaign; written only under the lock of the member. For STAMPS count is that of the card at hand and completed the cards before it.';

    CREATE TABLE campaign_counters (
      environment_id int    NOT NULL,
      campaign_id    uuid   NOT NULL,
      scope          text   NOT NULL,
      count          bigint NOT NULL CHECK (count >= 0),
      PRIMARY KEY (environment_id, campaign_id, scope)
    ) WITH (fillfactor = 50);
    COMMENT ON COLUMN campaign_counters.scope IS
      'Empty for the count of the whole campaign, store:<storeRef> for that of one store.';

    CREATE TABLE rewards (
      environment_id int         NOT NULL,
      id             uuid        NOT NULL,
      member_id      uuid        NOT NULL,
      campaign_id    uuid,
      tier_id        uuid,
      state          text        NOT NULL DEFAULT 'PENDING_FULFILMENT'
                                 CHECK (state IN ('PENDING_FULFILMENT', 'ISSUED', 'REDEEMED', 'EXPIRED', 'FAILED')),
      reward_type    text        NOT NULL
                                 CHECK (reward_type IN ('COUPON_VOUCHER', 'GIFT_CARD', 'DISCOUNT_VOUCHER', 'FREE_ITEM')),
      value          jsonb       NOT NULL,
      valid_days     int         CHECK (valid_days >= 1),
      created_at     timestamptz NOT NULL,
      PRIMARY KEY (environment_id, id),
      CONSTRAINT rewards_have_one_source CHECK ((campaign_id IS NULL) <> (tier_id IS NULL))
    ) WITH (fillfactor = 70);
    CREATE INDEX rewards_of_member ON rewards (environment_id, member_id, created_at DESC, id DESC);
  `,
};
