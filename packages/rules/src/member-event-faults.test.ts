import { faultsOfMemberEvent } from './member-event-faults.ts';
import type { MemberEventRequest } from './model.ts';
import { nowMs } from './testing/builders.ts';

const sound: MemberEventRequest = {
  ref: 'opened-1',
  memberRef: 'customer-1',
  eventKey: 'app.opened',
  lifecycleType: null,
  referrerRef: null,
  occurredAt: null,
  payload: Buffer.from('{}'),
};

it.each<[string, Partial<MemberEventRequest>, string[]]>([
  ['everything in order', {}, []],
  ['a phone whose clock is 5 minutes ahead', { occurredAt: nowMs + 300_000 }, []],
  ['a phone whose clock is further ahead', { occurredAt: nowMs + 300_001 }, ['/occurredAt']],
  ['an empty ref', { ref: '' }, ['/ref']],
  ['a ref of 256 characters', { ref: 'x'.repeat(256) }, ['/ref']],
  ['a NUL in the reference of the member', { memberRef: 'a\0' }, ['/memberRef']],
  ['nothing in order', { ref: '', memberRef: '', occurredAt: -1 }, ['/ref', '/memberRef', '/occurredAt']],
])('an event with %s has its faults named: %j', (_what, given, pointers) => {
  expect(faultsOfMemberEvent({ ...sound, ...given }, nowMs).map(({ pointer }) => pointer)).toEqual(pointers);
});
