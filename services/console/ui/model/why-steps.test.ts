import { stepsOf } from './why-steps.ts';

const statesOf = (reason: string | null) => stepsOf(reason)?.map(({ state }) => state);

test('the check that failed has passed ones before it, and behind it ones that nobody judged', () => {
  expect(statesOf('BELOW_MIN_SPEND')).toEqual([
    'passed',
    'passed',
    'passed',
    'passed',
    'failed',
    'open',
    'open',
    'open',
    'open',
    'open',
    'open',
  ]);
  expect(stepsOf('CONDITION_NOT_MET')?.filter(({ state }) => state !== 'passed')).toEqual([
    { step: 'conditions', state: 'failed' },
    { step: 'budget', state: 'open' },
    { step: 'rule', state: 'open' },
    { step: 'limit', state: 'open' },
  ]);
  expect(statesOf('CAMPAIGN_NOT_ACTIVE')?.[0]).toBe('failed');
  expect(statesOf('LIMIT_REACHED')?.at(-1)).toBe('failed');
  expect(statesOf('OUTRANKED')?.at(-1)).toBe('failed');
});

test('a campaign that fired has passed them all', () => {
  expect(new Set(statesOf(null))).toEqual(new Set(['passed']));
});

test('of a reason that a later engine adds nothing is claimed', () => {
  expect(stepsOf('MOON_PHASE')).toBeNull();
  expect(stepsOf('toString')).toBeNull();
});
