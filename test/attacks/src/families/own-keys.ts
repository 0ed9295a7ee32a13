import { inParallel } from '../../../support/in-parallel.ts';
import { attackOf, nothing, type Attack } from '../attack.ts';
import { type Blow, inLoops } from '../attacker/blow.ts';
import { type Answer, Caller } from '../attacker/caller.ts';
import type { Ground } from '../attacker/ground.ts';
import { receiptOf, times } from '../attacker/receipts.ts';

interface MadeKey {
  readonly id: string;
  readonly key: string;
}

const till = { name: 'A till', role: 'till' };

/** A caller with this key, whose responses count as the attacker's. */
const withKey = ({ ground: { pool, tenantId }, live }: Blow, key: string): Caller =>
  new Caller(pool, { tenantId, key }, live.tally);

/** Each key is used once, so that it is looked up, and remembered, everywhere. */
const makeAndRevoke = async (blow: Blow): Promise<Answer> => {
  const made = await blow.live.post('/api-keys', till);
  if (made.status !== 201) return made;
  const { id, key } = JSON.parse(made.text) as MadeKey;
  await withKey(blow, key).evaluate(receiptOf());
  return blow.live.post(`/api-keys/${id}/revoke`, {});
};

/** Leaves room for the keys of the ground. */
const tills = 990;

const makeTills = ({ live }: Ground): Promise<readonly MadeKey[]> =>
  inParallel(
    times(tills, (n) => n),
    8,
    (n) => live.make<MadeKey>('/api-keys', { name: `Till ${n.toString()}`, role: 'till' }),
  );

const rotate = async (blow: Blow, id: string): Promise<Answer> =>
  blow.live.post(`/api-keys/${id}/rotate`, { overlapHours: 0 });

/** Attacks by keys that a tenant makes itself. */
export const ownKeys: readonly Attack[] = [
  attackOf({
    name: 'keys-made-and-revoked',
    aimsAt: 'ingress',
    does: 'Makes keys of a till, sends a receipt with each and revokes it, 16 at once.',
    isLegalBecause: 'Who may write keys makes and revokes them (D215).',
    mayGet: [401],
    prepare: nothing,
    strike: (blow) => inLoops(16, blow, () => makeAndRevoke(blow)),
  }),
  attackOf({
    name: 'keys-rotated',
    aimsAt: 'ingress',
    does: 'Rotates eight keys without an overlap, again and again.',
    isLegalBecause: 'A key may be rotated at any time (D216).',
    prepare: ({ live }) =>
      inParallel(
        times(8, (n) => n),
        8,
        // The next strike goes on with the keys that this one has left.
        async () => ({ id: (await live.make<MadeKey>('/api-keys', till)).id }),
      ),
    strike: async (blow, keys) => {
      await Promise.all(
        keys.map((present) =>
          inLoops(1, blow, async () => {
            const rotated = await rotate(blow, present.id);
            if (rotated.status === 201) present.id = (JSON.parse(rotated.text) as MadeKey).id;
            return rotated;
          }),
        ),
      );
    },
    // A response may be lost, and then the old key is one that was replaced.
    mayGet: [409],
  }),
  attackOf({
    name: 'a-thousand-keys',
    aimsAt: 'redis',
    does: 'Sends receipts with a thousand keys in turn, each of which has a limit of its own, from 64 tills, and lists them.',
    isLegalBecause: 'An environment may have a key for each till (D215).',
    isLimited: false,
    prepare: makeTills,
    strike: (blow, keys) => {
      const callers = keys.map(({ key }) => withKey(blow, key));
      return inLoops(64, blow, (n) =>
        n % 50 === 0
          ? blow.live.get('/api-keys?limit=200')
          : (callers[n % tills] ?? blow.live).evaluate(receiptOf()),
      );
    },
  }),
];
