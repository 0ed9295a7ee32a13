import { stepsOf } from './steps.ts';

const statesOf = (reason: string | null) => stepsOf(reason)?.map(({ state }) => state);

test('the check that failed has passed ones before it, and behind it ones that nobody judged', () => {
  expect(statesOf('BELOW_MIN_SPEND')).toEqual([
    'passed',
    'passed',
    'passed',
    'passed',
    'failed',
    ...Array.from({ length: 8 }, () => 'open'),
  ]);
  expect(stepsOf('CONDITION_NOT_MET')?.filter(({ state }) => state !== 'passed')).toEqual([
    { step: 'conditions', state: 'failed' },
    { step: 'budget', state: 'open' },
    { step: 'rule', state: 'open' },
    { step: 'limit', state: 'open' },
    { step: 'group', state: 'open' },
    { step: 'cap', state: 'open' },
  ]);
  expect(statesOf('CAMPAIGN_NOT_ACTIVE')?.[0]).toBe('failed');
  expect(statesOf('LIMIT_REACHED')?.slice(-3)).toEqual(['failed', 'open', 'open']);
  expect(statesOf('OUTRANKED')?.slice(-3)).toEqual(['passed', 'failed', 'open']);
  expect(statesOf('CAP_REACHED')?.slice(-3)).toEqual(['passed', 'passed', 'failed']);
});

test('a campaign that fired has passed them all', () => {
  expect(new Set(statesOf(null))).toEqual(new Set(['passed']));
});

test('of a reason that a later engine adds nothing is claimed', () => {
  expect(stepsOf('MOON_PHASE')).toBeNull();
  expect(stepsOf('toString')).toBeNull();
});
