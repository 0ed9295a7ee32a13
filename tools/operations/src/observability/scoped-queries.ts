import { foreignMetrics } from './foreign-metrics.ts';
import { type Selector, withMatchers } from './read-promql.ts';
import type { SeriesScope } from './scopes.ts';

/** A matcher that finds nothing until the chart replaces it. */
export const scopeLabel = 'loyalty_scope';

export const scopeOf = ({ metric }: Selector): SeriesScope => {
  if (metric.startsWith('loyalty:')) return 'rules';
  const foreign = foreignMetrics[metric];
  if (foreign !== undefined) return foreign.scope;
  if (/^(?:loyalty|process|nodejs)_/.test(metric)) return 'services';
  throw new Error(`it is not known whose metric ${metric} is`);
};

/** Names a scope in each selector of a query, for rules and scaling in the chart. */
export const withScopes = (query: string): string =>
  withMatchers(query, (selector) => `${scopeLabel}="${scopeOf(selector)}"`);

const ofVariables = 'namespace=~"$namespace",release=~"$release"';

/**
 * Adds the variables of a dashboard to a query, for Grafana. They match everything if nothing has these
 * labels.
 */
export const withVariables = (query: string): string =>
  withMatchers(query, (selector) => {
    const scope = scopeOf(selector);
    return scope === 'services' || scope === 'rules' ? ofVariables : `\${${scope}:raw}`;
  });
