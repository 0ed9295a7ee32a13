/**
 * Returns a statement that stores 200 ACTIVE campaigns in an environment that no process has read yet: $1 is the tenant, $2 the
 * mode; `rule`, and each of `others` by its column, are SQL over the campaign's number `n`.
 */
export const insertActiveCampaigns = (
  rule: string,
  others: Readonly<Record<string, string>> = {},
): string => `
  WITH made AS (
    INSERT INTO campaigns (${['environment_id, id, name, earning_rule, state, activated_at, activation_seq', ...Object.keys(others)].join()})
    SELECT e.id, gen_random_uuid(), 'Campaign ' || n, ${[rule, `'ACTIVE', now(), nextval('campaign_activations')`, ...Object.values(others)].join()}
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

const byPlace = (tenth: string, twentieth: string, other: string): string =>
  `CASE n % 20 WHEN 0 THEN ${tenth} WHEN 10 THEN ${twentieth} ELSE ${other} END`;

const treeOf = (comparison: (n: number) => object): object => ({
  operator: 'AND',
  conditions: Array.from({ length: 50 }, (_, n) => comparison(n)),
});

/** Each is tried for every line, because all before it hold. */
const lineTree = treeOf((n) => ({ field: 'sku', op: 'neq', value: `no-${String(n)}` }));
const attributeTree = treeOf((n) => ({
  field: `attributes.a${String(n % 20)}`,
  op: 'neq',
  value: `no-${String(n)}`,
}));
const jsonbOf = (value: object): string => `'${JSON.stringify(value)}'::jsonb`;

/**
 * As many comparisons as ACTIVE campaigns may have, 500 of them over lines, in trees of 50 that all hold; beside them 180 campaigns
 * that list each line of {@link commonProducts}. As {@link insertActiveCampaigns}.
 */
export const insertDearestTrees = insertActiveCampaigns(
  byPlace(
    jsonbOf({ type: 'SPEND_PERCENTAGE', percentage: 1 }),
    jsonbOf({ type: 'FIXED_POINTS', points: 1 }),
    `jsonb_build_object('type', 'PRODUCT_PURCHASE', 'points', 1, 'skus',
      (SELECT jsonb_agg(CASE WHEN k <= 218 THEN 'common-' || k ELSE 'listed-' || n || '-' || k END) FROM generate_series(1, 500) AS k))`,
  ),
  {
    conditions: byPlace('NULL', jsonbOf(attributeTree), 'NULL'),
    earn_on: byPlace(jsonbOf({ lines: lineTree }), 'NULL', 'NULL'),
    comparisons: byPlace('50', '50', '0'),
    line_comparisons: byPlace('50', '0', '0'),
    rules_version: '6',
  },
);

/** 500 lines with 2,000 categories, each listed by 180 campaigns of {@link insertDearestTrees}. */
export const commonProducts = dearProducts.map((line, n) => ({
  ...line,
  sku: `common-${String((n % 218) + 1)}`,
}));

/** The points of a basket of them, of 50,000 cents: 1 % ten times, ten points, and a point for each unit 180 times. */
export const dearestPoints = 10 * 500 + 10 + 180 * 500;
