export { type FillableKind, fillConfiguration } from './configuration/fill-configuration.ts';
export { createOwnTenant, readConfigVersion, readWebhooksVersion } from './configuration/own-tenant.ts';
export { countPages } from './count-pages.ts';
export {
  replyHeaders,
  testAccount,
  testAtMs,
  testBytes,
  testCampaign,
  testEnvironmentId,
  testMessage,
  testRecord,
  testSnapshot,
} from './engine/builders.ts';
export { MemoryCache } from './engine/memory-cache.ts';
export { MemoryConfiguration } from './engine/memory-configuration.ts';
export { againAfterRace, onNewest } from './engine/on-newest.ts';
export { runBatch } from './engine/run-batch.ts';
export { type ScriptedResult, ScriptedTransaction } from './engine/scripted-transaction.ts';
export {
  outcomeOf,
  promisedBy,
  readDocumentedCommands,
  runDocumentedCommands,
  type CommandsPlace,
  type DocumentedCommands,
  type Outcome,
} from './documented-commands.ts';
export { createDoor, type Door } from './door.ts';
export { eventually } from './eventually.ts';
export { blocked, directLine } from './line.ts';
export { MemoryBroker } from './memory-broker.ts';
export { MemoryDatabase, type MemoryTransaction, StoreFailure } from './memory-database.ts';
export { MemoryJobStore } from './memory-job-store.ts';
export { MemoryStore } from './memory-store.ts';
export { type PgBouncer, startPgBouncer } from './pgbouncer.ts';
export { createJobRun, type JobRun, type JobRunOptions } from './job-run.ts';
export { quickClock } from './quick-clock.ts';
export { misreadBytes, type ByteFormats, writeSamples, type WrittenBytes } from './released-bytes.ts';
export {
  createScratchDatabase,
  type ScratchDatabase,
  withScratchDatabase,
  openSharedDatabase,
} from './scratch-database.ts';
export { startCodeProvider, type CodeProvider, type ProviderRequest } from './servers/code-provider.ts';
export { manyAddresses, type NameServer, startNameServer, type Zone } from './servers/name-server.ts';
export { startSpanReceiver, type ReceivedSpan, type SpanReceiver } from './servers/span-receiver.ts';
export { startTestServer, type TestServer, wholeRequests } from './servers/test-server.ts';
export { startWebhookReceiver, type ReceivedDelivery } from './servers/webhook-receiver.ts';
export { sendOnce } from './send-once.ts';
export { createSilentProxy, type SilentProxy } from './silent-proxy.ts';
export { historyRuns, sizeOf } from './sizes.ts';
export { SteadyTills, type EvaluatedReceipt, type TillAttempt, type TillReceipt } from './steady-tills.ts';
export { StepTaskWorker, type StepTaskWorkerOptions } from './step-task-worker.ts';
export { retryLockTimeouts, untilLockWaits } from './until-lock-waits.ts';
export { isInstalled, isRequired } from './system-tools.ts';
export { startToyEngine, type ToyEngine, type ToyEngineOptions } from './toy-engine.ts';
export { toyDecoder, toyHandler, type ToyMessage, toyMessage } from './toy-ledger.ts';
export { type JobSimulationResult, simulateJobs } from './simulation/jobs/simulate-jobs.ts';
export { simulate, type SimulationResult } from './simulation/simulate.ts';
export { simulateTasks } from './simulation/tasks/simulate-tasks.ts';
export { createSchemaDatabase, schemaMigrations, withSchemaDatabase } from './schema-database.ts';
export { withDatabase } from './with-database.ts';
