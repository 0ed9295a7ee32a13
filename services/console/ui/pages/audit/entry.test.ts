import { isHidden, placeOfObject, shownValue } from './entry.ts';

const entryOf = (action: string, id = 'one') => ({
  id: 'entry',
  at: '2026-03-01T08:00:00.000Z',
  actor: { kind: 'KEY' as const, id: 'key', name: null },
  action,
  object: { type: action.split('.')[0] ?? '', id, name: null },
  changes: [],
  isTruncated: false,
  requestId: null,
  serverRequestId: null,
  address: null,
});

it.each([
  ['campaign.paused', { path: '/campaigns/one' }],
  ['member.erased', { path: '/members/one' }],
  ['event_definition.changed', { path: '/events/one' }],
  ['reward.expired', { path: '/rewards', query: { reward: 'one' } }],
  ['tier.deleted', null],
  ['stream.created', null],
  ['constructor.changed', null],
  ['later.changed', null],
])('what %s changed is shown at its page, if there is one', (action, place) => {
  expect(placeOfObject(entryOf(action))).toEqual(place);
});

it('an id is one part of an address', () => {
  expect(placeOfObject(entryOf('event_definition.changed', 'a/../b'))).toEqual({
    path: '/events/a%2F..%2Fb',
  });
});

it.each([
  [null, null],
  [undefined, null],
  ['', null],
  [0, { text: '0', isJson: false }],
  [false, { text: 'false', isJson: false }],
  ['PAUSED', { text: 'PAUSED', isJson: false }],
  [['a'], { text: '[\n  "a"\n]', isJson: true }],
])('the value %j is shown', (value, shown) => {
  expect(shownValue(value)).toEqual(shown);
});

it('a field without values is one of which the log keeps the name alone', () => {
  expect(isHidden({ pointer: '/email' })).toBe(true);
  expect(isHidden({ pointer: '/state', from: null, to: null })).toBe(false);
});
