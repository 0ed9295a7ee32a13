import { silentLogger } from '@loyalty/telemetry/logger';
import { createMetrics } from '@loyalty/telemetry/metrics';
import { noTracer } from '@loyalty/telemetry/tracing';
import { sessionLimits } from '@loyalty/storage';
import { ProcessPhase } from '../process/process-phase.ts';
import { stackConfig } from '../testing/follower.ts';
import { connect, type Connections } from './connections.ts';

const connected = (hasTasks: boolean): Connections =>
  connect(
    {
      config: stackConfig,
      logger: silentLogger,
      metrics: createMetrics({ service: 'connections-test' }),
      tracer: noTracer,
      phase: new ProcessPhase(silentLogger),
      stopWithinMs: 15_000,
      onFatal: () => undefined,
    },
    { name: 'connections-test', batchLimits: sessionLimits, hasTasks },
  );

/** Says of each pool whether a plan may read a table from its first row on where an index can serve. */
const scansOf = async (hasTasks: boolean) => {
  const { batches, reads, jobs, opening, heartbeats } = connected(hasTasks);
  const pools = { batches, reads, jobs, opening, heartbeats };
  const scans: Record<string, unknown> = {};
  for (const [name, pool] of Object.entries(pools)) {
    const [row] = await pool.query<{ enable_seqscan: string }>('SHOW enable_seqscan');
    scans[name] = row?.enable_seqscan;
    await pool.close();
  }
  return scans;
};

test('▲ where tasks are worked on, no plan of an empty queue reads the whole of a full one', async () => {
  expect(await scansOf(true)).toEqual({
    batches: 'off',
    reads: 'off',
    jobs: 'off',
    opening: 'on',
    heartbeats: 'on',
  });
});

test('jobs of other services may read a table as a whole', async () => {
  expect(await scansOf(false)).toMatchObject({ batches: 'off', reads: 'on', jobs: 'on' });
});
