import { type ConditionTree, foldTree, holds, leavesOf } from './condition-tree.ts';

interface Leaf {
  readonly name: string;
}

const all = (...conditions: readonly ConditionTree<Leaf>[]) => ({ operator: 'AND', conditions }) as const;
const any = (...conditions: readonly ConditionTree<Leaf>[]) => ({ operator: 'OR', conditions }) as const;
const [a, b, c] = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];

it.each([
  [all(a, b), 'ab', true],
  [all(a, b), 'a', false],
  [any(a, b), 'b', true],
  [any(a, b), '', false],
  [all(), '', true],
  [any(), 'abc', false],
  [all(a, any(b, c)), 'ac', true],
  [any(all(a, b), c), 'a', false],
])('%j where %s are met', (tree, met, expected) => {
  expect(holds<Leaf>(tree, ({ name }) => met.includes(name))).toBe(expected);
});

it('is folded from its leaves up, and names them in their order', () => {
  const tree = any(all(a, b), c);
  const text = foldTree<Leaf, string>(tree, {
    leaf: ({ name }) => name,
    join: (operator, parts) => `(${parts.join(` ${operator} `)})`,
  });
  expect(text).toBe('((a AND b) OR c)');
  expect(leavesOf<Leaf>(tree)).toEqual([a, b, c]);
});
