import type { MemberEventRequest } from '@loyalty/contracts';
import { memberEventRequest } from '@loyalty/contracts/testing';
import { nowMs } from '../testing/builders.ts';
import { atEngine, atIngress } from './field-fault.ts';
import { faultsOfMemberEvent } from './member-event-faults.ts';

const emoji = '😀'.repeat(255);

it.each<[string, Partial<MemberEventRequest>, string[]]>([
  ['everything in order', {}, []],
  ['a phone whose clock is 5 minutes ahead', { occurredAt: nowMs + 300_000 }, []],
  ['a phone whose clock is further ahead', { occurredAt: nowMs + 300_001 }, ['/occurredAt']],
  ['references of 255 emoji', { ref: emoji, memberRef: emoji, referrerRef: emoji }, []],
  ['an empty ref', { ref: '' }, ['/ref']],
  ['a ref of 256 characters', { ref: 'x'.repeat(256) }, ['/ref']],
  ['a ref of 256 emoji', { ref: `${emoji}x` }, ['/ref']],
  ['a NUL in the reference of the member', { memberRef: 'a\0' }, ['/memberRef']],
  ['a key that no database holds', { eventKey: 'a\0' }, ['/eventKey']],
  ['a lifecycle type that no database holds', { lifecycleType: '\0' }, ['/lifecycleType']],
  ['an empty referrer', { referrerRef: '' }, ['/referrerRef']],
  ['nothing in order', { ref: '', memberRef: '', occurredAt: -1 }, ['/ref', '/memberRef', '/occurredAt']],
])('an event with %s has its faults named', (_what, given, pointers) => {
  expect(
    faultsOfMemberEvent(memberEventRequest(given), nowMs, atIngress).map(({ pointer }) => pointer),
  ).toEqual(pointers);
});

it('an event that ingress accepted at its bound is sound at an engine whose clock is 5 minutes behind (D76)', () => {
  const latest = memberEventRequest({ occurredAt: nowMs + 300_000 });
  expect(faultsOfMemberEvent(latest, nowMs, atIngress)).toEqual([]);
  expect(faultsOfMemberEvent(latest, nowMs - 300_000, atEngine)).toEqual([]);
});
