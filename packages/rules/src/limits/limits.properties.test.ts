import { dayMs } from '@loyalty/kernel';
import fc from 'fast-check';
import type { Campaign } from '../campaigns/campaign.ts';
import type { EarnResult } from '../earning/decision.ts';
import { type Dice, pick } from '../testing/dice.ts';
import { decide, live, type Turn } from '../testing/live.ts';
import { makeConfiguration, type TestConfiguration } from '../testing/make-configuration.ts';
import { withCampaignLimits, withDays, withLimits } from '../testing/make-limits.ts';
import { makeSteps } from '../testing/make-steps.ts';
import { type PlainGiven, type PlainLimit, type PlainPast, pointsLeft } from '../testing/plain-limits.ts';
import { datedZones } from '../testing/plain-periods.ts';

const zones = datedZones(['Europe/Berlin', 'Pacific/Kiritimati', 'America/St_Johns']);

type Processed = EarnResult | null;
const processedOf = (decision: Turn['decision']): Processed =>
  decision.outcome === 'processed' ? decision : null;

interface Shown {
  readonly points: number | null;
  readonly rewards: number;
  readonly reducedBy: string | null;
  readonly cards: number;
  readonly counts: number;
}

const shownOf = (decision: Processed, { id }: Partial<Campaign>): Shown => {
  const award = decision?.awards.find(({ campaignId }) => campaignId === id);
  return {
    points: award?.pointsEarned ?? null,
    rewards: award?.rewardIds.length ?? 0,
    reducedBy: award?.reducedBy ?? null,
    cards: decision?.cards.filter(({ campaignId }) => campaignId === id).length ?? 0,
    counts: decision?.counts.filter(({ campaignId }) => campaignId === id).length ?? 0,
  };
};

const nothing: Shown = { points: null, rewards: 0, reducedBy: null, cards: 0, counts: 0 };

const expectedOf = (
  free: Shown,
  { limits }: Partial<Campaign>,
  past: PlainPast & { readonly isClosed: boolean },
): Shown => {
  const written = (limits ?? []) as unknown as readonly PlainLimit[];
  if (past.isClosed && written.some(({ period }) => period !== undefined && period !== 'EVER'))
    return nothing;
  const left = pointsLeft(written, past);
  const points = free.points ?? 0;
  if (left === null || (points > 0 && left <= 0)) return nothing;
  return points > left ? { ...free, points: left, reducedBy: 'LIMIT' } : free;
};

const occurredAtOf = ({ subject, circumstances }: Turn): number => {
  if (subject.kind === 'receipt') return subject.request.occurredAt ?? circumstances.atMs;
  return (subject.kind === 'event' ? subject.occurredAtMs : null) ?? circumstances.atMs;
};

const unlimited = (campaign: Partial<Campaign>): Partial<Campaign> =>
  Object.fromEntries(Object.entries(campaign).filter(([name]) => name !== 'limits'));

/** Decided as if no campaign had limits, on the same state. */
const decideFreely = ({ circumstances, subject }: Turn): Processed => {
  const { programme: configuration } = circumstances;
  const free = { ...configuration, campaigns: configuration.campaigns.map(unlimited) };
  return processedOf(decide({ ...circumstances, programme: free }, subject));
};

const makeLife = (dice: Dice) => {
  const zone = pick(dice, zones);
  const made = withCampaignLimits(dice, withLimits(dice, makeConfiguration(dice, 4)));
  const configuration: TestConfiguration = { ...made, zone: zone.changes };
  return { zone, configuration, ...live(configuration, withDays(dice, makeSteps(dice, [5, 30]))) };
};

/** Checks each turn against all responses before; returns how many awards a limit cut or withheld. */
const checkLife = ({ zone, configuration, turns }: ReturnType<typeof makeLife>): number => {
  const given = new Map<string, PlainGiven[]>();
  const times = new Map<string, number>();
  let changed = 0;
  for (const turn of turns.filter(({ subject }) => subject.kind !== 'credit')) {
    const atMs = occurredAtOf(turn);
    const date = zone.dates.format(atMs);
    const isClosed = turn.circumstances.atMs - atMs > 35 * dayMs;
    const free = decideFreely(turn);
    for (const campaign of configuration.campaigns) {
      const id = campaign.id ?? '';
      const key = `${turn.memberRef} ${id}`;
      const past = { before: given.get(key) ?? [], times: times.get(id) ?? 0, date, isClosed };
      const shown = shownOf(processedOf(turn.decision), campaign);
      const wouldShow = shownOf(free, campaign);
      expect(shown).toEqual(expectedOf(wouldShow, campaign, past));
      if (JSON.stringify(shown) !== JSON.stringify(wouldShow)) changed += 1;
      if (shown.points === null && shown.cards === 0) continue;
      given.set(key, [...past.before, { date, points: shown.points ?? 0 }]);
      times.set(id, past.times + 1);
    }
  }
  return changed;
};

test('▲ limits hold at every step, and take no more: as counted again from all responses, by local dates of Intl', () => {
  let changed = 0;
  fc.assert(
    fc.property(fc.gen(), (choose) => {
      changed += checkLife(makeLife((min, max) => choose(fc.integer, { min, max })));
    }),
  );
  expect(changed).toBeGreaterThan(20);
});
