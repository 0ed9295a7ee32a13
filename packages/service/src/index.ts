export { type ClockWatch, watchClocks } from './process/clock-watch.ts';
export { countHistoryChanges, type DependencyWatch, watchDependencies } from './process/dependency-watch.ts';
export { createOwnInstallation, type OwnInstallation } from './process/installation.ts';
export { createProcessPart, createServiceInfo } from './process/process-list.ts';
export { ProcessPhase } from './process/process-phase.ts';
export { runService, type ServiceContext } from './process.ts';
export { createSchemaIdsPart } from './process/schema-ids-part.ts';
export { createSchemaWait } from './process/schema-wait.ts';
