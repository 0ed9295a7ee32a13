export type { ServiceFacts } from './chart/service-facts.ts';
export type { Alert, Example, RuleGroup } from './observability/alerts/alert.ts';
export { dashboards } from './observability/dashboards/dashboards.ts';
export { foreignMetrics } from './observability/foreign-metrics.ts';
export {
  type ChartRelease,
  installationRules,
  installationScaling,
} from './observability/installation-rules.ts';
export { readPromql, type Selector } from './observability/read-promql.ts';
export { ruleGroups } from './observability/rule-groups.ts';
export { scaling } from './observability/scaling.ts';
export { scopeOf } from './observability/scoped-queries.ts';
export { sizes } from './sizing/sizes.ts';
