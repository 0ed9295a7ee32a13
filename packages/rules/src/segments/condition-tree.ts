/** A tree of conditions, which may have any depth (D57, D64). A leaf has no `conditions` of its own. */
export type ConditionTree<Leaf extends object> = ConditionNode<Leaf> | Leaf;

export interface ConditionNode<Leaf extends object> {
  readonly operator: LogicalOperator;
  readonly conditions: readonly ConditionTree<Leaf>[];
}

export type LogicalOperator = 'AND' | 'OR';

/**
 * Returns true if the tree holds. It stops once the result is known. An empty AND holds, and an empty OR does
 * not.
 */
export const holds = <Leaf extends object>(
  tree: ConditionTree<Leaf>,
  isMet: (leaf: Leaf) => boolean,
): boolean => {
  if (!('conditions' in tree)) return isMet(tree);
  return tree.operator === 'OR'
    ? tree.conditions.some((one) => holds(one, isMet))
    : tree.conditions.every((one) => holds(one, isMet));
};

interface TreeFold<Leaf, Result> {
  readonly leaf: (leaf: Leaf) => Result;
  readonly join: (operator: LogicalOperator, parts: readonly Result[]) => Result;
}

export const foldTree = <Leaf extends object, Result>(
  tree: ConditionTree<Leaf>,
  fold: TreeFold<Leaf, Result>,
): Result =>
  'conditions' in tree
    ? fold.join(
        tree.operator,
        tree.conditions.map((one) => foldTree(one, fold)),
      )
    : fold.leaf(tree);

export const leavesOf = <Leaf extends object>(tree: ConditionTree<Leaf>): readonly Leaf[] =>
  foldTree<Leaf, readonly Leaf[]>(tree, { leaf: (leaf) => [leaf], join: (_, parts) => parts.flat() });
