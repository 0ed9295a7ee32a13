/**
 * Returns a statement that stores 200 ACTIVE campaigns in an environment that no process has read yet: $1 is the tenant, $2 the
 * mode; `rule` is SQL over the campaign's number `n`.
 */
export const insertActiveCampaigns = (rule: string): string => `
  WITH made AS (
    INSERT INTO campaigns (environment_id, id, name, earning_rule, state, activated_at, activation_seq)
    SELECT e.id, gen_random_uuid(), 'Campaign ' || n, ${rule}, 'ACTIVE', now(), nextval('campaign_activations')
      FROM environments e, generate_series(1, 200) AS n
     WHERE e.tenant_id = $1 AND e.mode = $2
    RETURNING environment_id, id)
  INSERT INTO campaign_budgets (environment_id, campaign_id) SELECT environment_id, id FROM made`;

/** A rule with as many products as all campaigns of an environment may list together. */
export const listingRule = `jsonb_build_object('type', 'PRODUCT_PURCHASE', 'points', 1,
  'skus', (SELECT jsonb_agg('listed-' || n || '-' || k) FROM generate_series(1, 500) AS k))`;

/** A rule that gives as many rewards as one receipt may get. */
export const surprisingRule = `jsonb_build_object('type', 'SURPRISE_DELIGHT', 'rewardRules',
  (SELECT jsonb_agg('{"everyNth": 1, "reward": {"rewardType": "FREE_ITEM", "value": {"description": "A coffee"}}}'::jsonb)
     FROM generate_series(1, 50)))`;

/** A rule that gives every receipt a reward with the largest value there may be, of 8 KiB. */
export const largeRewardRule = `jsonb_build_object('type', 'SURPRISE_DELIGHT', 'rewardRules', jsonb_build_array(
  jsonb_build_object('everyNth', 1, 'reward', jsonb_build_object('rewardType', 'FREE_ITEM', 'value', jsonb_build_object(
    'description', 'A coffee', 'skus', (SELECT jsonb_agg(repeat('s', 255)) FROM generate_series(1, 31)))))))`;

/** 500 lines with 2,000 categories, of which one product is listed by {@link listingRule}. */
export const dearProducts = Array.from({ length: 500 }, (_, line) => ({
  sku: line === 7 ? 'listed-9-9' : `sku-${String(line)}`,
  quantity: 1,
  unitPrice: 100,
  categories: Array.from({ length: 4 }, (__, n) => `category-${String(line)}-${String(n)}`),
}));
