import fc from 'fast-check';
import type { CampaignId } from '@loyalty/kernel';
import type { Campaign, EarningRule } from '../campaigns/campaign.ts';
import type { EarnResult } from '../earning/decision.ts';
import { countingCampaigns } from '../earning/required-rows.ts';
import { noPurchases } from '../statistics/purchase-statistics.ts';
import { campaign } from './builders.ts';
import { chance, type Dice, pick, someOf } from './dice.ts';
import { activityOf, needsOf } from './golden.ts';
import { decide, live, type Turn } from './live.ts';
import { withAttributes, withConditions } from './make-conditions.ts';
import { contextOf, makeConfiguration, type TestConfiguration } from './make-configuration.ts';
import { withCampaignLimits, withDays, withLimits } from './make-limits.ts';
import { withCaps, withGroups, withMultipliers } from './make-stacking.ts';
import { withMembers, withReturns } from './make-members.ts';
import { makeSteps, memberRefs, type Step } from './make-steps.ts';

/** Runs one check with many dice; a failure shows the lowest dice that still fail. */
const always = (check: (dice: Dice) => void): void => {
  const property = fc.property(fc.gen(), (choose) => {
    check((min, max) => choose(fc.integer, { min, max }));
  });
  fc.assert(property);
};

const unchanged = (_: Dice, configuration: TestConfiguration): TestConfiguration => configuration;

/** A configuration of any rules, and activities of three members under it. */
const makeLife = (dice: Dice) => {
  const plain = makeConfiguration(dice, 6);
  const configuration = pick(dice, [
    unchanged,
    withConditions,
    withMembers,
    withLimits,
    withCampaignLimits,
    withMultipliers,
    withGroups,
    withCaps,
  ])(dice, plain);
  const segments = new Map(
    memberRefs.map((memberRef) => [memberRef, someOf(dice, configuration.segmentIds)]),
  );
  const made = withReturns(dice, withAttributes(dice, makeSteps(dice, [1, 16])));
  const steps = chance(dice, 50) ? withDays(dice, made) : made;
  const life = live(configuration, steps, (memberRef) => segments.get(memberRef) ?? []);
  return { configuration, ...life, steps };
};

const earnedOf = (turns: readonly Turn[]): EarnResult[] =>
  turns.flatMap(({ decision }) => (decision.outcome === 'processed' ? [decision] : []));

describe('a decision', () => {
  it('is always taken, and the same again from the same arguments, to the last id', () => {
    always((dice) => {
      for (const { circumstances, subject, decision } of makeLife(dice).turns) {
        expect(decision.outcome).toBe('processed');
        expect(JSON.stringify(decide(circumstances, subject))).toBe(JSON.stringify(decision));
        expect(decide(circumstances, subject)).toEqual(decision);
      }
    });
  });

  it('adds up what its awards say, and lists none without points and rewards', () => {
    always((dice) => {
      for (const { awards, pointsAwarded, rewards } of earnedOf(makeLife(dice).turns)) {
        expect(awards.reduce((sum, { pointsEarned }) => sum + pointsEarned, 0)).toBe(pointsAwarded);
        expect(awards.every(({ pointsEarned, rewardIds }) => pointsEarned > 0 || rewardIds.length > 0)).toBe(
          true,
        );
        expect(awards.flatMap(({ rewardIds }) => rewardIds)).toEqual(rewards.map(({ id }) => id));
      }
    });
  });

  it('on a receipt or an event on which nothing fires is explained for each campaign, in the test environment alone', () => {
    always((dice) => {
      const { configuration, turns } = makeLife(dice);
      const explains = (decision: Turn['decision']): number | null =>
        'debug' in decision ? (decision.debug?.campaignChecks.length ?? null) : null;
      for (const { decision } of turns) {
        const isBarren = 'debug' in decision && earnsNothing(decision);
        const expected = isBarren && configuration.mode === 'test' ? configuration.campaigns.length : null;
        expect(explains(decision)).toBe(expected);
      }
    });
  });

  it('gives the same in whatever order the campaigns are judged', () => {
    always((dice) => {
      const { turns } = makeLife(dice);
      for (const { circumstances, subject, decision } of turns) {
        const { programme: configuration } = circumstances;
        const campaigns = configuration.campaigns.toReversed();
        // Of equals in a group the first that was activated wins, and under a cap it takes before the others.
        const activationOrder = configuration.campaigns.map((one) => campaign(one).id);
        const programme = { ...configuration, campaigns, activationOrder };
        const mixed = decide({ ...circumstances, programme }, subject);
        expect(sumOf(mixed)).toEqual(sumOf(decision));
      }
    });
  });
});

const earnsNothing = (decision: Turn['decision']): boolean =>
  decision.outcome === 'processed' && decision.awards.length === 0;

