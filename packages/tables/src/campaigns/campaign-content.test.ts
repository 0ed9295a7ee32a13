import type { SegmentId } from '@loyalty/kernel';
import {
  applyPatch,
  blankContent,
  type CampaignPatch,
  faultsOfBody,
  faultsOfContent,
} from './campaign-content.ts';
import type { CampaignContent } from './campaigns.ts';

const earningRule = { type: 'FIXED_POINTS', points: 5 } as const;
const blank = blankContent({ name: 'Blank', earningRule });
const segment = '0198c0de-0000-7000-8000-00000000aaaa' as SegmentId;

const tier = '0198c0de-0000-7000-8000-00000000cccc';
const onlyWine = { field: 'category', op: 'eq', value: 'wine' };

const full: CampaignContent = {
  key: 'full',
  name: 'Full',
  description: 'All of it',
  earningRule,
  redemptionRule: { pointsPerRand: 10 },
  targetSegmentIds: [segment],
  storeIds: ['S1'],
  startDate: '2026-03-01T00:00:00.000Z',
  endDate: '2026-03-31T23:59:59.999Z',
  minSpend: 100,
  maxBudgetCents: 5_000,
  alertThreshold: 0.5,
  currency: 'ZAR',
  conditions: { field: 'store_ref', op: 'neq', value: 'S2' },
  earnOn: null,
  limits: null,
  exclusiveGroup: null,
  priority: 0,
  tierMultiplier: false,
};

const stacked = { exclusiveGroup: 'wine', priority: 5, tierMultiplier: true };
const ofReceipt = { per: 'RECEIPT', of: 'POINTS', max: 50 };

describe('the content of a campaign (D30)', () => {
  it('has nulls, empty lists and an alert at 0.8 by default', () => {
    expect(applyPatch(blank, { name: 'Blank', earningRule })).toEqual({
      key: null,
      name: 'Blank',
      earningRule,
      description: null,
      redemptionRule: null,
      targetSegmentIds: [],
      storeIds: [],
      startDate: null,
      endDate: null,
      minSpend: null,
      maxBudgetCents: null,
      alertThreshold: 0.8,
      currency: null,
      conditions: null,
      earnOn: null,
      limits: null,
      exclusiveGroup: null,
      priority: 0,
      tierMultiplier: false,
    });
  });

  it('does not change when a change names nothing', () => {
    expect(applyPatch(full, {})).toEqual(full);
  });

  it('loses every optional field that is set to null', () => {
    const cleared: CampaignPatch = {
      description: null,
      redemptionRule: null,
      targetSegmentIds: null,
      storeIds: null,
      startDate: null,
      endDate: null,
      minSpend: null,
      maxBudgetCents: null,
      alertThreshold: null,
      currency: null,
      conditions: null,
      earnOn: null,
      limits: null,
      exclusiveGroup: null,
      priority: null,
      tierMultiplier: null,
    };
    const limited = { ...full, earnOn: { lines: onlyWine }, limits: [ofReceipt], ...stacked };
    expect(applyPatch(limited, cleared)).toEqual({ ...blank, key: 'full', name: 'Full' });
  });

  it('treats an empty list as none', () => {
    const limited = { ...full, limits: [ofReceipt] };
    expect(applyPatch(limited, { targetSegmentIds: [], storeIds: [], limits: [] })).toEqual(
      applyPatch(full, { targetSegmentIds: null, storeIds: null, limits: null }),
    );
  });

  it('lets a date without a time begin and end its UTC day (D13)', () => {
    expect(applyPatch(blank, { startDate: '2026-04-01', endDate: '2026-04-01' })).toMatchObject({
      startDate: '2026-04-01T00:00:00.000Z',
      endDate: '2026-04-01T23:59:59.999Z',
    });
  });

  it('keeps segment ids in lower case', () => {
    expect(applyPatch(blank, { targetSegmentIds: [segment.toUpperCase()] }).targetSegmentIds).toEqual([
      segment,
    ]);
  });
});

