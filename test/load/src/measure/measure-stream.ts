import { rmSync } from 'node:fs';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import { writeReceipts } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';

const rounds = 3;
/** Five times the sample: long enough for the rate to settle. */
const longCopies = 5;

/** What `receipts stream` reports. */
interface StreamReport {
  readonly stored: number;
  readonly storedPerSecond: number;
}

/** Receipts streamed to a new tenant with five active campaigns, new references each time; stored, not only sent. */
export const measureStream = async (run: BenchRun): Promise<void> => {
  run.say('Streaming receipts');
  const { tenantId } = await openOurTenant(run.stack);
  for (let round = 1; round <= rounds; round += 1) {
    await stream(run, tenantId, { label: `round-${round.toString()}`, copies: 1, newMembers: false });
  }
  await stream(run, tenantId, { label: 'long', copies: longCopies, newMembers: true });
};

const stream = async (
  run: BenchRun,
  tenantId: string,
  file: { readonly label: string; readonly copies: number; readonly newMembers: boolean },
): Promise<void> => {
  const path = writeReceipts(run.stack.root, file);
  const ofTenant = ['receipts', 'stream', path, '--tenant', tenantId];
  const { stored, storedPerSecond } = await loyaltyctl<StreamReport>(run.stack, ...ofTenant);
  rmSync(path);
  const title =
    file.copies === 1 ? 'streamed receipts, 20,000' : 'streamed receipts, 100,000 with new members';
  run.figures.add('engine', { title, unit: '/s' }, storedPerSecond);
  run.say(`  ${stored.toString()} receipts stored at ${Math.round(storedPerSecond).toString()}/s`);
};
