import { lanes, latencyBucketsS, type MetricDefinition } from './metric-definition.ts';

export const jobMetrics = {
  loyalty_job_chunks_total: {
    kind: 'counter',
    unit: '{chunk}',
    help: 'Chunks of a job, one database transaction each; outcome is stored, overtaken (another process was first) or failed.',
    labels: ['job', 'outcome'],
    values: { outcome: ['stored', 'overtaken', 'failed'] },
  },
  loyalty_job_rows_total: {
    kind: 'counter',
    unit: '{member}',
    help: 'Members, or rows, that stored chunks of a job have taken.',
    labels: ['job'],
  },
  loyalty_job_passed_over_total: {
    kind: 'counter',
    unit: '{member}',
    help: 'Members whom a run passed over because what is stored of them contradicts itself; alert on any: `loyaltyctl check`.',
    labels: ['job'],
  },
  loyalty_job_chunk_duration_seconds: {
    kind: 'histogram',
    unit: 's',
    help: 'Time of the transaction of a stored chunk; chunks are sized for 0.1 s.',
    labels: ['job'],
    buckets: latencyBucketsS,
  },
  loyalty_job_running: {
    kind: 'gauge',
    unit: '1',
    help: 'Is 1 in the process that leads a job, 0 in the others.',
    labels: ['job'],
  },
  loyalty_job_waiting_for_clocks: {
    kind: 'gauge',
    unit: '1',
    help: "Is 1 while a job that destroys by time is due and waits, because the database's clock differs from the brokers'; alert on any. `retention` deletes old rows in each process.",
    labels: ['job'],
  },
  loyalty_job_last_success_timestamp_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'When a job was last finished with nothing left due in any environment, in seconds since the epoch.',
    labels: ['job'],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export const workMetrics = {
  loyalty_task_attempts_running: {
    kind: 'gauge',
    unit: '{attempt}',
    help: 'Attempts of a queue that are under way in this process.',
    labels: ['queue'],
  },
  loyalty_tasks_in_flight: {
    kind: 'gauge',
    unit: '{row}',
    help: 'Tasks that this process has claimed or leased, and not recorded or released yet.',
    labels: ['queue'],
  },
  loyalty_task_destinations: {
    kind: 'gauge',
    unit: '{destination}',
    help: 'Destinations (providers, endpoints) that this process knows, by pace: fast or slow.',
    labels: ['queue', 'pace'],
  },
  loyalty_tasks_due: {
    kind: 'gauge',
    unit: '{row}',
    help: 'Rows of a queue whose time has come, of the whole database, looked at every 30 s; 1,000,000 stands for more.',
    labels: ['queue'],
  },
  loyalty_tasks_in_rows: {
    kind: 'gauge',
    unit: '{row}',
    help: 'Rows of a queue, due or not, of the whole database, by lane; looked at every 30 s; 1,000,000 stands for more of both lanes.',
    labels: ['queue', 'lane'],
    values: { lane: lanes },
  },
  loyalty_tasks_submitted_total: {
    kind: 'counter',
    unit: '{task}',
    help: 'New tasks by the place where they wait for their first attempt: memory, or rows, which cost two to three times the work.',
    labels: ['queue', 'lane', 'place'],
    values: { lane: lanes, place: ['memory', 'rows'] },
  },
  loyalty_tasks_released_total: {
    kind: 'counter',
    unit: '{task}',
    help: 'Tasks that waited in memory for too long, or until the process stopped, and got rows before their first attempt.',
    labels: ['queue', 'lane'],
    values: { lane: lanes },
  },
  loyalty_task_oldest_due_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'For how long the oldest row of a queue has been due, of the whole database, 0 when none is; looked at every 30 s.',
    labels: ['queue'],
  },
  loyalty_task_attempts_recorded_total: {
    kind: 'counter',
    unit: '{attempt}',
    help: "Attempts that were recorded: counted, or lost because the row was another process' by then.",
    labels: ['queue', 'outcome'],
    values: { outcome: ['counted', 'lost'] },
  },
  loyalty_tasks_reclaimed_total: {
    kind: 'counter',
    unit: '{row}',
    help: 'Due rows that were freed from processes that are gone.',
    labels: ['queue'],
  },
  loyalty_task_attempts_unrecordable_total: {
    kind: 'counter',
    unit: '{attempt}',
    help: 'Attempts that no transaction takes; alert on any.',
    labels: ['queue'],
  },
  loyalty_duplicate_codes_total: {
    kind: 'counter',
    unit: '{reward}',
    help: 'Rewards that failed because a provider gave a code that another one has; alert on any, the log names them.',
    labels: [],
  },
  loyalty_code_pools_low: {
    kind: 'gauge',
    unit: '{pool}',
    help: 'Pools of codes, of all environments, with fewer left than they should have; `loyaltyctl codes pools` names them.',
    labels: [],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
