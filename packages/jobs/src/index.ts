/** Runs jobs: the part of a process, the store, a run at once. */

export { ChunkRunner } from './chunk-runner.ts';
export { timeShares, JobTimeShares } from './job-time-shares.ts';
export { createJobPart } from './job-part.ts';
export { createPostgresJobStore, type JobStore } from './job-store.ts';
