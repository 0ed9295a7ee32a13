import type { Migration } from '@loyalty/storage/migrations';

/**
 * Adds campaigns (D30). Instants have milliseconds, because they must not change as ISO text in responses and
 * cursors.
 */
export const campaignsMigration: Migration = {
  name: '0101-campaigns',
  sql: `
    CREATE SEQUENCE campaign_activations AS bigint;

    CREATE TABLE campaigns (
      environment_id     int              NOT NULL REFERENCES environments (id),
      id                 uuid             NOT NULL,
      name               text             NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
      description        text             CHECK (char_length(description) <= 2000),
      state              text             NOT NULL DEFAULT 'DRAFT'
                                          CHECK (state IN ('DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED')),
      earning_rule       jsonb            NOT NULL,
      redemption_rule    jsonb,
      target_segment_ids uuid[]           NOT NULL DEFAULT '{}',
      store_ids          text[]           NOT NULL DEFAULT '{}',
      start_at           timestamptz(3),
      end_at             timestamptz(3),
      min_spend_cents    bigint           CHECK (min_spend_cents >= 0),
      max_budget_cents   bigint           CHECK (max_budget_cents > 0),
      alert_threshold    double precision NOT NULL DEFAULT 0.8 CHECK (alert_threshold > 0 AND alert_threshold <= 1),
      currency           text             CHECK (currency ~ '^[A-Z]{3}$'),
      spent_cents        bigint           NOT NULL DEFAULT 0 CHECK (spent_cents >= 0),
      activated_at       timestamptz(3),
      activation_seq     bigint,
      created_at         timestamptz(3)   NOT NULL DEFAULT now(),
      updated_at         timestamptz(3)   NOT NULL DEFAULT now(),
      PRIMARY KEY (environment_id, id),
      CONSTRAINT campaigns_end_after_start CHECK (end_at >= start_at),
      CONSTRAINT campaigns_activated_once CHECK ((activated_at IS NULL) = (activation_seq IS NULL)),
      CONSTRAINT campaigns_draft_until_activated CHECK ((state = 'DRAFT') <= (activated_at IS NULL)),
      CONSTRAINT campaigns_active_was_activated CHECK ((state = 'ACTIVE') <= (activated_at IS NOT NULL)),
      CONSTRAINT campaigns_rule_has_type CHECK (COALESCE(jsonb_typeof(earning_rule -> 'type') = 'string', false)),
      CONSTRAINT campaigns_percentage CHECK (
        earning_rule ->> 'type' <> 'SPEND_PERCENTAGE'
        OR COALESCE((earning_rule ->> 'percentage')::numeric > 0
                AND (earning_rule ->> 'percentage')::numeric <= 1000, false)),
      CONSTRAINT campaigns_points_per_rand CHECK (
        redemption_rule IS NULL OR COALESCE((redemption_rule ->> 'pointsPerRand')::numeric > 0, false)),
      CONSTRAINT campaigns_discount_percent CHECK (
        (redemption_rule ->> 'maxDiscountPercentOfBasket')::numeric > 0
        AND (redemption_rule ->> 'maxDiscountPercentOfBasket')::numeric <= 100)
    ) WITH (fillfactor = 70);
    CREATE INDEX campaigns_newest ON campaigns (environment_id, created_at DESC, id DESC);
    COMMENT ON COLUMN campaigns.activation_seq IS
      'Given once, by the first activation: the order in which campaigns are listed in answers (D26).';
  `,
};
