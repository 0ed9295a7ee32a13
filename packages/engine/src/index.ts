export * from './jobs/job-part.ts';
export * from './jobs/job-schedule.ts';
export * from './jobs/job-store.ts';
export * from './jobs/job.ts';
export * from './jobs/postgres-job-store.ts';
