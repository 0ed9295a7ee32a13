import fc from 'fast-check';
import type { CampaignId } from '@loyalty/kernel';
import type { EarningRule } from '../../campaigns/campaign.ts';
import { campaign, context, counted, event, inputs } from '../../testing/builders.ts';
import { eventActivity, type MemberEvent } from '../activity.ts';
import type { EarningInputs } from '../earning-inputs.ts';
import type { PayloadOperator } from '../../conditions/payload-values.ts';
import { conditionsHold, outcomeOnEvent, type PayloadConditions } from './on-event.ts';

const judge = (
  earningRule: EarningRule,
  given: Partial<MemberEvent> = {},
  known: EarningInputs = inputs(),
) => {
  const judged = campaign({ id: 'welcome' as CampaignId, name: 'Welcome', earningRule });
  return outcomeOnEvent(judged, eventActivity(context([judged], { inputs: known }), event(given), null));
};

const points = (given: number) => ({ points: given, grants: [], counts: [] });

const nothing = 'NOTHING_TO_AWARD';

const described = (rewardType: string) => ({
  rewardType,
  value: { description: 'Welcome' },
  validDays: null,
});

describe('SIGNUP_BONUS', () => {
  const bonus = { type: 'SIGNUP_BONUS', points: 50 } as const;
  const counts = [{ kind: 'SIGNUP', count: 1, completed: 0 }];
  const signup = { lifecycleType: 'SIGNUP' };

  it.each([
    [bonus, 50, []],
    [{ type: 'SIGNUP_BONUS', rewardType: 'FREE_ITEM' }, 0, [described('FREE_ITEM')]],
    [{ type: 'SIGNUP_BONUS', points: 5, rewardType: 'COUPON_VOUCHER' }, 5, [described('COUPON_VOUCHER')]],
  ] as const)('%j fires on the first sign-up, and counts it', (rule, given, grants) => {
    expect(judge(rule, signup)).toEqual({ points: given, grants, counts });
  });

  it('gives a reward of the value and the days that the rule says', () => {
    const reward = {
      rewardType: 'GIFT_CARD',
      value: { amount: 5_000, currency: 'ZAR' },
      validDays: 30,
    } as const;
    expect(judge({ type: 'SIGNUP_BONUS', ...reward }, signup)).toEqual({
      points: 0,
      grants: [reward],
      counts,
    });
  });

  it('fires no second time', () => {
    expect(judge(bonus, signup, counted({ SIGNUP: 1 }))).toBe('ALREADY_AWARDED');
  });

  it('fires again under another campaign', () => {
    const elsewhere = inputs({
      memberCount: (id) => ({ count: id === 'welcome' ? 0 : 1, completed: 0 }),
    });
    expect(judge(bonus, signup, elsewhere)).toMatchObject({ points: 50 });
  });

  it.each(['CUSTOM', 'BIRTHDAY', 'signup', ''])('does not fire on %j, awarded or not', (lifecycleType) => {
    expect(judge(bonus, { lifecycleType })).toBe(nothing);
    expect(judge(bonus, { lifecycleType }, counted({ SIGNUP: 1 }))).toBe(nothing);
  });
});

describe('ON_DEMAND (D77)', () => {
  it.each([
    ['any event when no types are named', {}, 'ANYTHING', points(5)],
    ['any event when the list of types is empty', { eventTypes: [] }, 'BIRTHDAY', points(5)],
    ['an event of a named type', { eventTypes: ['BIRTHDAY', 'ANNIVERSARY'] }, 'ANNIVERSARY', points(5)],
    ['no event of another type', { eventTypes: ['BIRTHDAY'] }, 'CUSTOM', nothing],
    ['no event of a type in other letters', { eventTypes: ['BIRTHDAY'] }, 'birthday', nothing],
  ])('fires on %s', (...[, given, lifecycleType, outcome]) => {
    expect(judge({ type: 'ON_DEMAND', points: 5, ...given }, { lifecycleType })).toEqual(outcome);
  });

  it.each([
    ['its key', ['member.birthday'], 'member.birthday', points(5)],
    [
      'its key or a type that is named beside it',
      ['SIGNUP', 'member.birthday'],
      'member.birthday',
      points(5),
    ],
    ['no other key', ['member.birthday'], 'member.signup', nothing],
    ['no event without a key', ['member.birthday'], null, nothing],
  ] as const)('▲ that names the key of a definition fires on %s', (...[, eventTypes, eventKey, outcome]) => {
    expect(judge({ type: 'ON_DEMAND', points: 5, eventTypes }, { eventKey })).toEqual(outcome);
  });

  it('gives a reward of the value and the days that the rule says', () => {
    const reward = { rewardType: 'FREE_ITEM', value: { description: 'Cake' }, validDays: 7 } as const;
    expect(judge({ type: 'ON_DEMAND', ...reward })).toEqual({ ...points(0), grants: [reward] });
  });

  it('gives a bare reward type the name of its campaign (D24)', () => {
    expect(judge({ type: 'ON_DEMAND', rewardType: 'GIFT_CARD' })).toEqual({
      ...points(0),
      grants: [described('GIFT_CARD')],
    });
  });
});

