import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { loadMembers } from '../../../load/src/large/load-history.ts';
import { attackOf, type Attack } from '../attack.ts';
import { activate } from '../attacker/activate.ts';
import { inLoops, type Blow } from '../attacker/blow.ts';
import type { Ground } from '../attacker/ground.ts';
import { receiptOf, times } from '../attacker/receipts.ts';

/** A rule with as many comparisons as one may have; every member without points fulfils it. */
const rulesOf = (value: number) => ({
  operator: 'AND',
  conditions: times(50, (n) => ({
    field: n % 2 === 0 ? 'points_balance' : 'spend_cents_90d',
    op: 'lt',
    value: value + n + 1,
  })),
});

const makeDynamic = async ({ live }: Ground): Promise<string> => {
  const segment = { name: 'Everybody', type: 'DYNAMIC', rules: rulesOf(0) };
  return (await live.make('/segments', segment)).id;
};

const fillMembers = ({ db, environmentIds, sizes }: Ground): Promise<void> =>
  loadMembers(db, { environmentId: environmentIds.live, members: sizes.members });

const segmentOfMany = async (ground: Ground): Promise<string> => {
  await fillMembers(ground);
  return makeDynamic(ground);
};

const everySecond = async (blow: Blow, change: (n: number) => Promise<unknown>): Promise<void> => {
  for (let n = 0; !blow.signal.aborted; n += 1) {
    await change(n);
    await pause(1_000, undefined, { signal: blow.signal }).catch(() => undefined);
  }
};

const sell = (blow: Blow): Promise<void> =>
  inLoops(8, blow, (n) => blow.live.evaluate(receiptOf(`regular-${(n % 500).toString()}`)));

const points = { name: 'Points', earningRule: { type: 'FIXED_POINTS', points: 10 } };

/** Attacks by what members are counted into. */
export const segmentsAndTiers: readonly Attack[] = [
  attackOf({
    name: 'refresh-without-end',
    aimsAt: 'segment-service',
    does: 'Refreshes a segment of 300,000 members without end, eight calls at once.',
    isLegalBecause: 'A refresh is a call of the API.',
    prepare: segmentOfMany,
    strike: (blow, id) => inLoops(8, blow, () => blow.live.post(`/segments/${id}/refresh`)),
    mayGet: [409],
  }),
  attackOf({
    name: 'segment-rules-changed-each-second',
    aimsAt: 'segment-service',
    does: 'Changes the rules of a segment of 300,000 members each second, while its own tills sell.',
    isLegalBecause: 'Rules may be changed at any time.',
    mayGet: [409],
    prepare: segmentOfMany,
    strike: async (blow, id) => {
      const change = (n: number) =>
        blow.live.patch(`/segments/${id}`, { rules: rulesOf(n % 2 === 0 ? -60 : 0) });
      await Promise.all([everySecond(blow, change), sell(blow)]);
    },
  }),
  attackOf({
    name: 'previews-in-parallel',
    aimsAt: 'postgres',
    does: 'Previews a rule of 50 comparisons over 300,000 members, 16 calls at once.',
    isLegalBecause: 'A preview is a call of the API.',
    prepare: fillMembers,
    strike: (blow) =>
      inLoops(16, blow, () => blow.live.post('/segments/preview', { rules: rulesOf(0), sampleSize: 20 })),
  }),
  attackOf({
    name: 'members-added-in-a-loop',
    aimsAt: 'ingress',
    does: 'Adds 1,000 members to a segment, again and again, in eight loops.',
    isLegalBecause: 'A call may name 1,000 members.',
    prepare: async (ground) => {
      const { db, live, environmentIds } = ground;
      await loadMembers(db, { environmentId: environmentIds.live, members: 20_000 });
      const text = 'SELECT id FROM members WHERE environment_id = $1';
      const rows = await db.query<{ id: string }>(text, [environmentIds.live]);
      const { id } = await live.make('/segments', { name: 'By hand', type: 'STATIC' });
      return { path: `/segments/${id}/members`, ids: rows.map((row) => row.id) };
    },
    strike: (blow, { path, ids }) =>
      inLoops(8, blow, (n) => {
        const from = ((n * 1_000) % ids.length) + (n % 7);
        return blow.live.post(path, { memberIds: ids.slice(from, from + 1_000) });
      }),
  }),
  attackOf({
    name: 'thresholds-changed-each-second',
    aimsAt: 'tier-service',
    does: 'Changes the threshold of a tier of 300,000 members each second, while its own tills sell.',
    isLegalBecause: 'A tier may be changed at any time.',
    mayGet: [409],
    prepare: async (ground) => {
      await fillMembers(ground);
      await activate(ground.live, points);
      return (await ground.live.make('/tiers', { name: 'All', minLifetimePoints: 0 })).id;
    },
    strike: async (blow, id) => {
      const change = (n: number) => blow.live.patch(`/tiers/${id}`, { minLifetimePoints: n % 2 });
      await Promise.all([everySecond(blow, change), sell(blow)]);
    },
  }),
  attackOf({
    name: 'tiers-deleted-and-made',
    aimsAt: 'tier-service',
    does: 'Makes tiers with free rewards for 300,000 members and deletes them by force, in two loops, while its own tills sell.',
    isLegalBecause: 'Tiers may be made with grantFreeRewards, and deleted with force.',
    mayGet: [409],
    prepare: async (ground) => {
      await fillMembers(ground);
      await activate(ground.live, points);
    },
    strike: async (blow) => {
      await Promise.all([inLoops(2, blow, (n) => makeAndDelete(blow, n)), sell(blow)]);
    },
  }),
];

const freeReward = { type: 'FREE_REWARD', rewardType: 'FREE_ITEM', value: { description: 'A cup' } };

const makeAndDelete = async ({ live }: Blow, n: number) => {
  const tier = {
    name: randomUUID(),
    minLifetimePoints: n % 3,
    benefits: [freeReward],
    grantFreeRewards: true,
  };
  const made = await live.post('/tiers', tier);
  if (made.status !== 201) return made;
  const { id } = JSON.parse(made.text) as { id: string };
  return live.send({ method: 'DELETE', path: `/tiers/${id}?force=true` });
};
