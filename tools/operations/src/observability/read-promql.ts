import { parser } from '@prometheus-io/lezer-promql';

export interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

type Node = ReturnType<typeof parser.parse>['topNode'];

/** By Prometheus' own grammar. */
export const readPromql = (
  query: string,
): {
  readonly isValid: boolean;
  readonly selectors: readonly Selector[];
  /** Labels after by, on, ignoring, without and group_left. */
  readonly groupings: readonly string[];
} => {
  const nodes: Node[] = [];
  parser.parse(query).iterate({
    enter: ({ node }) => {
      nodes.push(node);
    },
  });
  const textOf = ({ from, to }: Node): string => query.slice(from, to);
  const named = (name: string): readonly Node[] => nodes.filter((node) => node.name === name);
  return {
    isValid: nodes.every(({ type }) => !type.isError),
    selectors: named('VectorSelector').map((node) => selectorOf(node, textOf)),
    groupings: named('GroupingLabels').flatMap((node) => node.getChildren('LabelName').map(textOf)),
  };
};

const selectorOf = (selector: Node, textOf: (node: Node) => string): Selector => {
  const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? [];
  const textIn = (node: Node, name: string): string => {
    const child = node.getChild(name);
    return child === null ? '' : textOf(child);
  };
  return {
    metric: textIn(selector, 'Identifier'),
    matchers: matchers.map((matcher) => ({
      label: textIn(matcher, 'LabelName'),
      operator: textIn(matcher, 'MatchOp'),
      value: textIn(matcher, 'StringLiteral').slice(1, -1),
    })),
  };
};
