import { rmSync } from 'node:fs';
import type { LoadResult } from '../generator/job.ts';
import { runLoad } from '../generator/run-load.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import { sampleSize, writeReceipts } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';

/** Of evaluates beside the stream. */
const ratePerSecond = 200;
const warmUpMs = 2_000;
/** More than any machine streams in the time of the measurement; what is left of it is waited for afterwards. */
const streamPerSecondMax = 15_000;

/** What `receipts stream` reports. */
interface StreamReport {
  readonly secondsToStore: number;
  readonly storedPerSecond: number;
}

/** Evaluates at 200/s while another tenant streams as fast as the engine takes it. */
export const measureBesideStream = async (run: BenchRun): Promise<void> => {
  run.say('Evaluates beside a stream');
  const { tenantId } = await openOurTenant(run.stack);
  const copies = Math.ceil((run.options.seconds * streamPerSecondMax) / sampleSize) + 1;
  const path = writeReceipts(run.stack.root, { label: 'beside', copies, newMembers: true });
  const words = ['receipts', 'stream', path, '--tenant', tenantId];
  const streaming = loyaltyctl<StreamReport>(run.stack, ...words);
  const result = await evaluateBeside(run);
  const stream = await streaming;
  rmSync(path);
  note(run, result, stream);
};

const evaluateBeside = (run: BenchRun): Promise<LoadResult> => {
  const [{ url, key }] = run.contenders;
  const { members, memberPrefix } = run;
  const measureMs = run.options.seconds * 1_000;
  return runLoad({ url, key, members, memberPrefix, measureMs, warmUpMs, connections: 256, ratePerSecond });
};

const note = (
  run: BenchRun,
  { p50Ms, p99Ms }: LoadResult,
  { secondsToStore, storedPerSecond }: StreamReport,
): void => {
  if (secondsToStore * 1_000 < warmUpMs + run.options.seconds * 1_000)
    run.figures.note('The stream was over before the evaluates beside it were all measured.');
  run.figures.add('engine', { title: 'evaluate at 200/s beside a full stream: p50', unit: 'ms' }, p50Ms);
  run.figures.add('engine', { title: 'evaluate at 200/s beside a full stream: p99', unit: 'ms' }, p99Ms);
  run.figures.add('engine', { title: 'the stream beside it', unit: '/s' }, storedPerSecond);
  const stored = Math.round(storedPerSecond).toString();
  run.say(`  evaluate p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms beside ${stored} receipts/s`);
};
