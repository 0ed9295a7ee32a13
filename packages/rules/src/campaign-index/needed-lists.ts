import { aimOf } from '../campaigns/campaign-aim.ts';
import type { Campaign } from '../campaigns/campaign.ts';
import type { LineComparison, LineList, LineTree } from '../conditions/line-tree.ts';
import type { Condition, Conditions } from '../conditions/read-conditions.ts';
import { foldTree, type LogicalOperator } from '../segments/condition-tree.ts';

/** Some line must be in one of these lists of the campaign. Null means that it may fire without any. */
type Needed = readonly number[] | null;

/**
 * Returns the lists of a campaign in one of which a receipt must have a line. The result is never too narrow:
 * the campaign fires for no receipt without such a line.
 */
export const neededListsOf = (campaign: Campaign): Needed => {
  const { earningRule } = campaign;
  const { conditions, earnOn, lists } = aimOf(campaign);
  const isOfProducts = earningRule.type === 'PRODUCT_PURCHASE';
  const ofRule: Needed = isOfProducts ? [0] : null;
  if (conditions === null && earnOn === null) return ofRule;
  const need = new Needs(lists, isOfProducts ? [earningRule.skus ?? [], earningRule.categories ?? []] : []);
  return need.smallest([
    ofRule,
    earnOn === null || earnOn.isExcept ? null : need.ofLines(earnOn.lines),
    conditions === null ? null : need.ofConditions(conditions),
  ]);
};

class Needs {
  /** This is the number of values in each list. */
  readonly #sizes: readonly number[];
  readonly #linesFrom: number;

  constructor(lists: readonly LineList[], ofRule: readonly (readonly string[])[]) {
    const sizes = lists.map(({ values }) => values.length);
    this.#linesFrom = ofRule.length === 0 ? 0 : 1;
    this.#sizes = ofRule.length === 0 ? sizes : [ofRule.flat().length, ...sizes];
  }

  ofLines(tree: LineTree): Needed {
    return foldTree<LineComparison, Needed>(tree, {
      leaf: (leaf) => ('list' in leaf && leaf.isIn ? [leaf.list + this.#linesFrom] : null),
      join: (operator, parts) => this.#join(operator, parts),
    });
  }

  ofConditions(tree: Conditions): Needed {
    return foldTree<Condition, Needed>(tree, {
      // Where a basket without such lines meets it, its products do not find it.
      leaf: (leaf) => ('lines' in leaf && !leaf.isMet(0) ? this.ofLines(leaf.lines) : null),
      join: (operator, parts) => this.#join(operator, parts),
    });
  }

  /** Returns the need with the fewest values. */
  smallest(needs: readonly Needed[]): Needed {
    const known = needs.filter((need) => need !== null);
    return known.toSorted((one, other) => this.#sizeOf(one) - this.#sizeOf(other))[0] ?? null;
  }

  #join(operator: LogicalOperator, parts: readonly Needed[]): Needed {
    if (operator === 'AND') return this.smallest(parts);
    const known = parts.filter((need) => need !== null);
    return known.length === parts.length ? [...new Set(known.flat())] : null;
  }

  #sizeOf(need: readonly number[]): number {
    return need.reduce((sum, list) => sum + (this.#sizes[list] ?? 0), 0);
  }
}