describe('REFERRAL_BONUS', () => {
  const bonus = { type: 'REFERRAL_BONUS', points: 30, referrerPoints: 20 } as const;

  it.each([
    ['both when there is a referrer', bonus, true, { ...points(30), referrerPoints: 20 }],
    ['the referred member alone when there is none', bonus, false, { ...points(30), referrerPoints: 0 }],
    [
      'the referred member alone when the referrer is to have nothing',
      { type: 'REFERRAL_BONUS', points: 30 },
      true,
      { ...points(30), referrerPoints: 0 },
    ],
  ] as const)('rewards %s', (...[, rule, hasReferrer, outcome]) => {
    expect(judge(rule, { lifecycleType: 'REFERRAL', hasReferrer })).toEqual(outcome);
  });

  it('does not fire on another event that names a referrer', () => {
    expect(judge(bonus, { lifecycleType: 'SIGNUP', hasReferrer: true })).toBe(nothing);
  });
});

const payload: unknown = JSON.parse(`{
  "km": 10, "zero": 0, "city": "Durban", "empty": "", "paid": false, "nothing": null,
  "tags": ["eco", 7, true], "ride": { "stops": [{ "name": "Beach" }, { "name": "Mall" }] },
  "__proto__": { "own": 1 }
}`);

describe('EVENT_TRIGGER', () => {
  const reward = {
    points: 15,
    rewardType: 'FREE_ITEM',
    value: { description: 'Muffin' },
    validDays: 3,
  } as const;
  const trigger = { type: 'EVENT_TRIGGER', eventKey: 'ride.finished', reward } as const;
  const fires = {
    points: 15,
    grants: [{ rewardType: 'FREE_ITEM', value: { description: 'Muffin' }, validDays: 3 }],
    counts: [],
  };
  const far = {
    ...trigger,
    conditions: { operator: 'AND', conditions: [{ field: 'ride.km', op: 'gte', value: 10 }] },
  };

  it.each([
    ['its key without conditions', trigger, 'ride.finished', {}, fires],
    ['another key', trigger, 'ride.started', {}, nothing],
    ['no key at all', trigger, null, {}, nothing],
    ['its key and a payload at the bound', far, 'ride.finished', { ride: { km: 10 } }, fires],
    ['its key and a payload below it', far, 'ride.finished', { ride: { km: 9.9 } }, nothing],
    ['its key and a payload without the field', far, 'ride.finished', { ride: 10 }, nothing],
    ['another key with such a payload', far, 'ride.started', { ride: { km: 10 } }, nothing],
  ] as const)('judges %s', (...[, rule, eventKey, payload, outcome]) => {
    expect(judge(rule, { eventKey, payload })).toEqual(outcome);
  });
});

describe('STAMP_CARD', () => {
  const card = { type: 'STAMP_CARD', stampsRequired: 2, rewardOnCompletion: { points: 9 } } as const;
  const triggered = { ...card, triggerEventKey: 'coffee.bought' };

  it('is stamped by the event that it names', () => {
    expect(judge(triggered, { eventKey: 'coffee.bought' }, counted({ STAMPS: 1 }))).toMatchObject({
      points: 9,
      card: { completed: true },
    });
  });

  it.each([
    ['another event', triggered, 'tea.bought'],
    ['an event without a key', triggered, null],
    ['any event when purchases stamp it', card, 'coffee.bought'],
    ['an event without a key when purchases stamp it', card, null],
  ])('is not stamped by %s', (_which, rule, eventKey) => {
    expect(judge(rule, { eventKey })).toBe(nothing);
  });
});

const compare = (field: string, op: PayloadOperator, value?: unknown): boolean =>
  conditionsHold({ field, op, value }, payload);

describe('eq and neq', () => {
  it.each<[string, unknown, boolean]>([
    ['km', 10, true],
    ['km', '10', false],
    ['km', 11, false],
    ['city', 'Durban', true],
    ['city', 'durban', false],
    ['empty', '', true],
    ['zero', 0, true],
    ['zero', false, false],
    ['paid', false, true],
    ['nothing', null, true],
    ['nothing', 0, false],
    ['tags', 'eco', false],
    ['missing', null, false],
    ['missing', undefined, false],
  ])('%s compared with %j', (field, value, equal) => {
    expect(compare(field, 'eq', value)).toBe(equal);
  });

  it.each<[string, unknown, boolean]>([
    ['km', 10, false],
    ['km', '10', true],
    ['nothing', null, false],
    ['missing', 10, true],
    ['missing', null, true],
  ])('%s is another than %j: %s', (field, value, other) => {
    expect(compare(field, 'neq', value)).toBe(other);
  });
});

