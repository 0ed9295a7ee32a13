import { randomUUID } from 'node:crypto';
import { attackOf, type Attack } from '../attack.ts';
import { inLoops } from '../attacker/blow.ts';
import type { Caller } from '../attacker/caller.ts';
import { buyDaily, daily, dailyRef } from '../attacker/daily-buyers.ts';
import { times } from '../attacker/receipts.ts';

/** A member gets one opening from each. An environment has at most 100. */
const sources = 40;
const sourceOf = (n: number): string => `programme-${(n % sources).toString()}`;

const open = async (live: Caller, source: string): Promise<void> => {
  const path = `/imports/${source}`;
  const { status, text } = await live.send({ method: 'PUT', path, body: { signedUp: true } });
  if (status !== 201) throw new Error(`${path} got ${status.toString()}: ${text}`);
};

/** Attacks by the import of members. */
export const imports: readonly Attack[] = [
  attackOf({
    name: 'purchases-of-daily-buyers',
    aimsAt: 'postgres',
    does: 'Imports purchases of 100 members who have bought something on each of 366 days, from 40 sources, four calls at once.',
    isLegalBecause: 'A member who is here may bring purchases from each of 100 programmes (D341).',
    prepare: async (ground) => {
      await buyDaily(ground, null);
      for (const source of times(sources, sourceOf)) await open(ground.live, source);
    },
    // Each call raises as many days as a call may, and gets RETRY for the other lines: the next call raises theirs.
    strike: (blow) => {
      const lines = times(daily, (n) => ({
        externalRef: dailyRef(n),
        balance: 1,
        purchases: { spendCents: 100, count: 1, lastOn: '2020-01-01' },
      }));
      return inLoops(4, blow, (n) => blow.live.post(`/imports/${sourceOf(n)}/lines`, { lines }));
    },
  }),
  attackOf({
    name: 'dry-runs-of-imports',
    aimsAt: 'ingress',
    does: 'Tries imports of 100 new members with ten lots each, again and again, 16 calls at once.',
    isLegalBecause: 'A dry run stores nothing, and may be repeated.',
    prepare: ({ live }) => open(live, sourceOf(0)),
    strike: (blow) =>
      inLoops(16, blow, () => {
        const lots = times(10, (n) => ({ points: 1, expiresAt: `20${(80 + n).toString()}-12-31` }));
        const lines = times(100, () => ({ externalRef: randomUUID(), balance: 10, lots }));
        return blow.live.post(`/imports/${sourceOf(0)}/lines?dryRun=true`, { lines });
      }),
  }),
];
