import type { MemberEventRequest } from '@loyalty/contracts';
import { textFault, type FieldFault } from './field-fault.ts';
import { occurredAtFault, type JudgingPlace } from './occurred-at-fault.ts';

/**
 * Everything that an event of the right shape can still get wrong (D9, D10, D76); empty when it is sound. The door and
 * the engines ask this one list, so that none of what was accepted is given up (D75). Pointers name the fields of the
 * request; the door knows where in its body they stand. `nowMs` is the time at the place where it is judged.
 */
export const faultsOfMemberEvent = (
  event: MemberEventRequest,
  nowMs: number,
  place: JudgingPlace,
): readonly FieldFault[] => {
  const { occurredAt } = event;
  const faults: readonly (readonly [string, string | null])[] = [
    ['/ref', textFault(event.ref)],
    ['/memberRef', textFault(event.memberRef)],
    ['/eventKey', faultUnlessNull(event.eventKey)],
    ['/lifecycleType', faultUnlessNull(event.lifecycleType)],
    ['/referrerRef', faultUnlessNull(event.referrerRef)],
    ['/occurredAt', occurredAt === null ? null : occurredAtFault(occurredAt, nowMs, place)],
  ];
  return faults.flatMap(([pointer, message]) => (message === null ? [] : [{ pointer, message }]));
};

const faultUnlessNull = (text: string | null): string | null => (text === null ? null : textFault(text));
