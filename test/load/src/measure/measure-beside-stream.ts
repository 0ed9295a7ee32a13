import { rmSync } from 'node:fs';
import { runLoad } from '../generator/run-load.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import { sampleSize, writeReceipts } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';

/** Of evaluates beside the stream. */
const ratePerSecond = 200;
/** More than any machine streams in the time of the measurement; what is left of it is waited for afterwards. */
const streamPerSecondMax = 8_000;

/** Evaluates at 200/s while another tenant streams as fast as the engine takes it. */
export const measureBesideStream = async (run: BenchRun): Promise<void> => {
  const [ours] = run.contenders;
  const { tenantId } = await openOurTenant(run.stack);
  const copies = Math.ceil((run.options.seconds * 1.5 * streamPerSecondMax) / sampleSize);
  const path = writeReceipts(run.stack.root, { label: 'beside', copies, newMembers: true });
  let isStreaming = true;
  const streaming = loyaltyctl<{ storedPerSecond: number }>(
    run.stack,
    ...['receipts', 'stream', path, '--tenant', tenantId],
  ).finally(() => (isStreaming = false));
  const result = await runLoad({
    url: ours.url,
    key: ours.key,
    connections: 256,
    ratePerSecond,
    warmUpMs: 2_000,
    measureMs: run.options.seconds * 1_000,
    members: run.members,
    memberPrefix: run.memberPrefix,
  });
  const wasStreamingToTheEnd = isStreaming;
  const { storedPerSecond } = await streaming;
  rmSync(path);
  if (!wasStreamingToTheEnd) run.figures.note('The stream ended before the evaluates beside it were measured.');
  run.figures.add('engine', { title: 'evaluate at 200/s beside a full stream: p50', unit: 'ms' }, result.p50Ms);
  run.figures.add('engine', { title: 'evaluate at 200/s beside a full stream: p99', unit: 'ms' }, result.p99Ms);
  run.figures.add('engine', { title: 'the stream beside it', unit: '/s' }, storedPerSecond);
  run.say(
    `  evaluate p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms beside ` +
      `${Math.round(storedPerSecond).toString()} receipts/s`,
  );
};
