import { dayMs } from '@loyalty/kernel';
import fc from 'fast-check';
import type { EarnResult } from '../earning/decision.ts';
import { capsId } from '../limits/points-caps.ts';
import { campaign } from '../testing/builders.ts';
import { pick, seededDice } from '../testing/dice.ts';
import { decide, live, type Turn } from '../testing/live.ts';
import { makeConfiguration, type TestConfiguration } from '../testing/make-configuration.ts';
import { withDays } from '../testing/make-limits.ts';
import { withCaps } from '../testing/make-stacking.ts';
import { makeSteps } from '../testing/make-steps.ts';
import { limitsOfCaps, type PlainGiven, pointsLeft } from '../testing/plain-limits.ts';
import { datedZones } from '../testing/plain-periods.ts';
import { cutFromLast } from '../testing/plain-stacking.ts';

const zones = datedZones(['Europe/Berlin', 'Pacific/Kiritimati']);

const processedOf = (decision: Turn['decision']): EarnResult | null =>
  decision.outcome === 'processed' && 'awards' in decision ? decision : null;

const occurredAtOf = ({ subject, circumstances }: Turn): number => {
  if (subject.kind === 'receipt') return subject.request.occurredAt ?? circumstances.atMs;
  return (subject.kind === 'event' ? subject.occurredAtMs : null) ?? circumstances.atMs;
};

/** Decided on the same state as if there were no caps. */
const decideFreely = ({ circumstances, subject }: Turn): EarnResult | null => {
  const uncapped = Object.entries(circumstances.programme).filter(([name]) => name !== 'caps');
  const programme = Object.fromEntries(uncapped) as unknown as TestConfiguration;
  return processedOf(decide({ ...circumstances, programme }, subject));
};

type ShownAward = readonly [campaignId: string, points: number, reducedBy: string | undefined];

/** Points of each award, and those that are not given; the last by priority and activation is cut first. */
const expectedOf = (
  { awards }: EarnResult,
  configuration: TestConfiguration,
  left: number,
): readonly ShownAward[] => {
  const places = new Map(configuration.campaigns.map((one, at) => [campaign(one).id, { at, ...one }]));
  const ranked = awards.map(({ campaignId: id, pointsEarned: points }) => {
    const { at = 0, priority = 0 } = places.get(id) ?? {};
    return { id, points, priority, activated: at };
  });
  const given = cutFromLast(ranked, left);
  return awards.flatMap((award): readonly ShownAward[] => {
    const points = given.get(award.campaignId) ?? 0;
    if (points === award.pointsEarned) return [[award.campaignId, points, award.reducedBy]];
    return points === 0 && award.rewardIds.length === 0 ? [] : [[award.campaignId, points, 'CAP']];
  });
};

test('▲ caps hold at every step and take no more, from the last in order: counted again from all responses (D241)', () => {
  let cut = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const dice = seededDice(seed);
      const zone = pick(dice, zones);
      const configuration = { ...withCaps(dice, makeConfiguration(dice, 5)), zone: zone.changes };
      const caps = limitsOfCaps(configuration.caps ?? {});
      const given = new Map<string, PlainGiven[]>();
      const { turns } = live(configuration, withDays(dice, makeSteps(dice, [5, 20])));
      for (const turn of turns.filter(({ subject }) => subject.kind !== 'credit')) {
        const atMs = occurredAtOf(turn);
        const isClosed = turn.circumstances.atMs - atMs > 35 * dayMs;
        const date = zone.dates.format(atMs);
        const before = given.get(turn.memberRef) ?? [];
        const [decision, free] = [processedOf(turn.decision), decideFreely(turn)];
        if (decision === null || free === null) continue;
        const expected = expectedOf(
          free,
          configuration,
          isClosed ? 0 : (pointsLeft(caps, { before, times: 0, date }) ?? 0),
        );
        const shown = decision.awards.map(({ campaignId, pointsEarned, reducedBy }) => [
          campaignId,
          pointsEarned,
          reducedBy,
        ]);
        expect(shown).toEqual(expected);
        // Who lost all of it leaves no count and no stamp.
        const lost = free.awards.filter(({ campaignId }) => !expected.some(([id]) => id === campaignId));
        const keeps = ({ campaignId }: { readonly campaignId: string }) =>
          !lost.some((one) => one.campaignId === campaignId);
        expect([decision.counts, decision.cards]).toEqual([
          free.counts.filter(keeps),
          free.cards.filter(keeps),
        ]);
        if (decision.pointsAwarded > 0)
          given.set(turn.memberRef, [...before, { date, points: decision.pointsAwarded }]);
        expect(decision.uses.some(({ campaignId }) => campaignId === capsId)).toBe(
          decision.pointsAwarded > 0,
        );
        if (
          JSON.stringify(shown) !==
          JSON.stringify(free.awards.map((one) => [one.campaignId, one.pointsEarned, one.reducedBy]))
        )
          cut += 1;
      }
    }),
  );
  expect(cut).toBeGreaterThan(50);
});
