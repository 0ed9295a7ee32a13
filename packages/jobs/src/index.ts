export { ChunkRunner } from './chunk-runner.ts';
export { type JobCheckpoint, type JobKey, type JobStatus, readJobCheckpoint } from './job-checkpoints.ts';
export { dutyShares, JobDuty } from './job-duty.ts';
export { createJobPart } from './job-part.ts';
export { type JobSchedule, periodMsOf, runAtMsOf } from './job-schedule.ts';
export type { JobStore } from './job-store.ts';
export { type Job, type JobChunk, type JobChunkDone, wholeDatabase } from './job.ts';
export { createPostgresJobStore } from './postgres-job-store.ts';
export { runJobNow } from './run-job-now.ts';