/** The result of a decision, independent of the order in which its campaigns were judged. */
const sumOf = (decision: Turn['decision']) => {
  if (decision.outcome !== 'processed') return decision;
  const { pointsAwarded, awards, counts, cards, referrerAwards, rewards } = decision;
  const sorted = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).toSorted();
  return {
    pointsAwarded,
    awards: sorted(awards.map(({ rewardIds, ...award }) => ({ ...award, rewards: rewardIds.length }))),
    rewards: sorted(rewards.map((reward) => ({ ...reward, id: null }))),
    others: [counts, cards, referrerAwards].map(sorted),
  };
};

describe('a life', () => {
  it('I1 and I6: the postings of a member add up, run with balanceAfter and leave no gap in seq', () => {
    always((dice) => {
      const { turns, books } = makeLife(dice);
      for (const memberRef of memberRefs) {
        const earned = earnedOf(turns.filter((turn) => turn.memberRef === memberRef));
        let sum = 0;
        for (const [place, posting] of earned.flatMap(({ postings }) => postings).entries()) {
          sum += posting.points;
          expect(posting).toMatchObject({ seq: place + 1, balanceAfter: sum });
        }
        expect(books.accountOf(memberRef)?.pointsBalance ?? 0).toBe(sum);
        expect(books.accountOf(memberRef)?.lifetimePoints ?? 0).toBe(sum);
      }
    });
  });

  it('enrols each member once, and never makes the same id twice', () => {
    always((dice) => {
      const earned = earnedOf(makeLife(dice).turns);
      const created = earned.filter(({ memberCreated }) => memberCreated).map(({ memberId }) => memberId);
      expect(new Set(earned.map(({ memberId }) => memberId))).toEqual(new Set(created));
      const made = earned.flatMap(({ postings, rewards }) => [...postings, ...rewards]).map(({ id }) => id);
      expect(new Set([...created, ...made]).size).toBe(created.length + made.length);
    });
  });

  it('keeps as last activity the latest thing that the member did, in whatever order it arrives', () => {
    always((dice) => {
      const { turns, books } = makeLife(dice);
      for (const memberRef of memberRefs) {
        const times = earnedOf(turns.filter((turn) => turn.memberRef === memberRef)).flatMap(
          ({ activeAtMs }) => (activeAtMs === null ? [] : [activeAtMs]),
        );
        const latest = times.length === 0 ? null : Math.max(...times);
        expect(books.accountOf(memberRef)?.lastActivityAtMs ?? null).toBe(latest);
      }
    });
  });

  it('spends no budget beyond its cap and one award, alerts once, suspends once, and nothing fires after', () => {
    always((dice) => {
      const { configuration, turns } = makeLife(dice);
      for (const { id, maxBudgetCents } of configuration.campaigns) {
        const changes = turns.flatMap((turn) => turn.changes.filter(({ campaignId }) => campaignId === id));
        const spent = changes.map(({ budget }) => budget.spentCents);
        expect(spent.slice(0, -1).every((cents) => cents < (maxBudgetCents ?? 0))).toBe(true);
        expect(changes.slice(0, -1).some(({ suspends }) => suspends)).toBe(false);
        expect(changes.filter(({ alerts }) => alerts).length).toBeLessThanOrEqual(1);
        expect(changes.reduce((sum, { cents }) => sum + cents, 0)).toBe(spent.at(-1) ?? 0);
      }
    });
  });
});

describe('what is named to be locked', () => {
  /** Named before anything but the member's segments is known. */
  const namedFor = ({ circumstances, subject }: Turn): readonly string[] => {
    const { inputs } = circumstances;
    const unread = {
      segmentIds: inputs.segmentIds,
      memberCounts: [],
      sharedCounts: [],
      spentCampaignIds: [],
    };
    const nothingKnown = { ...circumstances, account: null, inputs: unread, purchases: noPurchases };
    const activity = activityOf(nothingKnown, subject);
    return activity === null ? [] : needsOf(activity);
  };

  it('is never too little: each shared count and each budget that a decision changes is among it', () => {
    always((dice) => {
      for (const turn of makeLife(dice).turns.filter(({ subject }) => subject.kind !== 'credit')) {
        const changed = [
          ...turn.changes.map(({ campaignId }) => `budget ${campaignId}`),
          ...sharedCountsOf(turn).map(({ campaignId, scope }) => `count ${campaignId} ${scope}`),
        ];
        expect(namedFor(turn)).toEqual(expect.arrayContaining(changed));
      }
    });
  });

  it('has the counts of members wherever a decision changes one', () => {
    always((dice) => {
      const { configuration, turns } = makeLife(dice);
      const counted = earnedOf(turns).some(({ counts }) => counts.length > 0);
      const [turn] = turns;
      const counting = turn === undefined ? [] : countingCampaigns(contextOf(turn.circumstances).snapshot);
      expect(turn === undefined || !counted || counting.length > 0).toBe(true);
      expect(configuration.campaigns.length).toBeGreaterThan(0);
    });
  });
});

