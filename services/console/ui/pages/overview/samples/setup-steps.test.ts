import { setupSteps } from './setup-steps.ts';

const unset = { timeZone: null, phoneCountry: null, pointValueCents: 1 };

test('a new environment has every step before it, in the order in which people take them', () => {
  const steps = setupSteps({ settings: unset, tiers: [], campaigns: [], keys: [], webhooks: [] });
  expect(steps.map(({ step }) => step)).toEqual([
    'timeZone',
    'phoneCountry',
    'pointValue',
    'tiers',
    'campaign',
    'key',
    'webhook',
  ]);
  expect(steps.some(({ isDone }) => isDone)).toBe(false);
});

test('a step is done once what it asks for is there', () => {
  const settings = { timeZone: 'Africa/Johannesburg', phoneCountry: null, pointValueCents: 10 };
  const steps = setupSteps({ settings, tiers: [{}], campaigns: [], keys: [{}], webhooks: [] });
  expect(steps.filter(({ isDone }) => isDone).map(({ step }) => step)).toEqual([
    'timeZone',
    'pointValue',
    'tiers',
    'key',
  ]);
});

test('what a person must not read is no step of theirs', () => {
  expect(setupSteps({ tiers: [] })).toEqual([{ step: 'tiers', isDone: false }]);
  expect(setupSteps({})).toEqual([]);
});
