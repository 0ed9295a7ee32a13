export { type ClockWatch, watchClocks } from './process/clock-watch.ts';
export { countHistoryChanges, type DependencyWatch, watchDependencies } from './process/dependency-watch.ts';
export { createSchemaIdsPart } from './process/kafka-ids.ts';
export { createProcessPart, createServiceInfo } from './process/process-list.ts';
export { ProcessPhase } from './process/process-phase.ts';
export { runService, type ServiceContext } from './process/run-service.ts';
export { createSchemaWait } from './process/schema-wait.ts';
