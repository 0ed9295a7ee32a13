/** A process with settings, logs, metrics, traces and parts; for those without database and stream, too. */
export { runService, type ServiceContext } from './process/run-service.ts';