describe('the dates of a body', () => {
  it('that do not exist are each named', () => {
    const pointers = faultsOfBody({ startDate: '2026-02-30', endDate: 'soon' }).map(({ pointer }) => pointer);
    expect(pointers).toEqual(['/startDate', '/endDate']);
  });

  it('may be null or absent', () => {
    expect(faultsOfBody({ startDate: null })).toEqual([]);
  });

  it('are read as every other instant is', () => {
    const { startDate, endDate } = applyPatch(blank, {
      startDate: '2026-03-01t08:00:00z',
      endDate: '2026-03-31',
    });
    expect([startDate, endDate]).toEqual(['2026-03-01T08:00:00.000Z', '2026-03-31T23:59:59.999Z']);
  });
});

describe('the rules of a body', () => {
  it('that give a reward without value, or that no redemption can meet, are refused with their pointers', () => {
    const redemptionRule = { pointsPerRand: 10, minPointsPerRedemption: 100, maxPointsPerRedemption: 50 };
    const faults = faultsOfBody({
      earningRule: { type: 'ON_DEMAND', rewardType: 'GIFT_CARD' },
      redemptionRule,
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/earningRule/value',
      '/redemptionRule/maxPointsPerRedemption',
    ]);
  });

  it('may be absent, or removed', () => {
    expect(faultsOfBody({ redemptionRule: null, limits: null })).toEqual([]);
  });

  it('that limit the same twice are refused with their pointers (D235)', () => {
    expect(faultsOfBody({ limits: [ofReceipt, ofReceipt] }).map(({ pointer }) => pointer)).toEqual([
      '/limits/1',
    ]);
  });
});

const onEvents = { type: 'SIGNUP_BONUS', points: 1 } as const;

const pointersOf = (current: CampaignContent, patch: CampaignPatch): string[] =>
  faultsOfContent(applyPatch(current, patch), patch, {
    segmentIds: new Set(current.targetSegmentIds),
    tierIds: new Set([tier]),
  }).map(({ pointer }) => pointer);

describe('a change of a campaign', () => {
  it.each([
    ['an end before the start it has', { endDate: '2026-02-28' }, ['/endDate']],
    ['a start after the end it has', { startDate: '2026-04-01' }, ['/startDate']],
    ['an end before the start beside it', { startDate: '2026-05-02', endDate: '2026-05-01' }, ['/endDate']],
    ['an end at the very start', { endDate: '2026-03-01T00:00:00Z' }, []],
    ['both moved past the old end', { startDate: '2026-05-01', endDate: '2026-05-02' }, []],
    ['a start after an end that is cleared', { startDate: '2026-05-01', endDate: null }, []],
    ['a segment it has already', { targetSegmentIds: [segment] }, []],
    [
      'a segment that it never had',
      { targetSegmentIds: [segment, '0198c0de-0000-7000-8000-00000000bbbb'] },
      ['/targetSegmentIds/1'],
    ],
    ['conditions that hold for it', { conditions: { field: 'date', op: 'gte', value: '2026-03-02' } }, []],
    [
      'conditions of two faults',
      {
        conditions: {
          operator: 'AND',
          conditions: [
            { field: 'weekday', op: 'in', value: ['SAT', 'Sunday'] },
            { field: 'payload.litres', op: 'eq', value: '1' },
          ],
        },
      },
      ['/conditions/conditions/0/value/1', '/conditions/conditions/1/field'],
    ],
    ['a rule for events beside conditions of receipts', { earningRule: onEvents }, ['/earningRule']],
    ['a rule for events, without conditions', { earningRule: onEvents, conditions: null }, []],
    [
      'a rule for events, with conditions of both',
      { earningRule: onEvents, conditions: { field: 'weekday', op: 'eq', value: 'SAT' } },
      [],
    ],
    [
      'a rule for events, with conditions of receipts',
      { earningRule: onEvents, conditions: { field: 'store_ref', op: 'eq', value: 'S1' } },
      ['/conditions/field'],
    ],
    ['lines that earn', { earnOn: { except: onlyWine } }, []],
    [
      'lines that earn of two faults',
      { earnOn: { lines: { ...onlyWine, op: 'gt' }, all: 1 } },
      ['/earnOn/all', '/earnOn/lines/op'],
    ],
    [
      'lines that earn and a rule for events',
      { earningRule: onEvents, conditions: null, earnOn: { lines: onlyWine } },
      ['/earnOn'],
    ],
    ['another rule for receipts', { earningRule: { type: 'VISIT_FIXED', points: 1 } }, []],
    ['a segment id that is no id', { targetSegmentIds: ['x'] }, ['/targetSegmentIds/0']],
  ] as const)('with %s has its faults named (D29, D30)', (_, patch, expected) => {
    expect(pointersOf(full, patch)).toEqual(expected);
  });

  it('a rule for events does not fit lines that a campaign has, until they are cleared (D228)', () => {
    const onLines = { ...full, conditions: null, earnOn: { lines: onlyWine } };
    expect(pointersOf(onLines, { earningRule: onEvents })).toEqual(['/earningRule']);
    expect(pointersOf(onLines, { earningRule: onEvents, earnOn: null })).toEqual([]);
  });
});

