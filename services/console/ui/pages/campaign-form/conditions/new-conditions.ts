import type { ConditionScope } from '../../../model/campaigns/condition-rows.ts';
import type { Json } from '../../../model/drafts/draft.ts';

/** Conditions that somebody can begin with, as they are written. Between two times are two of them. */
const begun = {
  weekend: { field: 'weekday', op: 'in', value: ['SAT', 'SUN'] },
  between: {
    operator: 'AND',
    conditions: [
      { field: 'time', op: 'gte', value: '17:00' },
      { field: 'time', op: 'lt', value: '19:00' },
    ],
  },
  day: { field: 'date', op: 'eq', value: '' },
  monthDay: { field: 'day_of_month', op: 'eq', value: 1 },
  stores: { field: 'store_ref', op: 'in', value: [] },
  first: { field: 'purchase_number', op: 'eq', value: 1 },
  returning: { field: 'days_since_last_txn', op: 'lte', value: 30 },
  tier: { field: 'tier_id', op: 'gte', value: '' },
  segment: { field: 'segment_id', op: 'eq', value: '' },
  product: { lines: { field: 'category', op: 'in', value: [] } },
  many: {
    lines: { field: 'category', op: 'in', value: [] },
    field: 'quantity',
    op: 'gte',
    value: 6,
  },
  attribute: { field: 'attributes.', op: 'eq', value: '' },
  payload: { field: 'payload.', op: 'eq', value: '' },
  comparison: { field: '', op: 'eq', value: '' },
  category: { field: 'category', op: 'in', value: [] },
  sku: { field: 'sku', op: 'in', value: [] },
  price: { field: 'unit_price_cents', op: 'gte', value: '' },
} as const satisfies Readonly<Record<string, Json>>;
export type BegunCondition = keyof typeof begun;

/** The conditions in the order in which a form offers them. */
export const begunOf: Readonly<Record<ConditionScope, readonly BegunCondition[]>> = {
  receipts: [
    'weekend',
    'between',
    'day',
    'stores',
    'product',
    'many',
    'first',
    'returning',
    'tier',
    'segment',
    'attribute',
    'monthDay',
  ],
  events: ['weekend', 'between', 'day', 'payload', 'tier', 'segment', 'first', 'returning', 'monthDay'],
  payload: ['comparison'],
  lines: ['category', 'sku', 'price'],
};

export const begunCondition = (name: BegunCondition): Json => begun[name];

/**
 * Returns what a group gains by a condition. A range of times becomes both of its ends if the group's
 * operator joins them as they are meant.
 */
export const addedTo = (operator: string, condition: Json): readonly Json[] =>
  condition === begun.between && operator === 'AND' ? begun.between.conditions : [condition];

/** Returns a new group, with the opposite operator to the group around it. */
export const newGroupIn = (operator: string, scope: ConditionScope): Json => ({
  operator: operator === 'AND' ? 'OR' : 'AND',
  conditions: [begun[begunOf[scope][0] ?? 'comparison']],
});
