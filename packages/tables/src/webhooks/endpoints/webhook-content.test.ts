import {
  distinctEvents,
  faultsOfEvents,
  webhookStateAfter,
  type WebhookState,
  type WebhookStatus,
} from './webhook-record.ts';

test.each([[undefined], [['reward.issued']], [['*']], [['*', '*']], [['reward.issued', 'reward.failed']]])(
  'events %j are accepted',
  (events) => {
    expect(faultsOfEvents(events)).toEqual([]);
  },
);

test('all events together with some of them are refused', () => {
  expect(faultsOfEvents(['*', 'reward.issued'])).toMatchObject([{ pointer: '/events' }]);
});

test('an event that is named twice counts once, in its first place', () => {
  expect(distinctEvents(['b', 'a', 'b'])).toEqual(['b', 'a']);
});

const active: WebhookState = { status: 'ACTIVE', disabledReason: null };
const byOwner: WebhookState = { status: 'DISABLED', disabledReason: 'MANUAL' };
const failed: WebhookState = { status: 'DISABLED', disabledReason: 'CONSECUTIVE_FAILURES' };
const gone: WebhookState = { status: 'DISABLED', disabledReason: 'GONE' };

test.each<[what: string, by: readonly [WebhookState, WebhookStatus?], after: WebhookState]>([
  ['an active one stays so', [active], active],
  ['its owner disables it', [active, 'DISABLED'], byOwner],
  ['one that its owner disabled stays so', [byOwner], byOwner],
  ['until they say otherwise', [byOwner, 'ACTIVE'], active],
  ['one that failed is on again by any change', [failed], active],
  ['or by its status', [failed, 'ACTIVE'], active],
  ['so is one that was gone', [gone], active],
  ['unless its owner wants it off', [gone, 'DISABLED'], byOwner],
])('%s', (_, [before, wanted], after) => {
  expect(webhookStateAfter(before, wanted)).toEqual(after);
});