describe('a tier multiplier', () => {
  const random = { type: 'RANDOM', minPoints: 1, maxPoints: 2 } as const;
  const multiplied = { ...full, tierMultiplier: true };
  const faultsOf = (current: CampaignContent, patch: CampaignPatch) =>
    faultsOfContent(applyPatch(current, patch), patch, { segmentIds: new Set(), tierIds: new Set() });

  it('▲ is for four types of rules: another has its pointer, in the field that the body sends (D243)', () => {
    const sent = { tierMultiplier: true, earningRule: random };
    expect(faultsOf(full, sent)).toEqual([
      { pointer: '/tierMultiplier', message: 'is not for rules of type RANDOM' },
    ]);
    expect(faultsOf({ ...full, earningRule: random }, { tierMultiplier: true })).toEqual(
      faultsOf(full, sent),
    );
    expect(faultsOf(multiplied, { earningRule: random })).toMatchObject([{ pointer: '/earningRule' }]);
  });

  it('may be cleared with the rule, or with null', () => {
    expect(faultsOf(multiplied, { earningRule: random, tierMultiplier: false })).toEqual([]);
    expect(faultsOf(multiplied, { earningRule: random, tierMultiplier: null })).toEqual([]);
    expect(faultsOf(multiplied, { earningRule: { type: 'VISIT_FIXED', points: 1 } })).toEqual([]);
    expect(faultsOf(full, { earningRule: random })).toEqual([]);
  });
});

describe('conditions that name tiers and segments', () => {
  const other = '0198c0de-0000-7000-8000-00000000bbbb';
  const naming = (tierId: string | null, segmentId: string) => ({
    operator: 'AND',
    conditions: [
      { field: 'tier_id', op: 'in', value: [null, tierId] },
      { field: 'segment_id', op: 'neq', value: segmentId },
    ],
  });
  const faultsOf = (patch: CampaignPatch) =>
    faultsOfContent(applyPatch(full, patch), patch, {
      segmentIds: new Set([segment]),
      tierIds: new Set([tier]),
    });

  it('name those that exist, in either case', () => {
    expect(faultsOf({ conditions: naming(tier.toUpperCase(), segment.toUpperCase()) })).toEqual([]);
    expect(faultsOf({ conditions: naming(null, segment) })).toEqual([]);
  });

  it('name no others: each has its pointer (D231)', () => {
    expect(faultsOf({ conditions: naming(other, other) })).toEqual([
      {
        pointer: '/conditions/conditions/0/value/1',
        message: 'must be the id of an existing tier, or null',
      },
      { pointer: '/conditions/conditions/1/value', message: 'must be the id of an existing segment' },
    ]);
  });

  it('are judged once: what is no id has one fault', () => {
    expect(faultsOf({ conditions: { field: 'tier_id', op: 'gte', value: 'gold' } })).toEqual([
      { pointer: '/conditions/value', message: 'must be the id of an existing tier' },
    ]);
  });
});