describe('gt, gte, lt, lte', () => {
  const orders = ['gt', 'gte', 'lt', 'lte'] as const;

  it.each<[string, unknown, readonly boolean[]]>([
    ['km', 9.99, [true, true, false, false]],
    ['km', 10, [false, true, false, true]],
    ['km', 10.01, [false, false, true, true]],
    ['city', 'Cape Town', [true, true, false, false]],
    ['city', 'Durban', [false, true, false, true]],
    ['city', 'Durban ', [false, false, true, true]],
    ['empty', '', [false, true, false, true]],
    ['km', '10', [false, false, false, false]],
    ['city', 10, [false, false, false, false]],
    ['paid', 0, [false, false, false, false]],
    ['nothing', 0, [false, false, false, false]],
    ['tags', 0, [false, false, false, false]],
    ['missing', 0, [false, false, false, false]],
  ])('%s against %j', (field, value, expected) => {
    expect(orders.map((op) => compare(field, op, value))).toEqual(expected);
  });
});

it.each<[string, PayloadOperator, unknown, boolean]>([
  ['km', 'in', [9, 10], true],
  ['km', 'in', ['10'], false],
  ['km', 'in', [], false],
  ['nothing', 'in', [null], true],
  ['missing', 'in', [null, undefined], false],
  ['tags', 'in', ['eco'], false],
  ['city', 'contains', 'urb', true],
  ['city', 'contains', '', true],
  ['city', 'contains', 'URB', false],
  ['city', 'contains', 1, false],
  ['tags', 'contains', 'eco', true],
  ['tags', 'contains', 7, true],
  ['tags', 'contains', '7', false],
  ['tags', 'contains', 'ec', false],
  ['km', 'contains', 1, false],
  ['missing', 'contains', 'x', false],
  ['km', 'exists', true, true],
  ['nothing', 'exists', true, true],
  ['missing', 'exists', true, false],
  ['km', 'exists', false, false],
  ['nothing', 'exists', false, false],
  ['missing', 'exists', false, true],
])('%s %s %j: %s', (...[field, op, value, expected]) => {
  expect(compare(field, op, value)).toBe(expected);
});

describe('a path', () => {
  it.each<[string, boolean]>([
    ['ride.stops.1.name', true],
    ['ride.stops.2.name', false],
    ['ride.stops.-1', false],
    ['ride.stops.01', false],
    ['ride.stops.length', false],
    ['ride.stops.name', false],
    ['city.length', false],
    ['city.0', false],
    ['km.toFixed', false],
    ['nothing.at', false],
    ['ride..stops', false],
    ['', false],
    ['.', false],
    ['constructor', false],
    ['ride.constructor', false],
    ['ride.__proto__', false],
    ['toString', false],
    ['hasOwnProperty', false],
    ['tags.map', false],
    // An own property of that name is one that the caller sent.
    ['__proto__.own', true],
    ['__proto__.toString', false],
  ])('%j leads somewhere: %s', (field, leads) => {
    expect(compare(field, 'exists', true)).toBe(leads);
  });
});

describe('AND and OR', () => {
  const yes = { field: 'km', op: 'eq', value: 10 } as const;
  const no = { field: 'km', op: 'eq', value: 11 } as const;
  const and = (...conditions: PayloadConditions[]): PayloadConditions => ({ operator: 'AND', conditions });
  const or = (...conditions: PayloadConditions[]): PayloadConditions => ({ operator: 'OR', conditions });

  it.each<[string, PayloadConditions, boolean]>([
    ['an AND of nothing', and(), true],
    ['an OR of nothing', or(), false],
    ['an AND of two that hold', and(yes, yes), true],
    ['an AND with one that does not', and(yes, no), false],
    ['an OR with one that holds', or(no, yes), true],
    ['an OR of none that holds', or(no, no), false],
    ['an AND of ORs', and(or(no, yes), or(yes, no)), true],
    ['an OR of ANDs', or(and(yes, no), and(no, yes)), false],
    ['five levels', and(or(and(or(and(yes, yes), no)), no), yes), true],
  ])('%s', (_what, conditions, expected) => {
    expect(conditionsHold(conditions, payload)).toBe(expected);
  });
});

it('nothing that JSON can hold makes a comparison throw', () => {
  const ops = fc.constantFrom<PayloadOperator[]>(
    'eq',
    'neq',
    'gt',
    'gte',
    'lt',
    'lte',
    'in',
    'contains',
    'exists',
  );
  const names = fc.constantFrom('a', '0', 'length', '__proto__', 'constructor', '');
  const paths = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('.'));
  const found = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()));
  fc.assert(
    fc.property(paths, ops, fc.tuple(fc.jsonValue(), found), (field, op, [value, given]) => {
      expect(typeof conditionsHold({ field, op, value }, given)).toBe('boolean');
    }),
  );
});
