import { randomBytes } from 'node:crypto';
import { runOpenLoop } from '../../../fault/src/load/open-loop.ts';
import { attackOf, nothing, type Attack } from '../attack.ts';
import { inLoops } from '../attacker/blow.ts';
import { receiptOf, times } from '../attacker/receipts.ts';

/** Attacks by what a tenant sets itself: settings, and pools of codes. */
export const settings: readonly Attack[] = [
  attackOf({
    name: 'settings-changed',
    aimsAt: 'earn-engine',
    does: 'Changes what a point is worth and how it expires ten times a second, while its own tills sell.',
    isLegalBecause: 'Both settings are the tenant’s own (D219).',
    prepare: nothing,
    strike: async (blow) => {
      await Promise.all([
        runOpenLoop(
          10,
          async (n) => {
            const pointsExpiry = n % 2 === 0 ? { type: 'SLIDING', days: 365 } : null;
            await blow.live.patch('/settings', { pointValueCents: 1 + (n % 5), pointsExpiry });
          },
          blow.signal,
        ),
        inLoops(8, blow, () => blow.live.evaluate(receiptOf())),
      ]);
    },
  }),
  attackOf({
    name: 'pools-filled',
    aimsAt: 'postgres',
    does: 'Adds codes to a pool by the thousand, eight calls at once.',
    isLegalBecause: 'Pools may have ten million codes, and a call a thousand (D220).',
    prepare: async ({ live }) => {
      await live.send({ method: 'PUT', path: '/code-pools/films', body: { lowBelow: 10 } });
    },
    strike: (blow) =>
      inLoops(8, blow, () => {
        const codes = times(1_000, () => randomBytes(16).toString('hex'));
        return blow.live.post('/code-pools/films/codes', { codes });
      }),
  }),
];
