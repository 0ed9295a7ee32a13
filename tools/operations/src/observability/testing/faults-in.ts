import { type Matcher, readPromql, type Selector } from '../read-promql.ts';
import { type KnownLabels, knownMetrics } from './known-metrics.ts';

/** Says what a query names and nobody exports: metrics, labels, values. Empty for a query that is right. */
export const faultsIn = (query: string): readonly string[] => {
  const { isValid, selectors, groupings } = readPromql(query);
  if (!isValid) return [`cannot be parsed: ${query}`];
  const labels = new Set(selectors.flatMap(({ metric }) => [...(knownMetrics.get(metric)?.keys() ?? [])]));
  return [
    ...selectors.flatMap(faultsOf),
    ...groupings
      .filter((label) => !labels.has(label))
      .map((label) => `no metric here has the label ${label}`),
  ];
};

const faultsOf = ({ metric, matchers }: Selector): readonly string[] => {
  const known = knownMetrics.get(metric);
  if (known === undefined) return [`${metric} is no metric`];
  return matchers.flatMap((matcher) => faultOf(metric, known, matcher));
};

const faultOf = (
  metric: string,
  known: KnownLabels,
  { label, operator, value }: Matcher,
): readonly string[] => {
  const values = known.get(label);
  if (values === undefined) return [`${metric} has no label ${label}`];
  if (values === null || value === '') return [];
  const isPattern = operator.endsWith('~');
  const wanted = isPattern ? value.split('|') : [value];
  const has = (one: string): boolean =>
    isPattern ? values.some((each) => new RegExp(`^(?:${one})$`).test(each)) : values.includes(one);
  return wanted.filter((one) => !has(one)).map((one) => `${label} of ${metric} is never ${one}`);
};