const sharedCountsOf = ({ decision }: Turn) =>
  decision.outcome === 'processed'
    ? decision.counts.flatMap((one) => (one.kind === 'SHARED' ? [one] : []))
    : [];

/** A configuration of these rules alone, without conditions. */
const unconditional = (earningRules: readonly EarningRule[]): TestConfiguration => ({
  mode: 'test',
  pointValueCents: 1,
  alertThreshold: 1,
  segmentIds: [],
  exclusiveFrom: [],
  campaigns: earningRules.map((earningRule, n): Partial<Campaign> => ({
    id: `c${n.toString()}` as CampaignId,
    earningRule,
  })),
});

const countOf = <T>(list: readonly T[], holds: (one: T) => boolean): number => list.filter(holds).length;

/** Counts the occurrences of each thing. */
const tallyOf = (things: readonly string[]): number[] =>
  [...new Set(things)].map((thing) => countOf(things, (one) => one === thing));

describe('counted rewards', () => {
  it('a stamp card is completed floor(stamps / N) times, and carries the rest', () => {
    always((dice) => {
      const [stampsRequired, byEvent] = [dice(1, 5), dice(0, 1) === 1];
      const card = { type: 'STAMP_CARD', stampsRequired, rewardOnCompletion: { points: 1 } } as const;
      const rule = byEvent ? { ...card, triggerEventKey: 'app.opened' } : card;
      const steps = makeSteps(dice, [1, 40]);
      const { turns, books } = live(unconditional([rule]), steps);
      const stamps = (step: Step) =>
        step.kind === 'event' ? byEvent && step.event.eventKey === 'app.opened' : !byEvent;
      for (const memberRef of memberRefs) {
        const given = countOf(steps, (step) => step.memberRef === memberRef && stamps(step));
        const completed = Math.floor(given / stampsRequired);
        expect(books.accountOf(memberRef)?.pointsBalance ?? 0).toBe(completed);
        expect(books.earningInputsOf(memberRef).memberCounts).toEqual(
          given === 0 ? [] : [{ campaignId: 'c0', kind: 'STAMPS', count: given % stampsRequired, completed }],
        );
      }
      const cards = earnedOf(turns).flatMap((earned) => earned.cards);
      expect(cards).toHaveLength(countOf(steps, stamps));
    });
  });

  it('I8: SURPRISE_DELIGHT rewards exactly floor(count / N) transactions of each scope', () => {
    always((dice) => {
      const everyNth = dice(1, 5);
      const reward = { points: 1 };
      const rules = (['MEMBER', 'STORE', 'CAMPAIGN'] as const).map((scope): EarningRule => {
        return { type: 'SURPRISE_DELIGHT', rewardRules: [{ everyNth, scope, reward }] };
      });
      const steps = makeSteps(dice, [1, 40]);
      const { turns } = live(unconditional(rules), steps);
      const receipts = steps.flatMap((step) => (step.kind === 'receipt' ? [step] : []));
      const stores = receipts.flatMap(({ request }) => (request.storeRef === null ? [] : [request.storeRef]));
      const counted = [
        tallyOf(receipts.map(({ memberRef }) => memberRef)),
        tallyOf(stores),
        [receipts.length],
      ];
      const awards = earnedOf(turns).flatMap((earned) => earned.awards);
      for (const [n, counts] of counted.entries()) {
        const due = counts.reduce((sum, count) => sum + Math.floor(count / everyNth), 0);
        expect(countOf(awards, ({ campaignId }) => campaignId === `c${n.toString()}`)).toBe(due);
      }
    });
  });

  it('a sign-up bonus is given once to each member who signs up, and each visit is counted', () => {
    always((dice) => {
      const rules: EarningRule[] = [
        { type: 'SIGNUP_BONUS', points: 50 },
        { type: 'VISIT_FIXED', points: 1 },
      ];
      const steps = makeSteps(dice, [1, 30]);
      const { books } = live(unconditional(rules), steps);
      for (const memberRef of memberRefs) {
        const own = steps.filter((step) => step.memberRef === memberRef);
        const visits = countOf(own, ({ kind }) => kind === 'receipt');
        const signsUp = own.some((step) => step.kind === 'event' && step.event.lifecycleType === 'SIGNUP');
        expect(books.accountOf(memberRef)?.pointsBalance ?? 0).toBe(visits + (signsUp ? 50 : 0));
      }
    });
  });
});
