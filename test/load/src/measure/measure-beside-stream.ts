import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { besideMs, loadBeside, noteBeside, withLongStream } from './beside.ts';
import { measureBesideBacklog } from './measure-beside-backlog.ts';

/** What `receipts stream` reports. */
interface StreamReport {
  readonly secondsToStore: number;
  readonly storedPerSecond: number;
}

/**
 * Evaluates at 200/s while another tenant streams as fast as the engine takes it: first with the program that sends beside
 * it on the same cores, then, as where the sender has a machine of its own, with a backlog in Kafka.
 */
export const measureBesideStream = async (run: BenchRun): Promise<void> => {
  run.say('Evaluates beside a stream');
  await measureBesideSender(run);
  await measureBesideBacklog(run);
};

const measureBesideSender = async (run: BenchRun): Promise<void> => {
  const { tenantId } = await openOurTenant(run.stack);
  await withLongStream(run, 'beside', async (path) => {
    const streaming = loyaltyctl<StreamReport>(run.stack, 'receipts', 'stream', path, '--tenant', tenantId);
    const result = await loadBeside(run);
    const { secondsToStore, storedPerSecond } = await streaming;
    if (secondsToStore * 1_000 < besideMs(run))
      run.figures.note('The stream was over before the evaluates beside it were all measured.');
    noteBeside(run, { result, what: 'a full stream and its sender', storedPerSecond });
  });
};
