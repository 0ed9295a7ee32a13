import type { MemberEventRequest } from '@loyalty/contracts';
import { textFault, type FieldFault } from './field-fault.ts';
import { occurredAtFault, type JudgingPlace } from './occurred-at-fault.ts';

/**
 * Returns what is wrong with an event beyond its shape (D9, D10, D76); empty when it is sound. Ingress and the engines
 * use this one list, so no accepted event becomes a dead letter (D75). Pointers name the fields of the request; ingress
 * maps them to its body. `nowMs` is the time at `place`.
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
