import { hasAtMostDecimals } from '@loyalty/contracts';
import { linesMax } from '../requests/field-fault.ts';
import type { ConditionTree } from '../segments/condition-tree.ts';
import { type FoundValue, integers, parseText, type ValueRules } from './condition-fields.ts';

/** A condition on one line of a receipt. */
export type LineTree = ConditionTree<LineComparison>;

export type LineComparison = ListedLeaf | PriceLeaf;

/** An index knows of each line which lists of a campaign it is in. */
interface ListedLeaf {
  /** The place of the list among those of the campaign. */
  readonly list: number;
  /** If false, the line must be in none of the list. */
  readonly isIn: boolean;
}

interface PriceLeaf {
  readonly isPriceMet: (unitPriceCents: FoundValue) => boolean;
}

/** A list of skus or of categories; a line may have several categories. */
export interface LineList {
  readonly field: 'sku' | 'category';
  readonly values: readonly string[];
}

export type LineField = 'sku' | 'category' | 'unit_price_cents';

/** A rule lists at most as many products. */
const productsMax = 5_000;
const pricesMax = 100;

const ofProducts: ValueRules = {
  operators: ['eq', 'neq', 'in', 'not_in'],
  listMax: productsMax,
  parse: parseText,
  expected: 'a text of 1 to 255 characters',
};

const numeric = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte'] as const;

const cents = integers(0, Number.MAX_SAFE_INTEGER);

export const lineFields: Readonly<Record<LineField, ValueRules>> = {
  sku: ofProducts,
  category: ofProducts,
  unit_price_cents: { operators: [...numeric, 'in', 'not_in'], listMax: pricesMax, ...cents },
};

/** What a condition adds up over the selected lines: thousandths of units, cents, or the lines themselves. */
export type LineSum = 'quantity' | 'spend_cents' | 'count';

/** This is the sum over 500 lines. */
const unitsMax = linesMax * 100_000;

export const lineSums: Readonly<Record<LineSum, ValueRules>> = {
  quantity: {
    operators: numeric,
    listMax: 0,
    parse: (value) =>
      typeof value === 'number' && value >= 0 && value <= unitsMax && hasAtMostDecimals(value, 3)
        ? Math.round(value * 1000)
        : undefined,
    expected: `a number from 0 to ${unitsMax.toString()} with at most 3 decimals`,
  },
  spend_cents: { operators: numeric, listMax: 0, ...cents },
  count: { operators: numeric, listMax: 0, ...integers(0, linesMax) },
};
