import { rmSync } from 'node:fs';
import { mixedCampaigns } from '../contender.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import { writeReceipts } from '../stream/receipts-file.ts';
import type { BenchRun } from './bench-run.ts';

/** In turn, so that both run under the same conditions. The first round of each lets the code compile and does not count. */
const rounds = 4;

/**
 * Measures the cost of twenty campaigns of mixed types: receipts streamed to a tenant with one campaign, and to one with
 * twenty.
 */
export const measureMixed = async (run: BenchRun): Promise<void> => {
  run.say('Streaming receipts under one campaign and under twenty');
  const one = await openOurTenant(run.stack, mixedCampaigns.slice(0, 1));
  const twenty = await openOurTenant(run.stack, mixedCampaigns);
  for (let round = 0; round < rounds; round += 1) {
    await stream(run, round, { name: 'one campaign', tenantId: one.tenantId });
    await stream(run, round, { name: '20 mixed campaigns', tenantId: twenty.tenantId });
  }
};

const stream = async (
  run: BenchRun,
  round: number,
  { name, tenantId }: { readonly name: string; readonly tenantId: string },
): Promise<void> => {
  const label = `mixed-${round.toString()}`;
  const file = writeReceipts(run.stack.root, { label, copies: 2, members: 'of-sample' });
  const ofTenant = ['receipts', 'stream', file, '--tenant', tenantId];
  const { storedPerSecond } = await loyaltyctl<{ readonly storedPerSecond: number }>(run.stack, ...ofTenant);
  rmSync(file);
  run.say(`  ${name.padEnd(20)}${Math.round(storedPerSecond).toString().padStart(6)}/s`);
  if (round === 0) return;
  run.figures.add('engine', { title: `streamed receipts, ${name}`, unit: '/s' }, storedPerSecond);
};
