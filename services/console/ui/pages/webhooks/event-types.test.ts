import type { Schemas } from '@loyalty/client';
import { eventGroupsOf, type EventType, eventTypes } from './event-types.ts';

/** Fails to compile where the API has a type that the pages do not offer. */
const isOffered: Readonly<Record<EventType, true>> = Object.fromEntries(
  eventTypes.map((type) => [type, true]),
) as Record<(typeof eventTypes)[number], true>;

test('all types of events are offered once, by subject', () => {
  expect(Object.keys(isOffered)).toHaveLength(eventTypes.length);
  const all: readonly Schemas['WebhookEvent'][] = eventTypes;
  expect(eventGroupsOf([]).flatMap(({ types }) => types)).toEqual(all);
});

test('a type of a later API that a webhook has is kept', () => {
  expect(eventGroupsOf(['*', 'member.enrolled', 'tier.made']).at(-1)).toEqual({
    subject: 'other',
    types: ['tier.made'],
  });
});
