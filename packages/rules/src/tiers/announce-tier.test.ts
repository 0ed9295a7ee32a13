import type { MemberId, TierId } from '@loyalty/kernel';
import {
  announceTier,
  type GivenTierReward,
  isTierPathKnown,
  lostTiers,
  type TierConfiguration,
  type TierMember,
} from './announce-tier.ts';
import { tierHistoryOf } from './tier-path.ts';
import type { Tier } from './tier.ts';

const [silver, gold] = ['silver', 'gold'] as TierId[] as [TierId, TierId];
const mug = { rewardType: 'FREE_ITEM', value: { productName: 'A mug' }, validDays: 30 } as const;

const tier = (id: TierId, minLifetimePoints: number, given: Partial<Tier> = {}): Tier => ({
  id,
  minLifetimePoints,
  createdAtMs: 100,
  thresholdsSetAtMs: 100,
  freeRewards: [mug, mug],
  ...given,
});

const configurationOf = (...tiers: readonly Tier[]): TierConfiguration => ({
  currency: 'ZAR',
  tiers,
  secret: Buffer.alloc(32, 7),
  history: null,
});
const configuration = configurationOf(tier(silver, 100), tier(gold, 1_000));

const issued = { state: 'ISSUED', issuedAtMs: 1_500, expiresAtMs: null, isTakenBack: false } as const;

const member = (given: Partial<TierMember> = {}): TierMember => ({
  memberId: 'm-1' as MemberId,
  announced: null,
  tierSeq: 3,
  lifetimePoints: 150,
  enrolledAtMs: 200,
  steps: [{ points: 150, atMs: 1_000 }],
  isLedgerWhole: true,
  rewards: [],
  ...given,
});

test('a crossing is announced with its number, and its tier gives its rewards once', () => {
  const announced = announceTier(member(), configuration);
  expect(announced).toMatchObject({
    tierId: silver,
    tierSeq: 4,
    announcements: [{ from: null, to: silver, lifetimePoints: 150, tierSeq: 4 }],
    rewards: [{ ...mug, tierId: silver }, { tierId: silver }],
  });
  const ids = [...announced.announcements, ...announced.rewards].map(({ factId }) => factId);
  expect(new Set([...ids, ...announced.rewards.map(({ id }) => id)]).size).toBe(5);
  expect(announceTier(member(), configuration)).toEqual(announced);
  const rewards = announced.rewards.map(({ id, tierId }) => ({ ...issued, id, tierId }));
  expect(announceTier(member({ rewards }), configuration).rewards).toEqual([]);
});

test('rewards of a tier have the same ids however often a member enters it', () => {
  const again = announceTier(member({ tierSeq: 9 }), configuration);
  expect(again.rewards).toEqual(announceTier(member(), configuration).rewards);
  expect(again.announcements[0]?.factId).not.toBe(
    announceTier(member(), configuration).announcements[0]?.factId,
  );
});

test('a member in the announced tier gets no announcement', () => {
  const announced = announceTier(member({ announced: silver }), configuration);
  expect(announced).toEqual({ tierId: silver, tierSeq: 3, announcements: [], rewards: [], taken: [] });
});

describe('a member whom a change of tiers has moved', () => {
  const tiers = [tier(silver, 100, { thresholdsSetAtMs: 5_000 }), tier(gold, 1_000)];
  const changed = (...grantedTierIds: TierId[]): TierConfiguration => ({
    ...configurationOf(...tiers),
    history: tierHistoryOf(tiers, [{ sinceMs: 5_000, tiers, grantedTierIds }]),
  });

  it('gets an announcement once the history is read, and no reward (D93)', () => {
    expect(isTierPathKnown(member(), configurationOf(...tiers))).toBe(false);
    expect(isTierPathKnown(member(), changed())).toBe(true);
    expect(announceTier(member(), changed())).toMatchObject({
      announcements: [{ to: silver, atMs: 5_000 }],
      rewards: [],
    });
  });

  it('gets the rewards of the tier where the change grants them', () => {
    expect(announceTier(member(), changed(silver)).rewards).toHaveLength(2);
  });

  it('gets an announcement of falling to none', () => {
    const announced = announceTier(member({ announced: gold, lifetimePoints: 10 }), changed());
    expect(announced).toMatchObject({ tierId: null, announcements: [{ from: gold, to: null }] });
  });

  it('gets one announcement where the way to the tier is unknown', () => {
    const announced = announceTier(
      member({ announced: gold, lifetimePoints: 500 }),
      configurationOf(...tiers),
    );
    expect(announced).toMatchObject({
      announcements: [{ from: gold, to: silver, atMs: 5_000 }],
      rewards: [],
    });
  });
});

