import type { MemberId, TierId } from '@loyalty/kernel';
import { announceTier, isTierPathKnown, type TierConfiguration, type TierMember } from './announce-tier.ts';
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
  tiers,
  secret: Buffer.alloc(32, 7),
  history: null,
});
const configuration = configurationOf(tier(silver, 100), tier(gold, 1_000));

const member = (given: Partial<TierMember> = {}): TierMember => ({
  memberId: 'm-1' as MemberId,
  announced: null,
  tierSeq: 3,
  lifetimePoints: 150,
  enrolledAtMs: 200,
  steps: [{ points: 150, atMs: 1_000 }],
  isLedgerWhole: true,
  rewardedBy: new Set(),
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
  expect(announceTier(member({ rewardedBy: new Set([silver]) }), configuration).rewards).toEqual([]);
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
  expect(announced).toEqual({ tierId: silver, tierSeq: 3, announcements: [], rewards: [] });
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
