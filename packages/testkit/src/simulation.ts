/** Deterministic simulations of the runtime, of jobs and of tasks, from a seed. */

export { type JobSimulationResult, simulateJobs } from './simulation/jobs/simulate-jobs.ts';
export { simulate, type SimulationResult } from './simulation/simulate.ts';
export { simulateTasks } from './simulation/tasks/simulate-tasks.ts';