describe('a return that takes a member below a tier (D304)', () => {
  const [gave, tookBack] = [
    { points: 1_500, atMs: 1_000 },
    { points: -1_450, atMs: 2_000 },
  ];
  const reward = (id: string, tierId: TierId, given: Partial<GivenTierReward> = {}): GivenTierReward => ({
    ...issued,
    id,
    tierId,
    ...given,
  });
  /** Was in gold, with these rewards, and has 50 points left. */
  const fallen = (...rewards: readonly GivenTierReward[]) =>
    member({ announced: gold, lifetimePoints: 50, steps: [tookBack, gave], rewards });

  it('takes back what is not used of every tier that it lost, and names what stays', () => {
    const rewards = [
      reward('issued', gold),
      reward('waiting', gold, { state: 'PENDING_FULFILMENT' }),
      reward('of-silver', silver, { expiresAtMs: tookBack.atMs + 1 }),
      reward('used', gold, { state: 'REDEEMED' }),
      reward('failed', gold, { state: 'FAILED' }),
      reward('past-its-time', silver, { expiresAtMs: tookBack.atMs }),
      reward('of-before', silver, { state: 'EXPIRED', isTakenBack: true }),
    ];
    const announced = announceTier(fallen(...rewards), configuration);
    expect(announced.taken).toMatchObject([
      { id: 'issued', to: 'EXPIRED', tierSeq: 4 },
      { id: 'waiting', to: 'FAILED', tierSeq: 4 },
      { id: 'of-silver', to: 'EXPIRED', tierSeq: 4 },
    ]);
    expect(announced).toMatchObject({
      tierId: null,
      announcements: [
        {
          from: gold,
          to: null,
          rewardsTakenBack: ['issued', 'waiting', 'of-silver'],
          rewardsKept: ['used', 'failed', 'past-its-time'],
        },
      ],
      rewards: [],
    });
    const ids = [...announced.announcements, ...announced.taken].map(({ factId }) => factId);
    expect(new Set(ids).size).toBe(4);
    expect(lostTiers(fallen(), configuration).toSorted()).toEqual([gold, silver]);
  });

  it('▲ ends a reward at the time of the return, or of its issue if that came later, whenever anybody looks', () => {
    const late = reward('late', gold, { issuedAtMs: tookBack.atMs + 5 });
    const waiting = reward('waiting', gold, { state: 'PENDING_FULFILMENT', issuedAtMs: null });
    const { taken } = announceTier(fallen(reward('issued', gold), late, waiting), configuration);
    expect(taken.map(({ id, atMs }) => [id, atMs - tookBack.atMs])).toEqual([
      ['issued', 0],
      ['late', 5],
      ['waiting', 0],
    ]);
  });

  it('▲ has facts of the same ids only where they say the same: another history may find other rewards', () => {
    const idsOf = (...rewards: readonly GivenTierReward[]) => {
      const { announcements, taken } = announceTier(fallen(...rewards), configuration);
      return { fall: announcements[0]?.factId, end: taken[0]?.factId };
    };
    const worlds = [
      idsOf(),
      idsOf(reward('one', gold)),
      idsOf(reward('one', gold, { issuedAtMs: 2_005 })),
      idsOf(reward('one', gold, { state: 'PENDING_FULFILMENT', issuedAtMs: null })),
      idsOf(reward('one', gold, { state: 'REDEEMED' })),
    ];
    const falls = new Set(worlds.map(({ fall }) => fall));
    const ends = worlds.flatMap(({ end }) => end ?? []);
    // Nothing, taken, kept; and three ends that differ in time or type.
    expect([falls.size, ends.length, new Set(ends).size]).toEqual([3, 3, 3]);
    expect(idsOf(reward('one', gold))).toEqual(worlds[1]);
  });

  it('leaves the rewards of tiers that the member is still in', () => {
    const partly = { ...tookBack, points: -1_000 };
    const of = member({ announced: gold, lifetimePoints: 500, steps: [partly, gave] });
    const announced = announceTier(
      { ...of, rewards: [reward('g', gold), reward('s', silver)] },
      configuration,
    );
    expect(announced.taken).toMatchObject([{ id: 'g' }]);
    expect(announced.announcements).toMatchObject([{ rewardsTakenBack: ['g'], rewardsKept: [] }]);
  });

  it('takes nothing where a change of tiers moved the member', () => {
    const raised = [tier(silver, 100, { thresholdsSetAtMs: 5_000 }), tier(gold, 5_000)];
    const of = member({
      announced: gold,
      lifetimePoints: 1_500,
      steps: [gave],
      rewards: [reward('g', gold)],
    });
    const history = tierHistoryOf(raised, [
      { sinceMs: 100, tiers: configuration.tiers, grantedTierIds: [] },
      { sinceMs: 5_000, tiers: raised, grantedTierIds: [] },
    ]);
    const announced = announceTier(of, { ...configurationOf(...raised), history });
    expect(announced).toMatchObject({ tierId: silver, taken: [], announcements: [{ rewardsTakenBack: [] }] });
  });

  it('gives nothing for a tier that was reached and lost before anybody looked', () => {
    const steps = [{ points: -1_300, atMs: 2_000 }, gave];
    const announced = announceTier(member({ lifetimePoints: 200, steps }), configuration);
    expect(announced).toMatchObject({
      announcements: [{ to: gold }, { from: gold, to: silver }],
      rewards: [],
      taken: [],
    });
  });

  it('takes nothing of a tier that was lost and reached again before anybody looked', () => {
    const again = { points: 200, atMs: 3_000 };
    const of = member({ announced: gold, lifetimePoints: 250, steps: [again, tookBack, gave] });
    const announced = announceTier(
      { ...of, rewards: [reward('g', gold), reward('s', silver)] },
      configuration,
    );
    expect(announced.taken).toMatchObject([{ id: 'g', tierSeq: 4 }]);
    expect(announced.announcements).toMatchObject([
      { from: gold, to: null, rewardsTakenBack: ['g'], rewardsKept: [] },
      { from: null, to: silver, rewardsTakenBack: [] },
    ]);
    expect(announced.rewards).toEqual([]);
  });
});

