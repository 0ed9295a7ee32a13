import { attentionOf } from './attention.ts';

const webhook = (given: object) => ({
  id: 'w',
  url: 'https://erp.example.com/hook',
  status: 'DISABLED',
  consecutiveFailures: 5,
  ...given,
});
const campaign = (given: object) => ({
  id: 'c',
  name: 'Fuel',
  state: 'ACTIVE',
  pausedReason: null,
  warnings: [],
  ...given,
});
const failed = (failureReason: string) => ({ state: 'FAILED', failureReason });

const kindsOf = (given: object) => {
  const found = { webhooks: [], campaigns: [], failedRewards: [], isMore: false };
  return attentionOf({ ...found, ...given }).map(({ kind }) => kind);
};

const warned = (id: string, ...codes: readonly string[]) =>
  campaign({ id, warnings: codes.map((code, place) => ({ code, pointer: `/${place.toString()}` })) });

test('campaigns that go by UTC are one line, because one setting is the cause', () => {
  const campaigns = [
    warned('a', 'UTC_TIMES', 'UTC_TIMES'),
    warned('b', 'UTC_TIMES'),
    warned('c', 'ENDED', 'ENDED'),
  ];
  const found = attentionOf({ webhooks: [], campaigns, failedRewards: [], isMore: false } as never);
  expect(found).toEqual([
    { kind: 'utc', count: 2 },
    { kind: 'warning', campaignId: 'c', name: 'Fuel', code: 'ENDED' },
  ]);
});

test.each([
  ['nothing', {}, []],
  [
    'an endpoint that failed',
    { webhooks: [webhook({ disabledReason: 'CONSECUTIVE_FAILURES' })] },
    ['endpoint'],
  ],
  ['an endpoint that is gone', { webhooks: [webhook({ disabledReason: 'GONE' })] }, ['gone']],
  ['an endpoint that a person disabled', { webhooks: [webhook({ disabledReason: 'MANUAL' })] }, []],
  ['an endpoint at work', { webhooks: [webhook({ status: 'ACTIVE', disabledReason: null })] }, []],
  ['a spent budget', { campaigns: [campaign({ state: 'PAUSED', pausedReason: 'BUDGET' })] }, ['budget']],
  ['a pause by a person', { campaigns: [campaign({ state: 'PAUSED', pausedReason: 'MANUAL' })] }, []],
  ['a warning', { campaigns: [campaign({ warnings: [{ code: 'NEVER_FIRES' }] })] }, ['warning']],
  [
    'a warning of what is paused',
    { campaigns: [campaign({ state: 'PAUSED', warnings: [{ code: 'ENDED' }] })] },
    [],
  ],
  ['rewards without a code', { failedRewards: [failed('PROVIDER_AWAY')] }, ['rewards']],
  ['rewards that nobody can save', { failedRewards: [failed('MEMBER_ERASED'), failed('RETURNED')] }, []],
])('%s needs as much attention as it needs', (_what, found, kinds) => {
  expect(kindsOf(found)).toEqual(kinds);
});
