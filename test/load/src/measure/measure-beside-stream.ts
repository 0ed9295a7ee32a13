import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { besideMs, loadBeside, noteBeside, withLongStream } from './beside.ts';
import { measureBesideBacklog } from './measure-beside-backlog.ts';

/** The report of `receipts stream`. */
interface StreamReport {
  readonly secondsToStore: number;
  readonly storedPerSecond: number;
}

/**
 * Measures evaluates at 200/s while another tenant streams as fast as the engine accepts. First the sender runs on the same
 * cores. Then the receipts are a backlog in Kafka, as if the sender had its own machine.
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
