import { openOurTenant } from '../our-service.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import type { BenchRun } from './bench-run.ts';
import { fundMembers } from './fund-members.ts';
import { measureBesideBacklog } from './measure-beside-backlog.ts';
import { measurePhases, type Phase } from './measure-phases.ts';
import { streamTo } from './measure-stream.ts';

/** The lots per member of each phase. */
const lotCounts = [0, 50, 400];
const membersEach = 2_000;

const spreadOf = (lots: number) => ({ members: membersEach, memberPrefix: `with-${lots.toString()}-lots-` });

const phases = lotCounts.map((lots): Phase => ({
  bodies: 'redeem',
  connections: 64,
  ratePerSecond: null,
  countsCpu: false,
  title: `redeem of members with ${lots.toString()} lots`,
  spread: spreadOf(lots),
}));

/**
 * Measures the cost of lots: redeems of members with few and many, redeems beside a stream, and receipts whose points expire.
 */
export const measureLots = async (run: BenchRun): Promise<void> => {
  run.say('Redeems of members with lots');
  for (const contender of run.contenders) {
    for (const lots of lotCounts) await fundMembers(contender, spreadOf(lots), () => lots);
  }
  await measurePhases(run, phases);
  run.say('Redeems beside a stream');
  await measureBesideBacklog(run, { bodies: 'redeem', ratePerSecond: 500, spread: spreadOf(50) });
  await measureExpiringReceipts(run);
};

const rounds = 3;

/** In turn, so that both run under the same conditions. */
const measureExpiringReceipts = async (run: BenchRun): Promise<void> => {
  run.say('Streaming receipts whose points expire');
  const [plain, rolling] = [await openOurTenant(run.stack), await openOurTenant(run.stack)];
  const value = JSON.stringify({ type: 'ROLLING', days: 365 });
  const ofRolling = ['--tenant', rolling.tenantId, '--mode', 'live'];
  await loyaltyctl(run.stack, 'settings', 'set', 'pointsExpiry', value, ...ofRolling);
  for (let round = 1; round <= rounds; round += 1) {
    const label = `expiring-${round.toString()}`;
    await streamTo(run, plain.tenantId, {
      label,
      copies: 1,
      title: 'streamed receipts, points never expire',
    });
    await streamTo(run, rolling.tenantId, {
      label,
      copies: 1,
      title: 'streamed receipts, points expire (ROLLING)',
    });
  }
};
