export { chartFiles } from './chart/chart-files.ts';
export type { ChartFacts, ServiceFacts, SettingFacts } from './chart/service-facts.ts';
export type { Alert, Example, RuleGroup } from './observability/alerts/alert.ts';
export { observabilityFiles } from './observability/observability-files.ts';
export { ruleGroups } from './observability/rule-groups.ts';
export type { DerivedFile } from './derived-file.ts';
