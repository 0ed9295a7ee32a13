/** Kafka and Postgres in memory, with the stores of the runtime, of jobs and of tasks; a toy engine and its ledger. */

export { directLine } from './line.ts';
export { MemoryBroker } from './memory-broker.ts';
export { MemoryDatabase, type MemoryTransaction, StoreFailure } from './memory-database.ts';
export { MemoryStore } from './memory-store.ts';
export { createJobRun, type JobRun, type JobRunOptions } from './job-run.ts';
export { StepTaskWorker, type StepTaskWorkerOptions } from './step-task-worker.ts';
export { startToyEngine, type ToyEngine, type ToyEngineOptions } from './toy-engine.ts';
export { toyDecoder, toyHandler, type ToyMessage, toyMessage } from './toy-ledger.ts';
