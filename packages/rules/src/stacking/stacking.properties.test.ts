import type { CampaignId } from '@loyalty/kernel';
import fc from 'fast-check';
import type { EarnResult } from '../earning/decision.ts';
import { faceValueCents } from '../rewards/grants.ts';
import { campaign } from '../testing/builders.ts';
import { type Dice, seededDice } from '../testing/dice.ts';
import { decide, live, type Turn } from '../testing/live.ts';
import { contextOf, makeConfiguration, type TestConfiguration } from '../testing/make-configuration.ts';
import { withGroups, withMultipliers } from '../testing/make-stacking.ts';
import { makeSteps } from '../testing/make-steps.ts';
import { lostIn, type PlainContender } from '../testing/plain-stacking.ts';

type TestCampaign = TestConfiguration['campaigns'][number];

const processedOf = (decision: Turn['decision']): EarnResult | null =>
  decision.outcome === 'processed' && 'awards' in decision ? decision : null;

/** Given and counted under one campaign; ids of rewards follow from all of them. */
const shareOf = (decision: EarnResult | null, id: CampaignId) => {
  const isOwn = ({ campaignId }: { readonly campaignId: string }): boolean => campaignId === id;
  const {
    awards = [],
    rewards = [],
    counts = [],
    cards = [],
    referrerAwards = [],
    uses = [],
  } = decision ?? {};
  return {
    award: awards.filter(isOwn).map(({ pointsEarned, reducedBy, multiplier }) => ({
      pointsEarned,
      reducedBy,
      multiplier,
    })),
    rewards: rewards.filter(isOwn).map(({ rewardType, value }) => ({ rewardType, value })),
    counts: counts.filter(isOwn),
    cards: cards.filter(isOwn),
    referrerAwards: referrerAwards.filter(isOwn),
    uses: uses.filter(isOwn),
  };
};
type Share = ReturnType<typeof shareOf>;

/** Judged as if there were no other campaign: nobody outranks it, and nothing else is given. */
const decideAlone = ({ circumstances, subject }: Turn, one: TestCampaign): EarnResult | null =>
  processedOf(
    decide({ ...circumstances, programme: { ...circumstances.programme, campaigns: [one] } }, subject),
  );

interface Contender extends PlainContender {
  readonly id: CampaignId;
  readonly share: Share;
}

const contenderOf = (turn: Turn, one: TestCampaign, activated: number): Contender => {
  const { id } = campaign(one);
  const decision = decideAlone(turn, one);
  const share = shareOf(decision, id);
  const { pointValueCents } = turn.circumstances.programme;
  const points = [
    ...share.award.map(({ pointsEarned }) => pointsEarned),
    ...share.referrerAwards.map((a) => a.points),
  ];
  const faces = (decision?.rewards ?? []).map(faceValueCents);
  const value =
    points.reduce((sum, n) => sum + n * pointValueCents, 0) + faces.reduce((sum, n) => sum + n, 0);
  const { exclusiveGroup: group, priority = 0 } = one;
  return { id, group, priority, activated, value, hasFired: share.award.length > 0, share };
};

const nothing = shareOf(null, '' as CampaignId);

const shuffled = <T>(dice: Dice, list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: dice(0, 1_000) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

/** Expects numbers in the order of the awards, which is that of activation. */
const expectNumbered = (turn: Turn, decision: EarnResult | null): void => {
  if (decision === null) return;
  const { newId } = contextOf(turn.circumstances);
  const ids = decision.rewards.map((_, n) => newId('reward', n));
  expect(decision.rewards.map(({ id }) => id)).toEqual(ids);
  expect(decision.awards.flatMap(({ rewardIds }) => rewardIds)).toEqual(ids);
  const order = turn.circumstances.programme.campaigns.map((one) => campaign(one).id);
  const places = decision.awards.map(({ campaignId }) => order.indexOf(campaignId));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
};

test('▲ of a group one gives; who lost leaves no trace, and the order of the list changes nothing (D242)', () => {
  let losers = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const dice = seededDice(seed);
      const configuration = withGroups(dice, withMultipliers(dice, makeConfiguration(dice, 9)));
      const { turns } = live(configuration, makeSteps(dice, [3, 9]));
      for (const turn of turns.filter(({ subject }) => subject.kind !== 'credit')) {
        const decision = processedOf(turn.decision);
        const contenders = configuration.campaigns.map((one, at) => contenderOf(turn, one, at));
        const lost = lostIn(shuffled(dice, contenders));
        for (const { id, share } of contenders)
          expect(shareOf(decision, id)).toEqual(lost.has(id) ? nothing : share);
        expectNumbered(turn, decision);
        losers += lost.size;
      }
    }),
  );
  expect(losers).toBeGreaterThan(50);
});
