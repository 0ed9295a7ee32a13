import { latencyBucketsS } from './metric-buckets.ts';
import type { MetricDefinition } from './metric-definition.ts';

/** Metrics of jobs over many members; a part of the catalogue. */
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
  loyalty_job_last_success_timestamp_seconds: {
    kind: 'gauge',
    unit: 's',
    help: 'When a job was last finished with nothing left due in any environment, in seconds since the epoch.',
    labels: ['job'],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;
