import { rmSync } from 'node:fs';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import { writeReceipts, type ReceiptsFile } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';

const rounds = 3;
/** Five times the sample: long enough for the rate to settle. */
const longCopies = 5;

/** The report of `receipts stream`. */
export interface StreamReport {
  readonly stored: number;
  /** From the first that was sent. */
  readonly secondsToStore: number;
  readonly storedPerSecond: number;
}

/**
 * Measures receipts streamed to a new tenant with five active campaigns, with new references each time. The rate counts stored
 * receipts.
 */
export const measureStream = async (run: BenchRun): Promise<void> => {
  run.say('Streaming receipts');
  const { tenantId } = await openOurTenant(run.stack);
  for (let round = 1; round <= rounds; round += 1) {
    const title = 'streamed receipts, 20,000';
    await streamTo(run, tenantId, { label: `round-${round.toString()}`, copies: 1, title });
  }
  const title = 'streamed receipts, 100,000 with new members';
  await streamTo(run, tenantId, { label: 'long', copies: longCopies, members: 'of-copy', title });
};

export interface StreamedFile extends Omit<ReceiptsFile, 'members'> {
  /** Default: those of the sample again. */
  readonly members?: ReceiptsFile['members'];
  readonly title: string;
}

/** Streams a file to a tenant; notes and returns the rate at which it was stored. */
export const streamTo = async (run: BenchRun, tenantId: string, streamed: StreamedFile): Promise<number> => {
  const { title, members = 'of-sample' } = streamed;
  const path = writeReceipts(run.stack.root, { ...streamed, members });
  const report = await streamFile(run, tenantId, path);
  rmSync(path);
  noteStored(run, title, report);
  return report.storedPerSecond;
};

export const streamFile = (run: BenchRun, tenantId: string, path: string): Promise<StreamReport> =>
  loyaltyctl<StreamReport>(run.stack, 'receipts', 'stream', path, '--tenant', tenantId);

export const noteStored = (run: BenchRun, title: string, { stored, storedPerSecond }: StreamReport): void => {
  run.figures.add('engine', { title, unit: '/s' }, storedPerSecond);
  run.say(`  ${title}: ${stored.toString()} stored at ${Math.round(storedPerSecond).toString()}/s`);
};