describe('a member who reaches a tier again', () => {
  const [first, second] = announceTier(member(), configuration).rewards as unknown as readonly [
    { readonly id: string },
    { readonly id: string },
  ];
  const rise = (...rewards: readonly GivenTierReward[]) =>
    announceTier(member({ rewards }), configuration).rewards;
  const row = (id: string, isTakenBack: boolean): GivenTierReward => ({
    ...issued,
    id,
    tierId: silver,
    state: isTakenBack ? 'EXPIRED' : 'REDEEMED',
    isTakenBack,
  });

  it('gets again what a return took back, and nothing that was used, under ids of its own', () => {
    const again = rise(row(first.id, true), row(second.id, false));
    expect(again).toMatchObject([{ ...mug, tierId: silver }]);
    expect([first.id, second.id]).not.toContain(again[0]?.id);
    expect(rise(row(first.id, true), row(second.id, false))).toEqual(again);
    const known = again.map(({ id }) => row(id, false));
    expect(rise(row(first.id, true), row(second.id, false), ...known)).toEqual([]);
  });

  it('gets it also on the way to a higher tier, whose own are given for the first time', () => {
    const of = member({ lifetimePoints: 1_500, steps: [{ points: 1_500, atMs: 1_000 }] });
    const rewards = [row(first.id, true), row(second.id, true)];
    const given = announceTier({ ...of, rewards }, configuration).rewards;
    expect(given.map(({ tierId }) => tierId)).toEqual([silver, silver, gold, gold]);
    expect(announceTier(of, configuration).rewards.map(({ tierId }) => tierId)).toEqual([gold, gold]);
  });

  it('gets it a hundred times in all', () => {
    const rewards = [row(second.id, false), row(first.id, true)];
    for (let time = 1; time < 100; time += 1) rewards.push(row(rise(...rewards)[0]?.id ?? '', true));
    expect(new Set(rewards.map(({ id }) => id)).size).toBe(101);
    expect(rise(...rewards)).toEqual([]);
  });
});
