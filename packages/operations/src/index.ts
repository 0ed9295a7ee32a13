export { chartFiles } from './chart/chart-files.ts';
export type { ServiceFacts, SettingFacts } from './chart/service-facts.ts';
export { observabilityFiles } from './observability/observability-files.ts';
export type { DerivedFile } from './derived-file.ts';
