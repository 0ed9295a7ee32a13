import type { PoolPlan } from '@loyalty/storage';

/** Made on demand, and closed after 10 s without use. */
export const streamServicePools = {
  batches: { max: 2, use: 'transactions of batches; positions' },
  reads: { max: 2, use: 'reads beside a batch, as of snapshots' },
  jobs: { max: 2, use: 'jobs, timers, tasks, the sweeper of the outbox' },
  opening: { max: 2, use: 'steps that open an epoch, after a restart or a failover of Postgres' },
  heartbeats: { max: 1, use: 'heartbeats; the time of the database' },
  locks: { max: 3, use: 'advisory locks: of jobs and epochs; of the outbox; of a dead owner of outbox rows' },
} as const satisfies PoolPlan;
