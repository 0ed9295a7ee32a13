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

/** This is where the next matcher of a selector would be. */
interface SelectorPlace {
  readonly selector: Selector;
  readonly at: number;
  readonly hasBraces: boolean;
}

type Node = ReturnType<typeof parser.parse>['topNode'];

/** Reads a query with Prometheus' own grammar. */
export const readPromql = (
  query: string,
): {
  readonly isValid: boolean;
  readonly selectors: readonly Selector[];
  readonly places: readonly SelectorPlace[];
  /** The labels after by, on, ignoring, without and group_left. */
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
  const places = named('VectorSelector').map((node) => placeOf(node, textOf));
  return {
    isValid: nodes.every(({ type }) => !type.isError),
    selectors: places.map(({ selector }) => selector),
    places,
    groupings: named('GroupingLabels').flatMap((node) => node.getChildren('LabelName').map(textOf)),
  };
};

/**
 * Adds matchers to each selector of a query, by Prometheus' own grammar. Throws for a query that the grammar
 * does not accept.
 */
export const withMatchers = (query: string, matchersOf: (selector: Selector) => string): string => {
  const { isValid, places } = readPromql(query);
  if (!isValid) throw new Error(`cannot be parsed: ${query}`);
  // From the end, so that places before stay where they are.
  return places.toReversed().reduce((text, { selector, at, hasBraces }) => {
    const matchers = matchersOf(selector);
    const comma = selector.matchers.length > 0 ? ',' : '';
    const added = hasBraces ? `${comma}${matchers}` : `{${matchers}}`;
    return text.slice(0, at) + added + text.slice(at);
  }, query);
};

const placeOf = (node: Node, textOf: (node: Node) => string): SelectorPlace => {
  const braces = node.getChild('LabelMatchers');
  return {
    selector: selectorOf(node, textOf),
    at: braces === null ? node.to : braces.to - 1,
    hasBraces: braces !== null,
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
