/** The bounds of a tree of conditions (D10). */
export interface RuleTreeLimits {
  /** Levels of AND and OR. */
  readonly depthMax: number;
  /** Comparisons in all. */
  readonly leavesMax: number;
}

/** True when a tree of conditions (D64) is within the limits. Values that are no tree are left to other checks. */
export const isWithinLimits = (tree: unknown, { depthMax, leavesMax }: RuleTreeLimits): boolean => {
  let leaves = 0;
  let level: readonly unknown[] = [tree];
  for (let depth = 1; level.length > 0; depth += 1) {
    const children = level.flatMap(childrenOf);
    leaves += level.filter((node) => !isNode(node)).length;
    if (leaves > leavesMax || (depth > depthMax && level.some(isNode))) return false;
    level = children;
  }
  return true;
};

const isNode = (value: unknown): value is { readonly conditions: readonly unknown[] } =>
  typeof value === 'object' && value !== null && 'conditions' in value && Array.isArray(value.conditions);

const childrenOf = (value: unknown): readonly unknown[] => (isNode(value) ? value.conditions : []);
