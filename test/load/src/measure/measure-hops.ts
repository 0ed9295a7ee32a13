import { setTimeout as pause } from 'node:timers/promises';
import { Fault } from '@loyalty/kernel';
import { startSpanReceiver, type SpanReceiver } from '@loyalty/testkit/servers';
import { percentile } from '../percentile.ts';
import { runLoad } from '../generator/run-load.ts';
import { hopNames, hopsOf } from '../spans/hops.ts';
import type { BenchRun } from './bench-run.ts';
import { jobFor } from './load-job.ts';

/** Services export spans a second after they ended. */
const exportMs = 3_000;

const phases = [
  { title: 'one connection', connections: 1, ratePerSecond: null },
  { title: '300/s', connections: 300, ratePerSecond: 300 },
];

/** Measures where an evaluate spends its time, by the spans of all services. */
export const measureHops = async (run: BenchRun): Promise<void> => {
  const receiver = await startSpanReceiver(run.options.otlpPort);
  try {
    for (const phase of phases) await measure(run, receiver, phase);
  } finally {
    await receiver.close();
  }
};

const measure = async (
  run: BenchRun,
  receiver: SpanReceiver,
  { title, ...load }: (typeof phases)[number],
): Promise<void> => {
  run.say(`Hops of an evaluate, ${title}`);
  await runLoad({ ...jobFor(run, { bodies: 'evaluate' }, run.contenders[0]), ...load });
  await pause(exportMs);
  const hops = hopsOf(receiver.take());
  if (hops.length === 0) throw noSpans(run);
  for (const name of hopNames) {
    const sorted = Float64Array.from(hops, (one) => one[name]).toSorted();
    // Spans start at whole milliseconds, so only means are exact below a millisecond.
    const mean = sorted.reduce((total, ms) => total + ms, 0) / sorted.length;
    run.figures.add('engine', { title: `hops, ${title}: ${name}`, unit: 'ms' }, mean);
    run.say(
      `  ${name.padEnd(62)} ${mean.toFixed(2).padStart(6)} ms, p99 ${percentile(sorted, 0.99).toFixed(1).padStart(5)} ms`,
    );
  }
  run.figures.note(`Hops, ${title}: means of ${hops.length.toString()} traces.`);
};

const noSpans = ({ options: { otlpPort } }: BenchRun): Fault =>
  new Fault(
    'NO_SPANS',
    `no spans came: start the stack with OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:${otlpPort.toString()} ` +
      'and OTEL_TRACES_SAMPLER_ARG=1, then measure again',
  );
