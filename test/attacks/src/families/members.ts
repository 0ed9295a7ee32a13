import { randomUUID } from 'node:crypto';
import { inParallel } from '../../../support/in-parallel.ts';
import { attackOf, type Attack } from '../attack.ts';
import { inLoops } from '../attacker/blow.ts';
import type { Caller } from '../attacker/caller.ts';
import { times } from '../attacker/receipts.ts';

/** Enrols a member. Returns its id. */
const enrol = async (caller: Caller, externalRef: string = randomUUID()): Promise<string> =>
  (await caller.make('/members', { externalRef })).id;

/** Attacks by what a tenant does to its members. */
export const members: readonly Attack[] = [
  attackOf({
    name: 'adjustments-of-one-member',
    aimsAt: 'ingress',
    does: 'Adjusts the points of one member 600 times at once, again and again.',
    isLegalBecause: 'An adjustment is an ordinary call.',
    mayGet: [409],
    prepare: ({ live }) => enrol(live),
    strike: (blow, id) =>
      inLoops(600, blow, () =>
        blow.live.post(`/members/${id}/ledger/adjust`, { points: 1, reason: 'attack', ref: randomUUID() }),
      ),
  }),
  attackOf({
    name: 'erasures-in-a-row',
    aimsAt: 'burn-engine',
    does: 'Enrols members with 50 events of 2,000 numbers each beforehand, and erases them one after the other.',
    isLegalBecause: 'Erasure is everybody’s right.',
    prepare: async ({ live }) => {
      await live.make('/event-definitions', { key: 'attack.note', name: 'Note', properties: {} });
      const refs = times(20, () => randomUUID());
      const numbers = times(2_000, (n) => n);
      await inParallel(
        refs.flatMap((ref) => times(20, () => ref)),
        8,
        (customerId) => {
          const payload = { customerId, numbers };
          return live.make('/events', { eventKey: 'attack.note', ref: randomUUID(), payload });
        },
      );
      return inParallel([...refs, ...times(400, () => randomUUID())], 8, (ref) => enrol(live, ref));
    },
    strike: async (blow, ids) => {
      await inLoops(4, blow, async () => {
        const id = ids.pop() ?? (await enrol(blow.ground.live));
        return blow.live.send({ method: 'DELETE', path: `/members/${id}` });
      });
    },
  }),
  attackOf({
    name: 'suspended-and-reinstated',
    aimsAt: 'ingress',
    does: 'Suspends and reinstates 50 members in turn, 16 calls at once.',
    isLegalBecause: 'Both are calls of the API.',
    mayGet: [409],
    prepare: ({ live }) =>
      inParallel(
        times(50, () => randomUUID()),
        8,
        (ref) => enrol(live, ref),
      ),
    strike: (blow, ids) =>
      inLoops(16, blow, (n) => {
        const step = Math.floor(n / ids.length) % 2 === 0 ? 'suspend' : 'reinstate';
        return blow.live.post(`/members/${ids[n % ids.length] ?? ''}/${step}`, {});
      }),
  }),
  attackOf({
    name: 'profiles-rewritten',
    aimsAt: 'postgres',
    does: 'Rewrites the longest names of 50 members, which are indexed for searches, 16 calls at once.',
    isLegalBecause: 'A profile may be changed at any time.',
    prepare: ({ live }) =>
      inParallel(
        times(50, () => randomUUID()),
        8,
        (ref) => enrol(live, ref),
      ),
    strike: (blow, ids) =>
      inLoops(16, blow, (n) => {
        const name = times(7, () => randomUUID())
          .join('')
          .slice(0, 255);
        return blow.live.patch(`/members/${ids[n % ids.length] ?? ''}`, { name });
      }),
  }),
];
