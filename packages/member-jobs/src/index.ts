export { createExpirePointsJob } from './expire-points.ts';
export { createMemberJobs } from './member-jobs.ts';
export { createScrubErasedJob } from './scrub-erased.ts';
